// The first factor, for everything that a stranger asks with a name and a password. Unknown, wrong, not activated, deleted and
// of another owner answer alike: one code, one text, one cost (threats T10). Locked is said only to somebody who has the right
// password (contract -20032).
import { codes } from '#contract/codes.ts'
import type { Method } from '#contract/facts.ts'
import { callToOrigin, writeAudit } from '#server/audit.ts'
import { type CallContext, type Refusal, refuse } from '#server/context.ts'
import { isPassword } from '#server/passwords.ts'
import * as say from '#words/server/access.ts'
import { type Candidate, clearAttempts, countAttempt } from './queries.ts'

export const WRONG = refuse(codes.badCredentials, say.wrongUsernameOrPassword)
export const LOCKED = refuse(codes.locked, say.accountLocked)

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly ownerID: number
}

/** The user, or why not, with the user that was tried where there is one: for the audit trail. */
export type Checked =
  | { readonly user: Candidate; readonly refusal: undefined }
  | { readonly user: Candidate | undefined; readonly refusal: Refusal }

/** Counts the attempt, compares the password, and forgets earlier wrong ones where it is right. */
export async function checkCredentials(context: CallContext, given: Credentials): Promise<Checked> {
  const { db, settings, client, now } = context
  // The caller's owner is compared, never trusted (threats T04): another one finds nobody.
  const ownerId = given.ownerID === client.ownerId ? client.ownerId : -1
  const limit = { now: now(), lockAfter: settings.lockAfter, lockMinutes: settings.lockMinutes }
  const user = await countAttempt(db, { ownerId, username: given.username.trim() }, limit)
  const isRight = await isPassword(given.password, user?.password_hash ?? null)
  if (!user || !isRight || !user.activated_at) return { user, refusal: WRONG }
  if (user.locked_at || user.locked_until) {
    // Telling a right password on a locked account would let guessing go on: after as many tries again it ends.
    return { user, refusal: user.failed_attempts >= 2 * settings.lockAfter ? WRONG : LOCKED }
  }
  await clearAttempts(db, user.id, settings.lockAfter)
  return { user, refusal: undefined }
}

/** As checkCredentials, with the audit row of a refusal: for whoever asks for the password without being the sign-in itself. */
export async function checkAndNote(context: CallContext, given: Credentials, method: Method): Promise<Checked> {
  const checked = await checkCredentials(context, given)
  const { user, refusal } = checked
  if (refusal)
    await writeAudit(context.db, {
      ...callToOrigin(context),
      userId: user?.id ?? null,
      ownerId: user?.owner_id ?? null,
      method,
      resultCode: refusal.refused,
      refusal: refusal.text,
    })
  return checked
}
