// Keyset paging of long lists by timestamp and id. Each page starts after the last row of the previous page. New rows
// therefore neither repeat nor hide other rows, and the last page is as fast as the first. A new long list uses
// `pageClause` and `toPage`, and needs an index for its order.
import { type RawBuilder, sql } from 'kysely'

/** Default limit, for callers that do not set one. */
export const MAX_UNPAGED = 1_000

export interface PageParams {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** The sort position, a column of every row in a paged list. */
export interface SortPosition {
  readonly id: number
  /**
   * The timestamp of the sort order, in microseconds since 1970. A Date would round it, and the next page would miss
   * rows.
   */
  readonly cursor_us: number
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** The start of the next page. Undefined on the last page. */
  readonly cursor: string | undefined
  /** The number of rows in the whole list, on all pages. */
  readonly total: number
}

/** The SELECT column with a row's sort position. */
export const cursorColumn = (moment: RawBuilder<unknown>) =>
  sql`(extract(epoch FROM ${moment}) * 1000000)::bigint AS cursor_us`

/**
 * The sort order. Lists of pending decisions use `oldest`, so that the decision that has waited longest comes first.
 */
export type SortFirst = 'newest' | 'oldest'

/**
 * Follows the conditions of a WHERE clause: one more condition (only after the first page), the order and the limit. The
 * contract has checked the cursor's format.
 */
export function pageClause(
  moment: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  { cursor, limit }: PageParams,
  first: SortFirst = 'newest',
) {
  const [comparison, order] = first === 'newest' ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`]
  const [micros, lastId] = cursor?.split('.') ?? []
  const after =
    micros === undefined || lastId === undefined
      ? sql``
      : sql`AND (${moment}, ${id}) ${comparison} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${lastId}::bigint)`
  // One extra row shows whether there is another page.
  return sql`${after} ORDER BY ${moment} ${order}, ${id} ${order} LIMIT ${(limit ?? MAX_UNPAGED) + 1}`
}

/** The page from the rows of a query with `pageClause`. `count` is called only if the list has other pages. */
export async function toPage<Row extends SortPosition>(
  fetchedRows: readonly Row[],
  { cursor, limit = MAX_UNPAGED }: PageParams,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const rows = fetchedRows.slice(0, limit)
  const last = rows.at(-1)
  const next = fetchedRows.length > limit && last ? `${last.cursor_us}.${last.id}` : undefined
  const isOnlyPage = cursor === undefined && next === undefined
  return { rows, cursor: next, total: isOnlyPage ? rows.length : await count() }
}
