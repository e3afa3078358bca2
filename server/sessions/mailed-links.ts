// Links in e-mails. Each link has a secret of 122 random bits, and is for one user and one purpose. A link is valid
// once and for a short time. Only the hash of the secret is stored. Of a user's links of one type, only the newest is
// valid. Used by server/access and server/users.
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { Db } from '../operations/context.ts'

export type LinkType = 'reset' | 'activation'

export const RESET_LINK_MINUTES = 60
export const ACTIVATION_LINK_DAYS = 7
const lifetimeMs: Record<LinkType, number> = {
  reset: RESET_LINK_MINUTES * MINUTE_MS,
  activation: ACTIVATION_LINK_DAYS * DAY_MS,
}

/** A link and its user. */
export interface Link {
  readonly kind: LinkType
  readonly userId: number
  readonly ownerId: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly passwordHash: string | null
  readonly activatedAt: Date | null
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** When a newer link or another change, such as a new password, made this link invalid. */
  readonly invalidatedAt: Date | null
}

/** Creates a link that replaces earlier links of its type. Returns the secret for the e-mail. */
export async function createLink(db: Db, userId: number, kind: LinkType, now: number): Promise<string> {
  await invalidateLinks(db, userId, kind, now)
  const secret = randomUUID()
  await db
    .insertInto('access_link')
    .values({
      token_hash: hashOf(secret),
      user_id: userId,
      kind,
      created_at: new Date(now),
      expires_at: new Date(now + lifetimeMs[kind]),
      used_at: null,
      replaced_at: null,
    })
    .execute()
  return secret
}

/** Invalidates the user's open links of this type. */
export async function invalidateLinks(db: Db, userId: number, kind: LinkType, now: number): Promise<void> {
  await db
    .updateTable('access_link')
    .set({ replaced_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
}

/**
 * The link with this secret, even if the link can no longer be used. Undefined for an unknown secret, and for a link of
 * the other type, of a deleted user or of another owner. With `lock`, other calls with the same link wait until this
 * transaction ends.
 */
export async function findLink(
  db: Db,
  ownerId: number,
  secret: string,
  kind: LinkType,
  { lock = false } = {},
): Promise<Link | undefined> {
  const query = db
    .selectFrom('access_link as l')
    .innerJoin('user_account as u', 'u.id', 'l.user_id')
    .select(['u.id as userId', 'u.owner_id as ownerId', 'u.username', 'u.firstname', 'u.lastname', 'u.email'])
    .select(['u.password_hash as passwordHash', 'u.activated_at as activatedAt'])
    .select(['l.kind', 'l.expires_at as expiresAt', 'l.used_at as usedAt', 'l.replaced_at as invalidatedAt'])
    .where('l.token_hash', '=', hashOf(secret))
    .where('l.kind', '=', kind)
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)
  return lock ? query.forNoKeyUpdate().executeTakeFirst() : query.executeTakeFirst()
}

export async function redeemLink(db: Db, secret: string, now: number): Promise<void> {
  await db
    .updateTable('access_link')
    .set({ used_at: new Date(now) })
    .where('token_hash', '=', hashOf(secret))
    .execute()
}

/** The state of a link. A link that was invalidated counts as expired. */
export function linkState(link: Link, now: number): 'usable' | 'expired' | 'used' {
  if (link.usedAt) return 'used'
  const isExpired = link.invalidatedAt !== null || link.expiresAt.getTime() <= now
  return isExpired ? 'expired' : 'usable'
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret.toLowerCase()).digest()
