// The rules for actions on a user, for the buttons on screen and the server's refusals.
// Rules: docs/rules/users.md, "Who can act on whom".
import { m } from '#words/messages.js'
import type { SecondFactor } from '#domain/access/second-factor.ts'

/** The facts that the rules need. */
export interface UserState {
  readonly userID: string
  readonly isLocked: boolean
  readonly isActivated: boolean
  readonly secondFactor: SecondFactor
  /** True if the second factor is set up. Always true for codes by e-mail, which need no set-up. */
  readonly isEnrolled: boolean
}

/** Maximum length of the reason of a lock. */
export const MAX_LOCK_REASON = 255

/** Why the viewer cannot delete a user. Undefined if the viewer can. Users cannot delete themselves. */
export const userDeletionRefusal = ({ userID }: UserState, viewerId: string): string | undefined =>
  userID === viewerId ? m.users_cannotDeleteOneself() : undefined

/**
 * Why the viewer cannot lock a user. Undefined if the viewer can. Users cannot lock themselves, since another user has to
 * unlock them.
 */
export function userLockRefusal({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (userID === viewerId) return m.users_cannotLockOneself()
  return isLocked ? m.users_thisUserIsLocked() : undefined
}

/**
 * Why the viewer cannot unlock a user. Undefined if the viewer can. Users cannot unlock themselves: otherwise anyone could
 * guess passwords without limit in a session that its user has left open.
 */
export function userUnlockRefusal({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (!isLocked) return m.users_thisUserIsNotLocked()
  return userID === viewerId ? m.users_anotherUserHasToUnlock() : undefined
}

export const activationMailRefusal = ({ isActivated }: UserState): string | undefined =>
  isActivated ? m.users_activatedAlready() : undefined

/**
 * Why the viewer cannot reset a second factor. Undefined if the viewer can. Users cannot reset their own factor: otherwise
 * anyone could reset it in a session that its user has left open.
 */
export function factorResetRefusal(user: UserState, viewerId: string): string | undefined {
  if (user.userID === viewerId) return m.users_anotherUserHasToReset()
  if (user.secondFactor === 'none') return m.users_passwordOnly()
  return user.isEnrolled ? undefined : m.users_twoFactorNotSetUp()
}

/** The last login to show. Null, which is shown as blank, if there was no login. */
export function shownLogin(lastLogin: string | null): string | null {
  // A time before 1950 also means that there was no login.
  const meansNoLogin = lastLogin === null || lastLogin < '1950-01-01'
  return meansNoLogin ? null : lastLogin
}
