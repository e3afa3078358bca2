// Things of the programme that a file refers to by name: campaigns, reasons, types of fee.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { RowReader } from './row-reader.ts'

export interface Named {
  /** As in the file's heading: 'Campaign'. */
  readonly heading: string
  readonly names: readonly string[]
  /** By name, and by name in lower case. */
  readonly ids: ReadonlyMap<string, number>
}

/** `query` returns (id, name). */
export async function readNamed(db: Db, heading: string, query: RawBuilder<unknown>): Promise<Named> {
  const { rows } = await sql<{ id: number; name: string }>`${query}`.execute(db)
  const byName = rows.map(({ id, name }) => [name, id] as const)
  const inLowerCase = byName.map(([name, id]) => [name.toLowerCase(), id] as const)
  return { heading, names: rows.map(({ name }) => name), ids: new Map([...inLowerCase, ...byName]) }
}

const LISTED = 10

/** Undefined if the field is empty, and with an error if there is nothing of that name. */
export function readId(row: RowReader, key: string, { heading, names, ids }: Named): number | undefined {
  const given = row.text(key)
  if (given === '') return undefined
  const id = ids.get(given) ?? ids.get(given.toLowerCase())
  const existing = names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ', …' : '')
  if (id === undefined) row.add(`There is no ${heading} of this name: the programme has ${existing || 'none'}.`)
  return id
}
