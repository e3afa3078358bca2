// Reads the sections of a page in one statement: a round trip to the database takes longer than most of the sections.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** The query of each section; false for a section that this viewer does not see. */
type Queries = Readonly<Record<string, RawBuilder<object> | false>>

type RowsOf<Query> = Query extends RawBuilder<infer Row> ? readonly Row[] : undefined

/** The rows of each section. They pass through JSON, so times and dates are texts. */
export async function readSections<Q extends Queries>(
  db: Db,
  queries: Q,
): Promise<{ readonly [Name in keyof Q]: RowsOf<Q[Name]> }> {
  const sections = Object.entries(queries).flatMap(([name, query]) =>
    query ? [sql`(SELECT coalesce(json_agg(section), '[]') FROM (${query}) section) AS ${sql.ref(name)}`] : [],
  )
  if (sections.length === 0) return {} as never
  const { rows } = await sql`SELECT ${sql.join(sections)}`.execute(db)
  return rows[0] as never
}

/** A time that passed through JSON, as in the API. */
export const sectionTimeToApi = <Time extends string | null>(text: Time): Time =>
  (text === null ? null : new Date(text).toISOString()) as Time
