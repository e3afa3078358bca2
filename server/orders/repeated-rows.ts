// Finds rows whose person gets a card from another order too. A file that is submitted again with one more row has
// another fingerprint, and would issue all its other cards twice. Maker and approver are only warned; nothing is
// refused.
import { type RawBuilder, sql } from 'kysely'
import { orderIdentityFields } from '#domain/order/fields.ts'
import type { OrderType } from '#domain/order/types.ts'
import { startOfDuplicatePeriod } from '#server/approvals/duplicates.ts'
import { columnsToTable, groupRows } from '#server/db/sets.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { inScope } from '#server/operations/scope.ts'

interface OtherOrdersSearch {
  readonly campaignId: number
  /** The order of the rows. Undefined before the submission. */
  readonly ownOrderId?: number
  readonly rows: readonly { readonly fields: Readonly<Record<string, string>> }[]
}

/** By the index of a row: the ids of the other orders with a card for the same person, newest first. */
export type OtherOrdersByRow = ReadonlyMap<number, string[]>

/**
 * For each search, the campaign's other orders of this type with a card for the same person. Only orders that await a
 * decision and orders of the last 30 days are searched. Two SQL statements are enough for any number of searches.
 */
export async function findOtherOrdersByRow(
  context: SessionContext,
  type: OrderType,
  searches: readonly OtherOrdersSearch[],
): Promise<readonly OtherOrdersByRow[]> {
  const { db, viewer } = context
  const identityFields = orderIdentityFields[type]
  const searchedRows = searches.flatMap(({ campaignId, ownOrderId, rows }, searchIndex) =>
    rows.map(({ fields }, rowIndex) => ({
      searchIndex,
      rowIndex,
      campaignId,
      ownOrderId: ownOrderId ?? null,
      person: identityFields.map((name) => fields[name] ?? '').join(SEPARATOR),
    })),
  )
  if (searchedRows.length === 0) return searches.map(() => new Map())
  const campaignIds = [...new Set(searches.map(({ campaignId }) => campaignId))]
  const searchedOrders = await sql<{ id: number }>`
    SELECT o.id FROM card_order o
    WHERE ${inScope(viewer, 'o')} AND o.kind = ${type} AND o.campaign_id = ANY (${campaignIds}::bigint[])
      AND o.rejected_at IS NULL AND o.cancelled_at IS NULL
      AND (o.ordered_at >= ${startOfDuplicatePeriod(context)} OR (o.kind = 'virtual' AND o.approved_at IS NULL))
  `.execute(db)
  // A search finds nothing if its own order is the only order.
  const isOtherOrder = ({ id }: { readonly id: number }) => searches.some(({ ownOrderId }) => ownOrderId !== id)
  if (!searchedOrders.rows.some(isOtherOrder)) return searches.map(() => new Map())
  const searchedIds = searchedOrders.rows.map(({ id }) => id)
  const storedPersonSql = sql.join(
    identityFields.map((name) => sql`coalesce(r.fields->>${sql.lit(name)}, '')`),
    sql` || ${sql.lit(SEPARATOR)} || `,
  )
  // `stored` is materialised, so that its rows are read once instead of once for each searched row.
  const { rows } = await sql<{ search_index: number; row_index: number; order_ids: number[] }>`
    WITH stored AS MATERIALIZED (
      SELECT r.order_id, o.campaign_id, ${normalisedSql(storedPersonSql)} AS person
      FROM card_order_row r JOIN card_order o ON o.id = r.order_id
      WHERE r.order_id = ANY (${searchedIds}::bigint[]) AND r.state IN ('waiting', 'issued')
    )
    SELECT s.search_index, s.row_index, array_agg(DISTINCT stored.order_id ORDER BY stored.order_id DESC) AS order_ids
    FROM ${columnsToTable('s', {
      search_index: ['integer', searchedRows.map(({ searchIndex }) => searchIndex)],
      row_index: ['integer', searchedRows.map(({ rowIndex }) => rowIndex)],
      campaign_id: ['bigint', searchedRows.map(({ campaignId }) => campaignId)],
      own_order_id: ['bigint', searchedRows.map(({ ownOrderId }) => ownOrderId)],
      person: ['text', searchedRows.map(({ person }) => person)],
    })}
    JOIN stored ON stored.person = ${normalisedSql(sql`s.person`)} AND stored.campaign_id = s.campaign_id
      AND stored.order_id IS DISTINCT FROM s.own_order_id
    GROUP BY s.search_index, s.row_index
  `.execute(db)
  const rowsBySearch = groupRows(rows, ({ search_index: searchIndex }) => searchIndex)
  return searches.map((_, searchIndex) => {
    const rowsOfSearch = rowsBySearch.get(searchIndex) ?? []
    return new Map(rowsOfSearch.map((row) => [row.row_index, row.order_ids.map(String)]))
  })
}

// Texts of an order never contain a line break.
const SEPARATOR = '\n'

/** The form in which texts are compared: differences in case and repeated spaces do not count. */
const normalisedSql = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, ' +', ' ', 'g'))`
