// Erases the personal data of deleted users. A user's row stays, since batches, orders and audit entries refer to its id.
// Afterwards the user is shown as 'erased-7'.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Services } from '#server/operations/context.ts'

/** SQL that is true for a deleted user `u` whose data is not erased yet. */
export const isDeletedUserSql = sql<boolean>`(u.deleted_at IS NOT NULL AND u.username <> 'erased-' || u.id)`

/** Tables whose rows are only about a user. In other tables, user_id is the user who did something. */
export const userTables = [
  'access_link',
  'approval_challenge',
  'card_number_count',
  'digest_event',
  'email_code',
  'notice_channel',
  'passkey',
  'passkey_challenge',
  'provider_login',
  'recovery_code',
  'request_answer',
  'saved_report',
  'user_identity',
  'user_session',
  'wrong_password',
] as const

export async function eraseUsers(
  trx: Db,
  { wrapDraftKey }: Pick<Services['secrets'], 'wrapDraftKey'>,
  userIds: readonly number[],
): Promise<void> {
  const ids = [...userIds]
  for (const table of userTables) await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ANY (${ids})`.execute(trx)
  await sql`UPDATE user_change SET facts = '{"before": {}, "after": {}}' WHERE user_id = ANY (${ids})`.execute(trx)
  for (const id of ids)
    await trx
      .updateTable('user_account')
      .set({
        username: `erased-${id}`,
        firstname: '',
        lastname: '',
        email: '',
        external_id: null,
        password_hash: null,
        second_factor: 'none',
        second_factor_secret: null,
        second_factor_enrolled_at: null,
        second_factor_offer: null,
        second_factor_offer_until: null,
        // Drafts on devices can never be opened again.
        draft_key: wrapDraftKey(randomBytes(32)),
      })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute()
}
