// Looks up the ids of campaigns, stop reasons and fee types by the names in a file.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { RowReader } from './row-reader.ts'

export interface NameLookup {
  /** The heading in the file: 'Campaign'. */
  readonly heading: string
  readonly names: readonly string[]
  /** The ids by name, and by name in lower case. */
  readonly ids: ReadonlyMap<string, number>
}

/** `query`: an SQL query of the columns id and name. */
export async function readNames(db: Db, heading: string, query: RawBuilder<unknown>): Promise<NameLookup> {
  const { rows } = await sql<{ id: number; name: string }>`${query}`.execute(db)
  const byName = rows.map(({ id, name }) => [name, id] as const)
  const inLowerCase = byName.map(([name, id]) => [name.toLowerCase(), id] as const)
  return { heading, names: rows.map(({ name }) => name), ids: new Map([...inLowerCase, ...byName]) }
}

const MAX_LISTED = 10

/**
 * The id of the name in the field. Undefined if the field is empty or the name is unknown. An unknown name is an error of
 * the row.
 */
export function readId(row: RowReader, key: string, { heading, names, ids }: NameLookup): number | undefined {
  const name = row.text(key)
  if (name === '') return undefined
  const id = ids.get(name) ?? ids.get(name.toLowerCase())
  const existingNames = names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ', …' : '')
  if (id === undefined)
    row.addFault(`There is no ${heading} of this name: the programme has ${existingNames || 'none'}.`)
  return id
}
