// The words of pages/shared.

export const close = 'Close'
export const tryAgain = 'Try again'
export const linkMayBeOldOrMistyped = (noun: string): string =>
  `The link may be old or mistyped, or the ${noun} is not one of yours.`
export const installPortalOnThisDevice = 'Install the portal on this device'
export const install = 'Install'
export const itOpensInWindow =
  'It opens in a window of its own, takes files that you open with it, and shows on its icon how much waits for you.'
export const reason = 'Reason'
export const auditTrail = 'Audit trail'
export const rowsAreBeingChecked = 'The rows are being checked'
export const nothingAgainstRows = 'Nothing speaks against these rows.'
export const rowsCouldNotBeChecked = 'The rows could not be checked'
export const nothingCanBeDecidedUntil = (text: string | undefined): string =>
  `${text}. Nothing can be decided until its rows have been checked.`
export const madeBy = (who: string, instantToText: string): string => `Made by ${who} on ${instantToText}`
export const rows = 'Rows'
export const changeOfYouWaits = 'Your account was changed, and the change waits for a second administrator'

export const noticesStillOn = (until: string): string =>
  `This device shows a notice when something waits for approval, until ${until}. It names no one, no card and no amount.`
export const turnOffNotices = 'Turn off'
