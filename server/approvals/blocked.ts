// Finds the batches and orders that wait for a signature although no one can sign them. An approver cannot sign if the
// approver's account is locked or held after a change, if the approver is the maker or has already signed, or if the
// rules do not ask the approver's group to sign. Deputies cannot sign for the same reasons.
import { type RawBuilder, sql } from 'kysely'
import { batchStates } from '#domain/batch/states.ts'
import { batchStateConditions } from '#server/db/batch-states.ts'
import { orderIsAwaiting } from '#server/db/order-states.ts'
import type { Db } from '#server/operations/context.ts'
import { grantedPermissions } from '#server/operations/user-scope.ts'

/** An SQL condition: true if the account of the user `u` is active, not locked, and not held after a change. */
const isActiveUserSql = sql`u.deleted_at IS NULL AND u.activated_at IS NOT NULL AND u.locked_at IS NULL AND NOT EXISTS (
  SELECT FROM user_change c WHERE c.user_id = u.id AND c.closed_at IS NULL AND c.held_until > programme_time()
)`

/**
 * SQL conditions on batches `f` and orders `o`: true if no user can give the next signature. The user who gives it must
 * be active, have the permission, not be the maker, and see the campaigns (NULL stands for all campaigns). Without
 * approval rules nothing is blocked.
 */
export const isBlockedSql: Readonly<Record<'batch' | 'order', RawBuilder<unknown>>> = {
  batch: sql`(f.approval_terms IS NOT NULL AND ${batchStateConditions[batchStates.awaiting]} AND NOT EXISTS (
    SELECT FROM user_account u JOIN user_group g ON g.id = u.group_id
    WHERE u.owner_id = f.owner_id AND ${isActiveUserSql} AND 'Batch.approve' = ANY (${grantedPermissions})
      AND u.id <> f.uploaded_by AND u.id IS DISTINCT FROM f.key_made_by
      AND (u.campaign_ids IS NULL OR f.campaign_ids <@ u.campaign_ids)
      AND (g.campaign_ids IS NULL OR f.campaign_ids <@ g.campaign_ids)
      AND can_sign_next(of_batch => f.id, of_order => NULL, terms => f.approval_terms, of_user => u.id, of_group => u.group_id)
  ))`,
  order: sql`(o.approval_terms IS NOT NULL AND ${orderIsAwaiting} AND NOT EXISTS (
    SELECT FROM user_account u JOIN user_group g ON g.id = u.group_id
    WHERE u.owner_id = o.owner_id AND ${isActiveUserSql} AND 'Card.approve' = ANY (${grantedPermissions})
      AND u.id <> o.ordered_by AND u.id IS DISTINCT FROM o.key_made_by
      AND (u.campaign_ids IS NULL OR o.campaign_id = ANY (u.campaign_ids))
      AND (g.campaign_ids IS NULL OR o.campaign_id = ANY (g.campaign_ids))
      AND can_sign_next(of_batch => NULL, of_order => o.id, terms => o.approval_terms, of_user => u.id, of_group => u.group_id)
  ))`,
}

/** The ids of the batches or orders that no one can sign. */
export async function findBlocked(
  db: Db,
  subject: 'batch' | 'order',
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const queries = {
    batch: sql<{ id: number }>`
      SELECT f.id FROM batch_file f WHERE f.id = ANY (${ids}::bigint[]) AND ${isBlockedSql.batch}`,
    order: sql<{ id: number }>`
      SELECT o.id FROM card_order o WHERE o.id = ANY (${ids}::bigint[]) AND ${isBlockedSql.order}`,
  }
  const { rows } = await queries[subject].execute(db)
  return new Set(rows.map(({ id }) => id))
}
