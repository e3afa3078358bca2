// Reads the sections of a page in one statement, because a round trip to the database takes longer than most sections.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** The query of each section. False for a section that this viewer does not see. */
type Queries = Readonly<Record<string, RawBuilder<object> | false>>

type RowsOf<Query> = Query extends RawBuilder<infer Row> ? readonly Row[] : undefined

/** The rows of each section. They pass through JSON, so times and dates are texts. */
export async function readSections<Q extends Queries>(
  db: Db,
  queries: Q,
): Promise<{ readonly [Name in keyof Q]: RowsOf<Q[Name]> }> {
  const columns: RawBuilder<unknown>[] = []
  for (const [name, query] of Object.entries(queries)) {
    if (query) columns.push(sql`(SELECT coalesce(json_agg(section), '[]') FROM (${query}) section) AS ${sql.ref(name)}`)
  }
  // The casts: TypeScript does not know that each query becomes a column of the same name.
  if (columns.length === 0) return {} as never
  const { rows } = await sql`SELECT ${sql.join(columns)}`.execute(db)
  return rows[0] as never
}

/** Converts a time of a section, which passed through JSON, to the API's form. */
export const sectionTimeToApi = <Time extends string | null>(text: Time): Time =>
  (text === null ? null : new Date(text).toISOString()) as Time
