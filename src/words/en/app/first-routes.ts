// The words of app/first-routes.

export const logIn = 'Log in'
export const forgotYourPassword = 'Forgot your password?'
export const setPassword = 'Set Password'
export const activateYourAccount = 'Activate your account'
export const logOut = 'Log out'
export const home = 'Home'
