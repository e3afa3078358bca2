// The words of pages/users/find.
import { number } from '#words/figures.ts'

export const users = 'Users'
export const onlyFirstUsersAreShown = (count: number): string => `Only the first ${number(count)} users are shown`
export const moreUsersMatch = 'More users match. Type more of a name.'
export const usersCount = (count: number): string => `Users (${number(count)})`
export const noUserMatchesThisSearch = 'No user matches this search'
export const usersAppearHereAsSoon = 'Users appear here as soon as one is added.'
export const everyWordIsLooked =
  'We look for every word in the username, first name, last name and email. Search for fewer words.'
export const editUser = (userName: string): string => `Edit user ${userName}`
export const edit = 'Edit'
export const moreForUser = (userName: string): string => `More for user ${userName}`
export const whatThisUserDid = 'What this user did'
export const whatWasDoneToThisUser = 'What was done to this user'
export const locked = 'Locked'
export const no = 'No'
export const yes = 'Yes'
export const notYet = 'Not yet'
export const lock = 'Lock'
export const lockUser = (userName: string): string => `Lock user ${userName}?`
export const lockEffect = (user: string): string =>
  `${user} is logged out everywhere and cannot log in until an administrator unlocks the account. Their batches and orders stay and can still be decided.`
export const lockUserUserName = (userName: string): string => `Lock user ${userName}`
export const lockReasonIsRecorded = 'Shown in the audit trail.'
export const unlock = 'Unlock'
export const unlockUser = (userName: string): string => `Unlock user ${userName}?`
export const canSignInAgainAtOnce = (user: string): string =>
  `${user} can log in again immediately. The count of wrong passwords and codes restarts at zero.`
export const unlockUserUserName = (userName: string): string => `Unlock user ${userName}`
export const resendActivationEmail = 'Resend activation email'
export const sendActivationTo = (userName: string): string => `Send a new activation email to user ${userName}?`
export const newLinkGoesToLinks = (email: string): string =>
  `A new link goes to ${email}. Links that were sent before stop working.`
export const sendActivationEmail = 'Send activation email'
export const resetTwoFactorOtp = 'Reset two-factor OTP'
export const resetTwoFactorOtpOfUser = (userName: string): string => `Reset the two-factor OTP of user ${userName}?`
export const resetEffect = (user: string, item: string, email: string): string =>
  `${user} is logged out everywhere. ${item} An email tells ${email} about it.`
export const deleteIt = 'Delete'
export const deleteUser = (userName: string): string => `Delete user ${userName}?`
export const deletionEffect = (user: string): string =>
  `${user} is logged out everywhere and can no longer log in. Their batches and orders stay and can still be decided. This cannot be undone.`
export const deleteUserUserName = (userName: string): string => `Delete user ${userName}`
export const appStopsWorking =
  'The authenticator app, recovery codes and passkeys stop working, and an app must be set up again at the next login.'
export const sentCodesStopWorking =
  'Codes that were sent and passkeys stop working; the next login sends a new code by email.'
export const userId = 'User ID'
export const userName = 'Username'
export const firstName = 'First name'
export const lastName = 'Last name'
export const email = 'Email'
export const groups = 'Groups'
export const lastLogin = 'Last login'
export const activated = 'Activated'
export const heldBack = 'Waiting for confirmation'
