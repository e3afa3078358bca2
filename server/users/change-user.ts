// An administrator's actions on a user, except saving: delete, lock, unlock, resend the activation mail, reset the
// second factor. The text of a refusal is also the hint of the disabled button on the screen.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import {
  activationMailRefusal,
  userDeletionRefusal,
  factorResetRefusal,
  userLockRefusal,
  userUnlockRefusal,
  type UserState,
} from '#domain/users/rules.ts'
import type { AuditValues, ChangedValues } from '#server/audit/audit-fields.ts'
import {
  type Db,
  type Handler,
  type Services,
  refuse,
  type Refusal,
  type SessionContext,
  checkRule,
} from '#server/operations/context.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { refuseWithoutRecentPassword } from '#server/operations/recent-password.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { clearWrongPasswordsOfUser } from '#server/sessions/wrong-passwords.ts'
import { isWithinViewersRights } from './groups.ts'
import { sendActivationLink } from './insert-user.ts'
import { recordUserChange } from './user-changes.ts'
import {
  lockUserChanges,
  hasOtherUserManager,
  rowToState,
  findUserById,
  type UserRow,
  userToAuditValues,
} from './queries.ts'

/**
 * Deletes only the account. Everything that the user has submitted or decided stays: the user's batches can still be
 * decided, and the audit trail still names the user.
 */
export const deleteUser: Handler<'deleteUser'> = async (context, { deleteUserID }) => {
  const user = await lockUserForChange(context, deleteUserID, userDeletionRefusal)
  if ('refusalCode' in user) return user
  const { db, viewer, now } = context
  if (!(await hasOtherUserManager(db, viewer.ownerId, user.id)))
    return refuse(codes.refusedState, m.users_lastUserManager)
  await db
    .updateTable('user_account')
    .set({ deleted_at: new Date(now()) })
    .where('id', '=', user.id)
    .execute()
  await endSessionsOf(db, user.id, now())
  context.recordChange({ before: userToAuditValues(user) })
  return { resultText: m.users_userSuccessfullyRemoved() }
}

export const lockUser: Handler<'lockUser'> = async (context, { lockUserID, reason: reasonText = '' }) => {
  const user = await lockUserForChange(context, lockUserID, userLockRefusal)
  if ('refusalCode' in user) return user
  const { db, viewer } = context
  const reason = reasonText.trim()
  const refusal = refuseCardNumber('reason', reason)
  if (refusal) return refusal
  if (!(await hasOtherUserManager(db, viewer.ownerId, user.id)))
    return refuse(codes.refusedState, m.users_lastUserManager)
  await lockAccount(context, db, user.id)
  context.recordChange(lockToChange(reason))
  return { resultText: m.users_userSuccessfullyLocked() }
}

/**
 * Locks the user and ends all sessions of the user. The lock lasts until an administrator unlocks the user. The
 * directory can unlock only users that the directory has locked. `lockedBy` is null if an administrator locks the user.
 */
export async function lockAccount(
  { now }: Pick<Services, 'now'>,
  db: Db,
  userId: number,
  lockedBy: 'directory' | 'disuse' | null = null,
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ locked_at: new Date(now()), locked_by: lockedBy })
    .where('id', '=', userId)
    .execute()
  await endSessionsOf(db, userId, now())
}

/** The audit trail's record of a lock. */
export const lockToChange = (reason: string): ChangedValues => ({
  before: { locked: false },
  after: { locked: true, reason },
})

export const unlockUser: Handler<'unlockUser'> = async (context, { unlockUserID }) => {
  const user = await lockUserForChange(context, unlockUserID, userUnlockRefusal)
  if ('refusalCode' in user) return user
  await unlockAccount(context, context.db, user.id)
  context.recordChange({ before: { locked: true }, after: { locked: false } })
  return { resultText: m.users_userSuccessfullyUnlocked() }
}

/** Unlocks the user, and resets the counts of wrong passwords, of wrong codes, and of the days without a log-in. */
export async function unlockAccount({ now }: Pick<Services, 'now'>, db: Db, userId: number): Promise<void> {
  await clearWrongPasswordsOfUser(db, userId)
  await db
    .updateTable('user_account')
    .set({
      locked_at: null,
      locked_by: null,
      locked_until: null,
      failed_attempts: 0,
      code_failures: 0,
      unused_since: new Date(now()),
      unused_warned_at: null,
    })
    .where('id', '=', userId)
    .execute()
}

export const resendActivation: Handler<'resendActivation'> = async (context, { resendActivationUserID }) => {
  const user = await lockUserForChange(context, resendActivationUserID, activationMailRefusal)
  if ('refusalCode' in user) return user
  await sendActivationLink(context, context.db, user)
  context.recordValues({ email: user.email })
  context.afterCommit(() => context.jobs.wake())
  return { resultText: m.users_activationEmailSent() }
}

export const reset2FAEnrolment: Handler<'reset2FAEnrolment'> = async (context, { reset2FAUserID, reset2FAOwnerID }) => {
  const { db, viewer } = context
  // Other owners' users are not found.
  if (reset2FAOwnerID !== viewer.ownerId) return refuse(codes.notFound, m.common_thereIsNoSuchUser)
  const user = await lockUserForChange(context, reset2FAUserID, factorResetRefusal)
  if ('refusalCode' in user) return user
  const refusal = await refuseWithoutRecentPassword(context)
  if (refusal) return refusal
  await resetFactor(context, db, user)
  const changedValues = { before: factorAuditValues(user), after: resetAuditValues(user) }
  await recordUserChange(context, { userId: user.id, kinds: ['factor'], before: user, facts: changedValues })
  context.recordChange(changedValues)
  context.afterCommit(() => context.jobs.wake())
  return { resultText: m.users_otpSuccessfullyReset() }
}

/** The audit trail's record of the second factor before a reset. */
export const factorAuditValues = (user: UserRow): AuditValues => ({
  secondFactor: user.second_factor,
  secondFactorReady: user.second_factor === 'app' ? user.second_factor_enrolled_at !== null : undefined,
})
/** The audit trail's record of the second factor after a reset. */
export const resetAuditValues = (user: UserRow): AuditValues =>
  user.second_factor === 'app' ? { secondFactor: 'app', secondFactorReady: false } : { secondFactor: 'email' }

/**
 * Invalidates every second factor: app, recovery codes, passkeys, mailed codes. Users with an app must set up an app
 * again at the next login. All other users get codes by e-mail from now on, so no one is left with only a password. The
 * user is notified by e-mail. Call `jobs.wake` after the commit.
 */
export async function resetFactor(
  services: Pick<Services, 'jobs' | 'secrets' | 'now'>,
  db: Db,
  user: UserRow,
): Promise<void> {
  const hasApp = user.second_factor === 'app'
  await db
    .updateTable('user_account')
    .set({
      second_factor: hasApp ? 'app' : 'email',
      second_factor_secret: null,
      second_factor_enrolled_at: null,
      second_factor_step: null,
      second_factor_offer: null,
      second_factor_offer_until: null,
      code_failures: 0,
    })
    .where('id', '=', user.id)
    .execute()
  for (const table of ['recovery_code', 'passkey', 'passkey_challenge', 'email_code'] as const)
    await db.deleteFrom(table).where('user_id', '=', user.id).execute()
  await endSessionsOf(db, user.id, services.now())
  await enqueueMail(services, db, { kind: 'factorReset', to: userToRecipient(user), next: hasApp ? 'app' : 'email' })
}

/**
 * Returns the user, locked until the transaction ends, or a refusal. `refusalOf` returns why the change is refused. A
 * viewer cannot change a user who has permissions or campaigns that the viewer lacks.
 */
async function lockUserForChange(
  context: SessionContext,
  userId: string,
  refusalOf: (user: UserState, viewerId: string) => string | undefined,
): Promise<UserRow | Refusal> {
  const { db, viewer } = context
  context.setSubject('user', userId)
  await lockUserChanges(db, viewer.ownerId)
  const user = await findUserById(db, viewer.ownerId, userId)
  if (!user) return refuse(codes.notFound, m.common_thereIsNoSuchUser)
  const state = rowToState(user, context)
  const refusal = checkRule(codes.refusedState, () => refusalOf(state, String(viewer.userId)))
  if (refusal) return refusal
  return isWithinViewersRights(viewer, user) ? user : refuse(codes.refusedState, m.users_userBeyondViewer)
}
