// Looks up the ids of campaigns, stop reasons and fee types by the names in a file.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { RowReader } from './row-reader.ts'

export interface NameLookup {
  /** The heading in the file: 'Campaign'. */
  readonly heading: string
  readonly names: readonly string[]
  /** The ids by name. Each name is also in the map in lower case. */
  readonly ids: ReadonlyMap<string, number>
}

/** `query`: an SQL query of the columns id and name. */
export async function readNames(db: Db, heading: string, query: RawBuilder<unknown>): Promise<NameLookup> {
  const { rows } = await sql<{ id: number; name: string }>`${query}`.execute(db)
  const ids = new Map<string, number>()
  for (const { id, name } of rows) ids.set(name.toLowerCase(), id)
  // Exact names are set last, because the lower case of a name can be the exact name of another row.
  for (const { id, name } of rows) ids.set(name, id)
  return { heading, names: rows.map(({ name }) => name), ids }
}

const MAX_LISTED_NAMES = 10

/**
 * The id of the name in the field. Undefined if the field is empty or the name is unknown. An unknown name is an error of
 * the row.
 */
export function readId(row: RowReader, key: string, { heading, names, ids }: NameLookup): number | undefined {
  const name = row.text(key)
  if (name === '') return undefined
  const id = ids.get(name) ?? ids.get(name.toLowerCase())
  if (id !== undefined) return id
  row.addFault(`There is no ${heading} of this name: the programme has ${namesToText(names)}.`)
  return undefined
}

function namesToText(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const listedNames = names.slice(0, MAX_LISTED_NAMES)
  if (names.length > MAX_LISTED_NAMES) listedNames.push('…')
  return listedNames.join(', ')
}
