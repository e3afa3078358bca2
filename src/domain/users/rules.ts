// What may be done about a user, and by whom (batches §4 "User states", §6): asked by the screen for what it bars, by the host for
// its answers. And the words of success (batches §8).
import type { SecondFactor } from '#domain/access/second-factor.ts'

/** What the rules look at. */
export interface UserState {
  readonly userID: string
  readonly isLocked: boolean
  readonly isActivated: boolean
  readonly secondFactor: SecondFactor
  /** True where that factor is set up, as codes by e-mail always are. */
  readonly isEnrolled: boolean
}

export const USER_SAVED = 'User saved successfully'
export const USER_CREATED = 'The user has been created!'
export const USER_REMOVED = 'User successfully removed'
export const USER_UNLOCKED = 'User successfully unlocked'
export const ACTIVATION_SENT = 'Activation email successfully sent'
export const FACTOR_RESET = 'OTP successfully reset'

export const NO_SUCH_USER = 'There is no such user'
export const OWN_GROUP = 'You cannot change your own group'
export const LAST_WAY_IN = 'Nobody else can manage users. Give another active user a group that may do so first'
export const USERNAME_TAKEN = 'This username is taken. Enter another one'
export const EMAIL_TAKEN = 'Another user has this email address. Enter another one'
/** Of a group whose permissions the viewer does not all hold. */
export const NOT_GRANTABLE = 'This group may do more than you. Ask somebody who holds all of its permissions'
/** Who reads a user's mail or sets up their second factor can sign in as them. */
export const BEYOND_VIEWER = 'This user may do more than you. Ask somebody who holds all of their permissions'

/** batches §6: a user cannot delete their own account. */
export const refuseDeletion = ({ userID }: UserState, viewerId: string): string | undefined =>
  userID === viewerId ? 'You cannot delete your own account' : undefined

/** Not by oneself: with a session that was left open a password could be guessed without end. */
export function refuseUnlock({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (!isLocked) return 'This user is not locked'
  return userID === viewerId ? 'Another user has to unlock your own account' : undefined
}

export const refuseActivationMail = ({ isActivated }: UserState): string | undefined =>
  isActivated ? 'This user has activated the account already' : undefined

/** Not by oneself: a session that was left open must not be enough to take the second factor away. */
export function refuseFactorReset(user: UserState, viewerId: string): string | undefined {
  if (user.userID === viewerId) return 'Another user has to reset your own two-factor authentication'
  if (user.secondFactor === 'none') return 'This user signs in with a password alone'
  return user.isEnrolled ? undefined : 'Two-factor authentication is not set up yet'
}

/** batches §9: a last login before 1950-01-01 is shown blank. */
export const shownLogin = (lastLogin: string | null): string | null =>
  lastLogin !== null && lastLogin < '1950-01-01' ? null : lastLogin
