// Channels through which a device still gets system notifications after its session has timed out. The device has a
// random token, which the server stores as a hash. With the token, only the number of waiting items can be requested.
// The token is revoked when the user signs out or when the user's sessions are ended. It expires after a set time.
// Rules: docs/rules/access.md, "Notices on a device".
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { HOUR_MS } from '#domain/units.ts'
import type { Db, Services, Viewer } from '../operations/context.ts'
import { intersectCampaignLimits, type Scope } from '../operations/scope.ts'
import { accessEnd, grantedPermissions } from '../operations/user-scope.ts'

const TOKEN_BYTES = 32

type ChannelServices = Pick<Services, 'settings' | 'now'>

interface OpenedChannel {
  readonly deviceToken: string
  readonly expiresAt: Date
}

/** Opens the channel of the viewer's session, which replaces an earlier channel of the same session. */
export async function openChannel(
  db: Db,
  { settings, now }: ChannelServices,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
  pushEndpoint: string | undefined,
): Promise<OpenedChannel> {
  const deviceToken = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now() + settings.noticeHours * HOUR_MS)
  const values = { token_hash: hashOf(deviceToken), expires_at: expiresAt, push_endpoint: pushEndpoint ?? null }
  await db
    .insertInto('notice_channel')
    .values({ ...values, user_id: userId, session_id: sessionId })
    .onConflict((on) => on.column('session_id').doUpdateSet(values))
    .execute()
  return { deviceToken, expiresAt }
}

export async function closeChannel(db: Db, deviceToken: string): Promise<void> {
  await db.deleteFrom('notice_channel').where('token_hash', '=', hashOf(deviceToken)).execute()
}

/** The user of a channel that is still open, with the user's current permissions. */
export async function channelToUser(db: Db, { client, now }: Pick<Services, 'client' | 'now'>, deviceToken: string) {
  const row = await selectOpenChannels(db, client.ownerId, now())
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select(['u.id', 'u.owner_id', 'u.campaign_ids', 'g.campaign_ids as group_campaign_ids'])
    .select(grantedPermissions.as('permissions'))
    .where('n.token_hash', '=', hashOf(deviceToken))
    .executeTakeFirst()
  if (!row) return undefined
  const scope: Scope = {
    ownerId: row.owner_id,
    campaignIds: intersectCampaignLimits(row.campaign_ids, row.group_campaign_ids),
  }
  return { ...scope, userId: row.id, permissions: row.permissions }
}

/** The Web Push endpoints of the user's devices. */
export async function findPushEndpoints(
  db: Db,
  { client, now }: Pick<Services, 'client' | 'now'>,
  username: string,
): Promise<readonly string[]> {
  const rows = await selectOpenChannels(db, client.ownerId, now())
    .select(sql<string>`n.push_endpoint`.as('endpoint'))
    .where('u.username', '=', username)
    .where('n.push_endpoint', 'is not', null)
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

/** Called when the push service no longer knows the endpoint. */
export async function forgetPushEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.updateTable('notice_channel').set({ push_endpoint: null }).where('push_endpoint', '=', endpoint).execute()
}

/** Called when the browser has renewed its subscription. */
export async function replacePushEndpoint(db: Db, earlier: string, renewed: string): Promise<void> {
  await db.updateTable('notice_channel').set({ push_endpoint: renewed }).where('push_endpoint', '=', earlier).execute()
}

/** The channels that have not expired, of users who can sign in. */
const selectOpenChannels = (db: Db, ownerId: number, now: number) =>
  db
    .selectFrom('notice_channel as n')
    .innerJoin('user_account as u', 'u.id', 'n.user_id')
    .where('n.expires_at', '>', new Date(now))
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)
    .where('u.locked_at', 'is', null)
    .where('u.activated_at', 'is not', null)
    // Also true without an end of the access, for which the comparison is NULL.
    .where(sql<boolean>`(${accessEnd} <= ${new Date(now)}) IS NOT TRUE`)

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
