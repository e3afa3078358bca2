// The words of pages/access/log-in.

export const enterYourPasswordAgain = 'Enter your password again'
export const pageWasReloadedWhileCode =
  'The page was reloaded while a code was asked for. Your password is not kept, so it is needed once more.'
export const youAreSignedInBut =
  'You are signed in, but your settings did not arrive. Try again; nothing has to be typed again.'
export const tryAgain = 'Try again'
export const cancel = 'Cancel'
export const thisFieldIsRequired = 'This field is required'
export const welcome = 'Welcome'
export const logInToCardProgramme = (name: string): string => `Log in to the ${name} card programme`
export const yourSessionHasEnded = 'Your session has ended'
export const logInToGoOnWhere = 'Log in to go on where you were.'
export const username = 'Username'
export const password = 'Password'
export const capsLock = 'Caps Lock is on'
export const logIn = 'Log in'
export const forgotYourPassword = 'Forgot your password?'
export const cannotConnectToServer = 'Cannot connect to server'
export const thisPartOfPortalCould = 'This part of the portal could not be loaded.'
