// The names of an owner's tags. Existing names match case-insensitively. New names keep the case of their first use.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { columnsToUnnest } from './sets.ts'

export interface TagNames {
  /** Undefined if the owner has no such tag. */
  readonly idOf: (name: string) => number | undefined
  /** In the owner's spelling. */
  readonly nameOf: (name: string) => string | undefined
}

export async function readTagNames(db: Db, ownerId: number): Promise<TagNames> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM card_tag WHERE owner_id = ${ownerId} ORDER BY id DESC`.execute(db)
  const tags = new Map<string, { id: number; name: string }>()
  // The oldest tag comes last and replaces newer tags whose names differ only in case.
  for (const tag of rows) tags.set(tag.name.toLowerCase(), tag)
  // An exact match has priority over a match in another case. The keys of exact names begin with '= '.
  for (const tag of rows) tags.set(`= ${tag.name}`, tag)
  const find = (name: string) => tags.get(`= ${name}`) ?? tags.get(name.toLowerCase())
  return { idOf: (name) => find(name)?.id, nameOf: (name) => find(name)?.name }
}

/** Creates the tags whose names are new, and returns all tags of the owner. */
export async function createTagNames(trx: Db, ownerId: number, names: Iterable<string>): Promise<TagNames> {
  const existing = await readTagNames(trx, ownerId)
  const newNames = new Map<string, string>()
  for (const name of names)
    if (existing.idOf(name) === undefined && !newNames.has(name.toLowerCase())) newNames.set(name.toLowerCase(), name)
  if (newNames.size === 0) return existing
  await sql`
    INSERT INTO card_tag (owner_id, name) SELECT ${ownerId}, name FROM ${columnsToUnnest([['text', [...newNames.values()]]])} AS s (name)
    ON CONFLICT (owner_id, name) DO NOTHING`.execute(trx)
  return readTagNames(trx, ownerId)
}
