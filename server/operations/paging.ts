// Long lists page by page: newest first by a moment and an id, each page beginning where the one before ended (keyset paging), so
// that rows which come meanwhile neither repeat nor hide any, and the last page costs what the first does.
import { type RawBuilder, sql } from 'kysely'

/** As many rows as an answer has where the caller names no limit. */
export const MAX_UNPAGED = 1_000

export interface PageParams {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** What every row of such a list carries besides: where it stands in the order. */
export interface Placed {
  readonly id: number
  /** The moment it is ordered by, microseconds since 1970: a Date would round it, and the next page miss rows. */
  readonly place_us: number
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Where the next page begins; undefined on the last one. */
  readonly cursor: string | undefined
  /** Rows of all pages, as of this one. */
  readonly total: number
}

/** The column of a row's place: goes into the SELECT of the list. */
export const placeOf = (moment: RawBuilder<unknown>) =>
  sql`(extract(epoch FROM ${moment}) * 1000000)::bigint AS place_us`

/** The condition, order and limit of one page; begins with AND. The cursor has the contract's form. */
export function pageOf(moment: RawBuilder<unknown>, id: RawBuilder<unknown>, { cursor, limit }: PageParams) {
  const [micros, last] = cursor?.split('.') ?? []
  const after =
    micros === undefined || last === undefined
      ? sql``
      : sql`AND (${moment}, ${id}) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${last}::bigint)`
  // One more than wanted: whether there is another page.
  return sql`${after} ORDER BY ${moment} DESC, ${id} DESC LIMIT ${(limit ?? MAX_UNPAGED) + 1}`
}

/** The page out of what `pageOf` gave; `count` is asked only where the page is not the whole list. */
export async function toPage<Row extends Placed>(
  found: readonly Row[],
  { cursor, limit = MAX_UNPAGED }: PageParams,
  count: () => Promise<number>,
): Promise<Page<Row>> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? `${last.place_us}.${last.id}` : undefined
  const isWhole = cursor === undefined && next === undefined
  return { rows, cursor: next, total: isWhole ? rows.length : await count() }
}
