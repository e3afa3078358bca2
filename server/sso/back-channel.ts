// Ends all sessions of a user when the company's login sends a logout message (OpenID Connect Back-Channel Logout). The
// notices on the user's devices end with the sessions. Rules: docs/rules/single-sign-on.md, "Logging out".
import { createHash } from 'node:crypto'
import { codes } from '#contract/codes.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { errorToFields } from '#server/log.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { invalidateTickets } from '#server/sessions/provider-logins.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { type LogoutMessage, ProviderUnreachable, readLogoutMessage } from './provider.ts'

/**
 * 'refused': the message is not valid or was carried out before. 'unreachable': the message could not be checked,
 * because the provider did not answer.
 */
export async function acceptLogoutMessage(
  context: CallContext,
  token: string,
): Promise<'done' | 'refused' | 'unreachable'> {
  const { db, log, correlationId } = context
  let message: LogoutMessage
  try {
    message = await readLogoutMessage(context, token)
  } catch (error) {
    log.warn({ correlationId, ...errorToFields(error) }, 'a logout message was refused')
    return error instanceof ProviderUnreachable ? 'unreachable' : 'refused'
  }
  return db.transaction().execute(async (trx) => {
    const isNew = await storeMessage(trx, message)
    if (!isNew) return 'refused'
    for (const userId of await findUserIds(trx, context, message)) {
      await endSessionsOf(trx, userId, context.now())
      await invalidateTickets(trx, userId, context.now())
      await writeAudit(trx, {
        ...callToOrigin(context),
        userId: null,
        ownerId: context.client.ownerId,
        method: 'endSessionsByProvider',
        subjectType: 'user',
        subjectId: String(userId),
        resultCode: codes.success,
      })
    }
    return 'done'
  })
}

/** Stores that the message was carried out. False if it was stored before. */
async function storeMessage(db: Db, { issuer, jti, expiresAt }: LogoutMessage): Promise<boolean> {
  const rows = await db
    .insertInto('provider_logout')
    .values({ issuer, jti_hash: createHash('sha256').update(jti).digest(), expires_at: new Date(expiresAt) })
    .onConflict((on) => on.doNothing())
    .returning('issuer')
    .execute()
  return rows.length > 0
}

/**
 * The ids of the users with the subject of the message. Without a subject, the ids of the users of the sessions with
 * the `sid` of the message.
 */
async function findUserIds(
  db: Db,
  { client }: CallContext,
  { issuer, subject, sid }: LogoutMessage,
): Promise<number[]> {
  if (subject !== undefined) {
    const bySubject = await db
      .selectFrom('user_identity as i')
      .innerJoin('user_account as u', 'u.id', 'i.user_id')
      .select('u.id')
      .where('i.issuer', '=', issuer)
      .where('i.subject', '=', subject)
      .where('u.owner_id', '=', client.ownerId)
      .execute()
    return bySubject.map(({ id }) => id)
  }
  if (sid === undefined) return []
  const bySession = await db
    .selectFrom('user_session as s')
    .innerJoin('user_account as u', 'u.id', 's.user_id')
    .select('u.id')
    .distinct()
    .where('s.issuer', '=', issuer)
    .where('s.provider_sid', '=', sid)
    .where('u.owner_id', '=', client.ownerId)
    .execute()
  return bySession.map(({ id }) => id)
}
