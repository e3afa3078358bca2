// Keyset paging of long lists by timestamp and id. Each page starts after the last row of the previous one, so new rows
// neither duplicate nor hide others, and the last page costs as much as the first.
import { type RawBuilder, sql } from 'kysely'

/** Default limit, for callers that give none. */
export const MAX_UNPAGED = 1_000

export interface PageParams {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** The sort position, which every row of a paged list also has. */
export interface Placed {
  readonly id: number
  /**
   * The timestamp it is ordered by, microseconds since 1970: a Date would round it, and the next page would miss rows.
   */
  readonly cursor_us: number
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Where the next page starts; undefined on the last one. */
  readonly cursor: string | undefined
  /** Rows of the whole list, over all pages. */
  readonly total: number
}

/** The SELECT column with a row's sort position. */
export const cursorOf = (moment: RawBuilder<unknown>) =>
  sql`(extract(epoch FROM ${moment}) * 1000000)::bigint AS cursor_us`

/** The sort order: `oldest` for lists of pending decisions, where the longest wait comes first. */
export type First = 'newest' | 'oldest'

/** The condition, order and limit of one page; begins with AND. The contract has checked the cursor's format. */
export function pageOf(
  moment: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  { cursor, limit }: PageParams,
  first: First = 'newest',
) {
  const [beyond, order] = first === 'newest' ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`]
  const [micros, last] = cursor?.split('.') ?? []
  const after =
    micros === undefined || last === undefined
      ? sql``
      : sql`AND (${moment}, ${id}) ${beyond} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${last}::bigint)`
  // One extra row shows whether there is another page.
  return sql`${after} ORDER BY ${moment} ${order}, ${id} ${order} LIMIT ${(limit ?? MAX_UNPAGED) + 1}`
}

/** The page from the rows of `pageOf`; `count` is only called if the page is not the whole list. */
export async function toPage<Row extends Placed>(
  found: readonly Row[],
  { cursor, limit = MAX_UNPAGED }: PageParams,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? `${last.cursor_us}.${last.id}` : undefined
  const isWhole = cursor === undefined && next === undefined
  return { rows, cursor: next, total: isWhole ? rows.length : await count() }
}
