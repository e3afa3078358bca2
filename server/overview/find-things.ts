// The global search: finds batches and orders by words or number, among those that the viewer can see.
import { sql } from 'kysely'
import { hasPermission, type Permission } from '#domain/access/permissions.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { Handler } from '#server/operations/context.ts'
import { batchesInScope, inScope } from '#server/operations/scope.ts'

/** Maximum number of results for each type. More would be too many to choose from. */
const MAX_RESULTS = 6

interface Duties {
  readonly isMaker: boolean
  readonly isApprover: boolean
}

export const findThings: Handler<'findThings'> = async ({ db, viewer }, { search }) => {
  const hasAny = (...permissions: Permission[]) =>
    permissions.some((permission) => hasPermission(viewer.permissions, permission))
  const canMakeBatches = hasAny('Batch.load', 'Batch.redeem')
  const canMakeOrders = hasAny('Card.write', 'Card.order')
  const searchText = search.trim().toLowerCase()
  // Null for a text, so that no id is equal to it.
  const searchNumber = /^[1-9][0-9]{0,9}$/.test(searchText) ? searchText : null
  // Makers see only their own batches and orders, approvers see all.
  const visibleCondition = (makerColumn: string, { isMaker, isApprover }: Duties) => {
    if (isApprover) return sql`true`
    return isMaker ? sql`${sql.ref(makerColumn)} = ${viewer.userId}` : sql`false`
  }
  const batchDuties = { isMaker: canMakeBatches, isApprover: hasAny('Batch.approve') }
  const orderDuties = { isMaker: canMakeOrders, isApprover: hasAny('Card.approve') }
  const batches = await sql<{ id: number; reference: string; is_own: boolean }>`
    SELECT f.id, f.reference, f.uploaded_by = ${viewer.userId} AS is_own
    FROM batch_file f
    WHERE ${batchesInScope(viewer)} AND ${visibleCondition('f.uploaded_by', batchDuties)}
      AND (position(${searchText}::text IN lower(f.reference)) > 0 OR f.id = ${searchNumber}::bigint)
    -- First the batch with this id, then batches with exactly this reference.
    ORDER BY f.id = ${searchNumber}::bigint DESC, lower(f.reference) = ${searchText}::text DESC, f.uploaded_at DESC
    LIMIT ${MAX_RESULTS}
  `.execute(db)
  const orders = await sql<{ id: number; kind: OrderType; name: string; is_own: boolean }>`
    SELECT o.id, o.kind, p.name, o.ordered_by = ${viewer.userId} AS is_own
    FROM card_order o JOIN campaign p ON p.id = o.campaign_id
    WHERE ${inScope(viewer, 'o')} AND ${visibleCondition('o.ordered_by', orderDuties)}
      AND (position(${searchText}::text IN lower(p.name)) > 0 OR o.id = ${searchNumber}::bigint)
    -- First the order with this id.
    ORDER BY o.id = ${searchNumber}::bigint DESC, o.ordered_at DESC LIMIT ${MAX_RESULTS}
  `.execute(db)
  return {
    batches: batches.rows.map(({ id, reference, is_own }) => ({
      id: String(id),
      reference,
      // The page of own batches is only for makers.
      isOwn: is_own && canMakeBatches,
    })),
    orders: orders.rows.map(({ id, kind, name, is_own }) => ({
      id: String(id),
      kind,
      campaignName: name,
      isOwn: is_own && canMakeOrders,
    })),
  }
}
