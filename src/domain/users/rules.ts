// The rules for acting on a user, for the buttons of the screen and the server's refusals, and the messages of success.
// Rules: docs/rules/users.md, "Who can act on whom".
import type { SecondFactor } from '#domain/access/second-factor.ts'
import * as say from '#words/domain/users.ts'

/** The facts that the rules need. */
export interface UserState {
  readonly userID: string
  readonly isLocked: boolean
  readonly isActivated: boolean
  readonly secondFactor: SecondFactor
  /** True if this factor is set up; codes by e-mail always are. */
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
/** The message for campaigns that the viewer does not have. */
export const CAMPAIGNS_BEYOND_VIEWER = say.campaignsBeyondViewer
/** The message if the limits of the user and of the group have no campaign in common. */
export const NO_CAMPAIGN_LEFT = say.noCampaignLeft
export const NO_SUCH_CAMPAIGN = say.noSuchCampaign
export const LAST_WAY_IN = say.nobodyElseManagesUsers
export const USERNAME_TAKEN = say.usernameTaken
export const EMAIL_TAKEN = say.emailTaken
/** The message for a group with permissions that the viewer does not have. */
export const NOT_GRANTABLE = say.thisGroupMayDoMoreThan
/**
 * The message for a user with permissions that the viewer does not have. The viewer cannot change, delete, unlock or
 * mail such a user, or reset their second factor.
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

/** Users cannot unlock themselves: in a session that was left open, a password could be guessed endlessly. */
export function refuseUnlock({ userID, isLocked }: UserState, viewerId: string): string | undefined {
  if (!isLocked) return say.thisUserIsNotLocked
  return userID === viewerId ? say.anotherUserHasToUnlock : undefined
}

export const refuseActivationMail = ({ isActivated }: UserState): string | undefined =>
  isActivated ? say.activatedAlready : undefined

/** Users cannot reset their own factor: a session that was left open must not be enough to remove it. */
export function refuseFactorReset(user: UserState, viewerId: string): string | undefined {
  if (user.userID === viewerId) return say.anotherUserHasToReset
  if (user.secondFactor === 'none') return say.signsInWithPassword
  return user.isEnrolled ? undefined : say.twoFactorNotSetUp
}

/** A last login before 1950-01-01 is shown blank. */
export const shownLogin = (lastLogin: string | null): string | null =>
  lastLogin !== null && lastLogin < '1950-01-01' ? null : lastLogin
