// The keys with which card processors send events. A key has 256 random bits, so its unkeyed hash reveals nothing.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

const KEY_PREFIX = 'feed_'

export interface FeedKey {
  readonly id: number
  readonly ownerId: number
  readonly source: string
}

export const isFeedKey = (token: string): boolean => token.startsWith(KEY_PREFIX)

const keyToHash = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Returns the key, which is shown once and never stored. */
export async function createFeedKey(db: Db, ownerId: number, source: string, now: Date): Promise<string> {
  const key = KEY_PREFIX + randomBytes(32).toString('base64url')
  await db
    .insertInto('feed_key')
    .values({ owner_id: ownerId, source, key_hash: keyToHash(key), created_at: now })
    .execute()
  return key
}

/** Revokes the valid keys of a source, and returns their number. With `keepsNewest`, the newest key stays valid. */
export async function revokeFeedKeys(
  db: Db,
  ownerId: number,
  source: string,
  now: Date,
  { keepsNewest = false } = {},
): Promise<number> {
  const isNotNewest = sql`id <> (SELECT max(id) FROM feed_key WHERE owner_id = ${ownerId} AND source = ${source})`
  const mustBeRevoked = keepsNewest ? isNotNewest : sql`true`
  const { rows } = await sql`
    UPDATE feed_key SET revoked_at = ${now}
    WHERE owner_id = ${ownerId} AND source = ${source} AND revoked_at IS NULL AND ${mustBeRevoked}
    RETURNING id`.execute(db)
  return rows.length
}

/** Undefined for a key that does not exist, was revoked, or belongs to another owner. */
export async function findFeedKey(db: Db, ownerId: number, key: string): Promise<FeedKey | undefined> {
  const row = await db
    .selectFrom('feed_key')
    .select(['id', 'owner_id', 'source'])
    .where('key_hash', '=', keyToHash(key))
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, ownerId: row.owner_id, source: row.source }
}

/** The id of the caller, for limits. It is negative, because users have positive ids. */
export const keyToCallerId = ({ id }: FeedKey): number => -id
