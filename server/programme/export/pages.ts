// Divides the cards of an owner into pages of 2,000, in the order of their ids.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** The cards whose ids are greater than `after`, up to and including `upTo`. */
export interface Page {
  readonly after: number
  readonly upTo: number
  /** The number of cards. */
  readonly count: number
}

const CARDS_PER_PAGE = 2_000

export async function* cardPages(db: Db, ownerId: number): AsyncGenerator<Page> {
  let after = 0
  for (;;) {
    const { rows } = await sql<{ up_to: number | null; count: number }>`
      SELECT max(id) AS up_to, count(*)::integer AS count FROM (
        SELECT id FROM card WHERE owner_id = ${ownerId} AND id > ${after} ORDER BY id LIMIT ${CARDS_PER_PAGE}
      ) page`.execute(db)
    const { up_to: upTo = null, count = 0 } = rows[0] ?? {}
    if (upTo === null) return
    yield { after, upTo, count }
    after = upTo
  }
}

/** The time in UTC (ISO 8601), without the fraction of a second if it is zero; '' for null. */
export const instantToField = (at: Date | null): string => (at === null ? '' : at.toISOString().replace('.000Z', 'Z'))
