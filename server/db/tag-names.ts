// The names of an owner's tags. A name matches an existing tag in any case. A new tag gets the spelling of its first
// use.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from './sets.ts'

export interface TagNames {
  /** Undefined if the owner has no such tag. */
  readonly idOf: (name: string) => number | undefined
  /** The name in the spelling of the existing tag. Undefined if the owner has no such tag. */
  readonly nameOf: (name: string) => string | undefined
}

export async function readTagNames(db: Db, ownerId: number): Promise<TagNames> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM card_tag WHERE owner_id = ${ownerId} ORDER BY id DESC`.execute(db)
  const exactTags = new Map(rows.map((tag) => [tag.name, tag]))
  // Of tags whose names differ only in case, the oldest stays: it comes last, and replaces the newer ones.
  const lowerCaseTags = new Map(rows.map((tag) => [tag.name.toLowerCase(), tag]))
  const find = (name: string) => exactTags.get(name) ?? lowerCaseTags.get(name.toLowerCase())
  return { idOf: (name) => find(name)?.id, nameOf: (name) => find(name)?.name }
}

/** Creates the tags whose names are new, and returns all tags of the owner. */
export async function createTagNames(trx: Db, ownerId: number, names: Iterable<string>): Promise<TagNames> {
  const existing = await readTagNames(trx, ownerId)
  // By lower case, so that a name in several spellings creates one tag.
  const newNames = new Map<string, string>()
  for (const name of names) {
    const isNew = existing.idOf(name) === undefined && !newNames.has(name.toLowerCase())
    if (isNew) newNames.set(name.toLowerCase(), name)
  }
  if (newNames.size === 0) return existing
  await sql`
    INSERT INTO card_tag (owner_id, name) SELECT ${ownerId}, name FROM ${columnsToTable('s', { name: ['text', [...newNames.values()]] })}
    ON CONFLICT (owner_id, name) DO NOTHING`.execute(trx)
  return readTagNames(trx, ownerId)
}
