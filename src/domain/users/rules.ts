// The rules for acting on a user, for the buttons of the screen and the server's refusals, and the messages of success.
// Rules: docs/rules/users.md, "Who can act on whom".
import { m } from '#words/messages.js'
import type { SecondFactor } from '#domain/access/second-factor.ts'

/** The facts that the rules need. */
export interface UserState {
  readonly userID: string
  readonly isLocked: boolean
  readonly isActivated: boolean
  readonly secondFactor: SecondFactor
  /** True if this factor is set up; codes by e-mail always are. */
  readonly isEnrolled: boolean
}

/** Length of the reason of a lock. */
export const MAX_LOCK_REASON = 255

/** Users cannot delete their own account. */
export const refuseDeletion = ({ userID }: UserState, viewerId: string): string | undefined =>
  userID === viewerId ? m.users_cannotDeleteOneself() : undefined

/** Users cannot lock themselves, since another user has to unlock them. */
export function refuseLock({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (userID === viewerId) return m.users_cannotLockOneself()
  return isLocked ? m.users_thisUserIsLocked() : undefined
}

/** Users cannot unlock themselves: in a session that was left open, a password could be guessed endlessly. */
export function refuseUnlock({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (!isLocked) return m.users_thisUserIsNotLocked()
  return userID === viewerId ? m.users_anotherUserHasToUnlock() : undefined
}

export const refuseActivationMail = ({ isActivated }: UserState): string | undefined =>
  isActivated ? m.users_activatedAlready() : undefined

/** Users cannot reset their own factor: a session that was left open must not be enough to remove it. */
export function refuseFactorReset(user: UserState, viewerId: string): string | undefined {
  if (user.userID === viewerId) return m.users_anotherUserHasToReset()
  if (user.secondFactor === 'none') return m.users_signsInWithPassword()
  return user.isEnrolled ? undefined : m.users_twoFactorNotSetUp()
}

/** A last login before 1950-01-01 is shown blank. */
export const shownLogin = (lastLogin: string | null): string | null =>
  lastLogin !== null && lastLogin < '1950-01-01' ? null : lastLogin
