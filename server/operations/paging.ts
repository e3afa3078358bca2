// Keyset paging of long lists by timestamp and id. Each page starts after the last row of the previous page. So a new
// row neither makes another row appear twice nor hides it, and the last page is as fast as the first. A long list uses
// `andPositionOrderLimit` and `toPage`, and needs an index for its order.
import { type RawBuilder, sql } from 'kysely'

/** The limit for callers that set no limit. */
export const MAX_UNPAGED = 1_000

export interface PageParams {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** The columns of every row in a paged list by which the list is sorted. */
export interface SortPosition {
  readonly id: number
  /**
   * The timestamp in microseconds since 1970. A Date would round the timestamp, and the next page would miss rows.
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

interface PageQuery {
  /** The columns by which the list is sorted. */
  readonly moment: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly page: PageParams
  readonly sortFirst?: SortFirst | undefined
}

/**
 * The end of a query after its WHERE conditions: 'AND …' for the position of the page, then the order and the limit.
 * The first page has no position. The contract has checked the cursor's format: '1764435600000000.43'.
 */
export function andPositionOrderLimit({ moment, id, page: { cursor, limit }, sortFirst = 'newest' }: PageQuery) {
  const order = sortFirst === 'newest' ? sql`DESC` : sql`ASC`
  const isAfterSql = sortFirst === 'newest' ? sql`<` : sql`>`
  // One extra row shows whether there is another page.
  const rowCount = (limit ?? MAX_UNPAGED) + 1
  const orderAndLimit = sql`ORDER BY ${moment} ${order}, ${id} ${order} LIMIT ${rowCount}`
  if (cursor === undefined) return orderAndLimit
  const [lastMicros = '', lastId = ''] = cursor.split('.')
  const lastMoment = sql`timestamptz 'epoch' + ${lastMicros}::bigint * interval '1 microsecond'`
  return sql`AND (${moment}, ${id}) ${isAfterSql} (${lastMoment}, ${lastId}::bigint) ${orderAndLimit}`
}

/** The page from the rows of a query with `andPositionOrderLimit`. `count` is called only if the list has other pages. */
export async function toPage<Row extends SortPosition>(
  fetchedRows: readonly Row[],
  { cursor, limit = MAX_UNPAGED }: PageParams,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const rows = fetchedRows.slice(0, limit)
  const lastRow = rows.at(-1)
  const hasNextPage = fetchedRows.length > limit
  const nextCursor = hasNextPage && lastRow ? `${lastRow.cursor_us}.${lastRow.id}` : undefined
  const isOnlyPage = cursor === undefined && nextCursor === undefined
  return { rows, cursor: nextCursor, total: isOnlyPage ? rows.length : await count() }
}
