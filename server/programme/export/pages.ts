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
    const { rows } = await sql<{ last_id: number | null; count: number }>`
      SELECT max(id) AS last_id, count(*)::integer AS count FROM (
        SELECT id FROM card WHERE owner_id = ${ownerId} AND id > ${after} ORDER BY id LIMIT ${CARDS_PER_PAGE}
      ) page`.execute(db)
    const [page] = rows
    if (!page || page.last_id === null) return
    yield { after, upTo: page.last_id, count: page.count }
    after = page.last_id
  }
}

/** The time in UTC (ISO 8601). A fraction of a second that is zero is left out. '' for null. */
export const instantToField = (at: Date | null): string => (at === null ? '' : at.toISOString().replace('.000Z', 'Z'))
