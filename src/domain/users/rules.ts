// What can be done about a user, and by whom, for the buttons of the screen and the server's answers. And the messages
// of success. Rules: docs/rules/users.md, "Who can act on whom".
import type { SecondFactor } from '#domain/access/second-factor.ts'
import * as say from '#words/domain/users.ts'

/** The facts that the rules need. */
export interface UserState {
  readonly userID: string
  readonly isLocked: boolean
  readonly isActivated: boolean
  readonly secondFactor: SecondFactor
  /** True if that factor is set up; codes by e-mail always are. */
  readonly isEnrolled: boolean
}

export const USER_SAVED = say.userSavedSuccessfully
export const USER_CREATED = say.userHasBeenCreated
export const USER_REMOVED = say.userSuccessfullyRemoved
export const USER_LOCKED = say.userSuccessfullyLocked
export const USER_UNLOCKED = say.userSuccessfullyUnlocked
export const ACTIVATION_SENT = say.activationEmailSent
export const CHANGE_CONFIRMED = say.userChangeConfirmed
export const FACTOR_RESET = say.otpSuccessfullyReset

export const NO_SUCH_USER = say.thereIsNoSuchUser
export const OWN_GROUP = say.cannotChangeOwnGroup
export const CANNOT_CHANGE_OWN_CAMPAIGNS = say.cannotChangeOwnCampaigns
/** For campaigns that the viewer does not have. */
export const CAMPAIGNS_BEYOND_VIEWER = say.campaignsBeyondViewer
/** The limits of the user and those of the group have nothing in common. */
export const NO_CAMPAIGN_LEFT = say.noCampaignLeft
export const NO_SUCH_CAMPAIGN = say.noSuchCampaign
export const LAST_WAY_IN = say.nobodyElseManagesUsers
export const USERNAME_TAKEN = say.usernameTaken
export const EMAIL_TAKEN = say.emailTaken
/** For a group with permissions that the viewer does not have. */
export const NOT_GRANTABLE = say.thisGroupMayDoMoreThan
/**
 * For a user with permissions that the viewer does not have: no one changes, deletes, unlocks or mails them, or resets
 * their second factor.
 */
export const BEYOND_VIEWER = say.thisUserMayDoMoreThan

/** Length of the reason of a lock. */
export const MAX_LOCK_REASON = 255

/** Users cannot delete their own account. */
export const refuseDeletion = ({ userID }: UserState, viewerId: string): string | undefined =>
  userID === viewerId ? say.cannotDeleteOneself : undefined

/** Users cannot lock themselves, since another user has to unlock them. */
export function refuseLock({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (userID === viewerId) return say.cannotLockOneself
  return isLocked ? say.thisUserIsLocked : undefined
}

/** Not by the user: in a session that was left open a password could be guessed endlessly. */
export function refuseUnlock({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (!isLocked) return say.thisUserIsNotLocked
  return userID === viewerId ? say.anotherUserHasToUnlock : undefined
}

export const refuseActivationMail = ({ isActivated }: UserState): string | undefined =>
  isActivated ? say.activatedAlready : undefined

/** Not by the user: a session that was left open must not be enough to remove the second factor. */
export function refuseFactorReset(user: UserState, viewerId: string): string | undefined {
  if (user.userID === viewerId) return say.anotherUserHasToReset
  if (user.secondFactor === 'none') return say.signsInWithPassword
  return user.isEnrolled ? undefined : say.twoFactorNotSetUp
}

/** A last login before 1950-01-01 is shown blank. */
export const shownLogin = (lastLogin: string | null): string | null =>
  lastLogin !== null && lastLogin < '1950-01-01' ? null : lastLogin
