// The words of pages/access/log-in.

export const enterYourPasswordAgain = 'Enter your password again'
export const pageWasReloadedWhileCode = 'The page reloaded while you were entering a code. Enter your password again.'
export const youAreSignedInBut =
  'You are logged in, but your settings did not arrive. Try again; you do not need to type anything again.'
export const tryAgain = 'Try again'
export const cancel = 'Cancel'
export const thisFieldIsRequired = 'This field is required'
export const welcome = 'Welcome'
export const logInToCardProgramme = (name: string): string => `Log in to the ${name} card programme`
export const yourSessionHasEnded = 'Your session has ended'
export const logInToGoOnWhere = 'Log in to continue where you left off.'
export const username = 'Username'
export const password = 'Password'
export const capsLock = 'Caps Lock is on'
export const logIn = 'Log in'
export const forgotYourPassword = 'Forgot your password?'
export const cannotConnectToServer = 'Cannot connect to server'
export const thisPartOfPortalCould = 'This part of the portal could not be loaded.'
