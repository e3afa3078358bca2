// Finds rows that order a card for a person who also has one in another order. A file that is submitted again with one
// more row has a different fingerprint, so it would issue all its other cards twice. This is a warning for maker and
// approver, not a refusal.
import { type RawBuilder, sql } from 'kysely'
import { orderIdentityFields } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { startOfDuplicatePeriod } from '#server/approvals/duplicates.ts'
import { columnsToUnnest } from '#server/db/sets.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { inScope } from '#server/operations/scope.ts'

interface OtherOrdersSearch {
  readonly type: OrderType
  readonly campaignId: number
  /** The order of the rows. Undefined before the submission. */
  readonly ownOrderId?: number
}

/**
 * Returns, by the row's index, the ids of the campaign's other orders with a card for the same person, newest first.
 * Searches the orders that await a decision and those of the last 30 days.
 */
export async function findOtherOrdersByRow(
  context: SessionContext,
  { type, campaignId, ownOrderId }: OtherOrdersSearch,
  orderRows: readonly { readonly fields: Readonly<Record<string, string>> }[],
): Promise<ReadonlyMap<number, string[]>> {
  const { db, viewer } = context
  const searchedOrders = await sql<{ id: number }>`
    SELECT o.id FROM card_order o
    WHERE ${inScope(viewer, 'o')} AND o.kind = ${type} AND o.campaign_id = ${campaignId} AND o.id <> ${ownOrderId ?? 0}
      AND o.rejected_at IS NULL AND o.cancelled_at IS NULL
      AND (o.ordered_at >= ${startOfDuplicatePeriod(context)} OR (o.kind = 'virtual' AND o.approved_at IS NULL))
  `.execute(db)
  if (searchedOrders.rows.length === 0) return new Map()
  const identityFields = orderIdentityFields[type]
  const storedPerson = sql.join(
    identityFields.map((name) => sql`coalesce(r.fields->>${sql.lit(name)}, '')`),
    sql` || ${sql.lit(SEPARATOR)} || `,
  )
  const { rows } = await sql<{ index: number; order_ids: number[] }>`
    SELECT s.index, array_agg(DISTINCT r.order_id ORDER BY r.order_id DESC) AS order_ids
    FROM ${columnsToUnnest([
      ['integer', orderRows.map((_, index) => index)],
      ['text', orderRows.map(({ fields }) => identityFields.map((name) => fields[name] ?? '').join(SEPARATOR))],
    ])} AS s (index, person)
    JOIN card_order_row r ON ${normalised(storedPerson)} = ${normalised(sql`s.person`)}
    WHERE r.order_id = ANY (${searchedOrders.rows.map(({ id }) => id)}::bigint[]) AND r.state IN ('waiting', 'issued')
    GROUP BY s.index
  `.execute(db)
  return new Map(rows.map((row) => [row.index, row.order_ids.map(String)]))
}

// Texts of an order never contain a line break.
const SEPARATOR = '\n'

/** The form in which texts are compared: differences in case and repeated spaces do not count. */
const normalised = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, ' +', ' ', 'g'))`
