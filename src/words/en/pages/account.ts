// The words of pages/account: My Settings and Change Password.

import { counted } from '#words/figures.ts'

export const mySettings = 'My Settings'
export const yourAccount = 'Your account'
export const firstName = 'First Name'
export const lastName = 'Last Name'
export const email = 'Email'
export const username = 'Username'
export const whoCanChangeThese = 'An administrator of your programme can change these.'
export const notKeptHere = 'This is not stored on this device. It is shown when you are back online.'
export const tryAgain = 'Try again'
export const cancel = 'Cancel'
export const ok = 'OK'

export const secondFactorTitle = 'Two-Factor Authentication'
export const secondFactor = 'Second factor'
export const noFactor = 'None'
export const authenticatorApp = 'Authenticator app'
export const codeByEmail = 'Code by email'
export const recoveryCodesLeft = 'Recovery codes left'
export const passwordChanged = 'Password changed'
export const never = 'Never'
export const setUpApp = 'Set up an authenticator app'
export const replaceApp = 'Replace authenticator app'
export const removeApp = 'Remove authenticator app'
export const goOn = 'Continue'
export const setUpEffect =
  'An app on your phone shows a code that you enter after your password. Any authenticator app works.'
export const replaceEffect = 'Your current app works until the new one is set up. You then get new recovery codes.'
export const removeAppEffect = 'Its codes and your recovery codes no longer work.'
/** Of the dialog with the key. */
export const keyIsValid = 'The key is valid for 10 minutes.'
export const newRecoveryCodes = 'New recovery codes'
export const newCodesEffect = 'You get new recovery codes. The earlier ones no longer work.'
export const makeNewCodes = 'Make new codes'
export const yourNewRecoveryCodes = 'Your new recovery codes'
export const whatCodesAreFor = 'One of them lets you in if you lose your authenticator app. Each works once.'
export const saveCodesFirst = 'Save the recovery codes first, and tick the box above'
export const recoveryCodesFor = (client: string, title: string): string => `Recovery codes for ${client} ${title}`

export const passkeys = 'Passkeys'
export const addAPasskey = 'Add a passkey'
export const addPasskey = 'Add passkey'
export const passkeysUnknownHere = 'This browser cannot use passkeys here'
export const whatPasskeyDoes = 'A passkey confirms it is you with this device or a security key instead of a code.'
export const nameThePasskey = 'Give it a name you will recognise, such as the device it is on.'
export const enterNameFirst = 'Enter a name first'
export const name = 'Name'
export const removePasskey = 'Remove passkey'
export const removalEffect = (name: string): string => `You can no longer log in with '${name}'.`
export const noPasskeyYet = 'You have no passkey yet.'
/** Before a moment. */
export const added = 'Added'
/** Behind that moment, before another one. */
export const lastUsed = ', last used'
export const remove = (name: string): string => `Remove ${name}`

export const sharedColumns = 'Shared columns'
export const whatSharedColumnsAre =
  'Files with these headings are read as you or a colleague chose. You can still choose otherwise for each file.'
/** Before a moment; without a name, by the user. */
export const sharedFor = (title: string, name?: string): string => `${title}, shared by ${name ?? 'you'},`
export const stopSharing = 'Stop sharing'
export const stopSharingOf = (headings: string): string => `Stop sharing ${headings}`

export const sessions = 'Sessions'
export const whatSessionsAre =
  'Where you are logged in now. If you do not recognise one, end it and change your password.'
export const unknownDevice = 'Unknown device'
/** Before a moment. */
export const loggedIn = 'Logged in'
/** Before a moment. */
/** Follows when it was. */
export const fromAddress = (address: string): string => `from ${address}`
export const lastActive = 'Last active'
export const thisSession = 'This session'
export const endSession = 'End session'
/** @param device '' where it is not known */
export const endSessionOn = (device: string): string => `End session on ${device || 'an unknown device'}`
export const sessionEnded = 'The session was ended'

export const emails = 'Emails'
export const emailMeWhen = 'Email me when'
export const howOften = 'How often'
export const immediately = 'Immediately'
export const onceADay = 'Once a day'
export const onceADayAt = (time: string, zone: string): string =>
  `One email at ${time} ${zone}, with everything since the last one.`
export const emailsAlwaysSent = 'Emails about your password and how you log in are always sent immediately.'
export const emailsNotChanged = (reason: string): string => `Your emails stay as they were: ${reason}`

export const appearance = 'Appearance'
export const colours = 'Colours'
export const rowsOfTables = 'Table rows'
export const normal = 'Normal'
export const compact = 'Compact'
export const keptOnThisDevice = 'Kept on this device.'

export const thisDevice = 'This device'
export const installPortal = 'Install the portal'
export const cannotInstall =
  'This browser does not offer it here, or the portal is already installed. Chrome, Edge and Safari can install it'
export const installInDock = 'To install it in Safari: in the menu bar choose File, then Add to Dock.'
export const installOnHomeScreen =
  'To install it on an iPhone or iPad: press Share, then Add to Home Screen. Notifications work only in the installed portal.'
export const installByMenu = 'To install it: open the menu of the browser and choose Install.'
export const isInstalled =
  'The portal is installed here: it opens in its own window, and csv, xls and xlsx files can be opened with it.'
export const whatInstalledMeans =
  'Installed, the portal opens in its own window, and csv, xls and xlsx files can be opened with it.'
export const notifyMe =
  'Notify me on this device when a batch is waiting for me, or one of mine is approved or rejected'
export const whatIsNotified = 'Notifications contain no card details, names or amounts.'
export const noticesWorkFor = (hours: number): string =>
  `They work for ${counted(hours, 'hour', 'hours')} after you log in, or until you log out, as long as the portal is open, also in the background.`
export const noticesWorkUntil = (until: string): string =>
  `They work until ${until}, or until you log out, as long as the portal is open, also in the background. Each time you log in, that time starts again.`
export const noticesAfterSession =
  'If your session ends because you were away, they continue, but say only that something is waiting for your approval.'
export const alsoWhenClosed = 'Also when the portal is closed'
export const whatPushTells =
  'For the same time. They come through the push service of your browser’s maker, which learns only that something happened.'
export const notificationsRefused =
  'This browser does not allow notifications for the portal. Allow them in the settings of this site first.'
export const noNotifications = 'This browser has no notifications.'

export const changePassword = 'Change Password'
export const oldPassword = 'Old Password'
export const newPassword = 'New Password'
export const passwordConfirmation = 'Password Confirmation'
export const passwordHasChanged = 'Your password has changed!'
export const logInElsewhereAgain = 'You will need to log in again on your other devices.'
export const password = 'Password'
export const enterPasswordFirst = 'Enter your password first'
export const waitingForAnswer = 'Waiting for the answer'

export const rules = 'Rules'
/** Behind a rule, for those who cannot see its tick. */
export const ruleHolds = ': done'
export const ruleNotYet = ': not yet'
export const ruleLength = (min: number): string => `At least ${min} characters`
export const ruleLetters = 'One lowercase and one uppercase letter'
export const ruleDigit = 'At least one digit'
export const ruleSymbol = (symbols: string): string => `At least one symbol from ${symbols}`
export const ruleUsername = 'Does not contain your username'
export const ruleDiffers = 'New password differs from old'

export const enterOldPassword = 'Enter your old password'
export const enterNewPassword = 'Enter a new password'
export const needsLength = (min: number): string => `The new password needs at least ${min} characters`
export const needsLetters = 'The new password needs a lowercase and an uppercase letter'
export const needsDigit = 'The new password needs a digit'
export const needsSymbol = 'The new password needs a symbol'
export const mustNotHoldUsername = 'The new password must not contain your username'
export const mustDiffer = 'The new password must differ from the old one'
export const enterItOnceMore = 'Enter the new password again'
export const passwordsDiffer = 'The two new passwords differ'
