// Divides the cards of an owner into pages of 2,000, in the order of their ids.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** The cards whose ids are greater than `after`, up to and including `upTo`. */
export interface Page {
  readonly after: number
  readonly upTo: number
  readonly cardCount: number
}

const CARDS_PER_PAGE = 2_000

export async function* cardPages(db: Db, ownerId: number): AsyncGenerator<Page> {
  /** All ids are greater than 0. */
  let after = 0
  for (;;) {
    const { rows } = await sql<{ last_id: number | null; card_count: number }>`
      SELECT max(id) AS last_id, count(*)::integer AS card_count FROM (
        SELECT id FROM card WHERE owner_id = ${ownerId} AND id > ${after} ORDER BY id LIMIT ${CARDS_PER_PAGE}
      ) page`.execute(db)
    const [page] = rows
    // There is no last id if no cards are left.
    if (!page || page.last_id === null) return
    yield { after, upTo: page.last_id, cardCount: page.card_count }
    after = page.last_id
  }
}

/** The time in UTC (ISO 8601). A fraction of a second that is zero is left out. '' for null. */
export const instantToField = (at: Date | null): string => (at === null ? '' : at.toISOString().replace('.000Z', 'Z'))
