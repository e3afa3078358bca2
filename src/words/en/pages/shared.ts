// The words of pages/shared.

export const close = 'Close'
export const tryAgain = 'Try again'
export const linkMayBeOldOrMistyped = (noun: string): string =>
  `The link may be old or mistyped, or the ${noun} is not one of yours.`
export const installPortalOnThisDevice = 'Install the portal on this device'
export const install = 'Install'
export const itOpensInWindow =
  'It opens in its own window, takes files that you open with it, and shows on its icon how much is waiting for you.'
export const reason = 'Reason'
export const auditTrail = 'Audit trail'
export const rowsAreBeingChecked = 'The rows are being checked'
export const nothingAgainstRows = 'No problems found in these rows.'
export const rowsCouldNotBeChecked = 'The rows could not be checked'
export const nothingCanBeDecidedUntil = (text: string | undefined): string =>
  `${text}. Nothing can be decided until its rows have been checked.`
export const madeBy = (who: string, instantToText: string): string => `Made by ${who} on ${instantToText}`
export const rows = 'Rows'
export const changeOfYouWaits = 'Your account was changed, and the change is waiting for a second administrator'

export const noticesStillOn = (until: string): string =>
  `This device shows a notification when something is waiting for approval, until ${until}. It contains no card details, names or amounts.`
export const turnOffNotices = 'Turn off'
