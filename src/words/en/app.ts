// The words of app.

export const notFound = 'Not Found'
export const noPermission =
  'Your account does not have permission to see this page. An administrator of your programme can give it.'
export const nothingAtThisAddress = 'There is nothing at this address'
export const goToStartPage = 'Go to the start page'
export const linkMayBeOldOrMistyped = 'The link may be old or mistyped.'
export const thisPageCouldNotBeLoaded = 'This page could not be loaded'
export const thisPage = 'This page is not on this device yet'
export const tryAgain = 'Try again'
export const reloadPortal = 'Reload the portal'
export const reloadForNewVersion = 'A new version of the portal may have replaced it: reload the portal.'
export const opensWhenOnline = 'It will open when you are back online. Your work is safe.'
export const thisPageHasStoppedWorking = 'This page has stopped working'
export const openItAgain = 'Open it again'
export const savedWorkIsThere = 'An error occurred. Anything saved on this device is still here.'
export const appearance = 'Appearance'
export const current = (label: string): string => `${label} (current)`
export const appearanceIs = 'Appearance:'
export const system = 'System'
export const light = 'Light'
export const dark = 'Dark'
export const newVersionReady = 'New version ready: reload when you finish'
export const reloadNow = 'Reload now'
export const pageFailed = (name: string): string => `A page failed: ${name}`
const updateHolds = {
  download: 'A report is being downloaded',
  card: 'Sending a card change',
  decision: 'Sending a batch decision',
  order: 'Sending an order decision',
  producerFile: 'Downloading a file for the card producer',
  user: 'Sending a user change',
  merchant: 'Signing up a merchant',
  report: 'Sending a change to the reports',
  upload: 'Submitting rows',
} as const
/** Why a new version of the portal has to wait. */
export const updateWaitsFor = (what: keyof typeof updateHolds): string => updateHolds[what]
