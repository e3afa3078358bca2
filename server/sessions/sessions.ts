// Starts, finds and ends sessions. A signed token contains the id of a session row (`jti`). Only this row decides
// whether the token is valid. Rules: docs/rules/access.md, "Sessions".
import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { userAgentToDevice } from '#domain/access/devices.ts'
import { type Permission, permissions, permissionsToMap } from '#domain/access/permissions.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { Db, Services, Viewer } from '../operations/context.ts'
import { intersectCampaignLimits } from '../operations/scope.ts'
import { accessEnd, grantedPermissions } from '../operations/user-scope.ts'
import { announceChange } from './held-calls.ts'

const ALGORITHM = 'HS256'
const TOKEN_TYPE = 'at+jwt'
const ISSUER = 'programme-host'
const MAX_TOKEN_LENGTH = 2_000
/** Activity is stored at most this often, so that not every read causes a write. */
const ACTIVITY_STEP_MS = 10_000

type SessionServices = Pick<Services, 'client' | 'secrets' | 'settings' | 'now'>

/** The origin of a session. Of the user agent, only the browser and the operating system are stored. */
interface SessionOrigin {
  readonly remoteAddress: string
  readonly userAgent: string | undefined
  /** The company's login. Undefined if the user signed in with a password. */
  readonly provider?:
    | { readonly issuer: string; readonly sid: string | null; readonly idToken: string | null }
    | undefined
}

/** Starts a session and returns its token, whose `sub` is the username. */
export async function startSession(
  db: Db,
  services: SessionServices,
  user: { id: number; username: string },
  origin?: SessionOrigin,
): Promise<string> {
  const jti = randomUUID()
  const createdAt = services.now()
  const accessEndsAt = await findAccessEnd(db, user.id)
  const longestEnd = createdAt + services.settings.sessionHours * HOUR_MS
  const expiresAt = accessEndsAt === undefined ? longestEnd : Math.min(longestEnd, accessEndsAt)
  const row = { jti, user_id: user.id, created_at: new Date(createdAt), last_active_at: new Date(createdAt) }
  await db
    .insertInto('user_session')
    .values({
      ...row,
      expires_at: new Date(expiresAt),
      ended_at: null,
      device: userAgentToDevice(origin?.userAgent),
      address: origin?.remoteAddress ?? '',
      issuer: origin?.provider?.issuer ?? null,
      provider_sid: origin?.provider?.sid ?? null,
      id_token: origin?.provider?.idToken ?? null,
    })
    .execute()
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE })
    .setSubject(user.username)
    .setIssuer(ISSUER)
    .setAudience(services.client.key)
    .setJti(jti)
    .setIssuedAt(Math.floor(createdAt / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(services.secrets.tokenKey)
}

/**
 * The end of the user's access that is in force now. A later end that waits for its confirmation does not count.
 * Undefined without an end.
 */
export async function findAccessEnd(db: Db, userId: number): Promise<number | undefined> {
  const user = await db
    .selectFrom('user_account as u')
    .select(accessEnd.as('at'))
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return user?.at?.getTime()
}

/** Makes the user's sessions expire at the end of the access, unless they expire earlier. */
export const expireSessionsAt = (db: Db, userId: number, at: Date) =>
  db
    .updateTable('user_session')
    .set({ expires_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .execute()

/** Ends one session and invalidates its token. With `keepsNotices`, the device still gets system notifications. */
export async function endSession(
  db: Db,
  jti: string,
  now: number,
  { keepsNotices = false }: { readonly keepsNotices?: boolean | undefined } = {},
): Promise<void> {
  const endedSessions = await db
    .with('closed_channels', (query) =>
      query
        .deleteFrom('notice_channel')
        .where('session_id', '=', jti)
        .where(sql<boolean>`NOT ${keepsNotices}::boolean`),
    )
    .updateTable('user_session')
    .set({ ended_at: new Date(now), id_token: null })
    .where('jti', '=', jti)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .execute()
  await announceEnd(db, endedSessions)
}

/** True unless someone has ended the session. A session that has timed out was not ended. */
export async function isNotEnded(db: Db, jti: string): Promise<boolean> {
  const session = await db
    .selectFrom('user_session')
    .select('jti')
    .where('jti', '=', jti)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return session !== undefined
}

/** Lets the open tabs of the sessions' users notice immediately that their sessions have ended. */
function announceEnd(db: Db, endedSessions: readonly { readonly user_id: number }[]): Promise<void> {
  const userIds = endedSessions.map(({ user_id: userId }) => userId)
  return announceChange(db, userIds)
}

/**
 * Ends the user's sessions except `exceptJti`, for example after a change of the password. Also closes the notice
 * channels of all other devices, even if their sessions had ended before.
 */
export async function endSessionsOf(
  db: Db,
  userId: number,
  now: number,
  { exceptJti }: { readonly exceptJti?: string } = {},
): Promise<void> {
  const isOther = (column: 'jti' | 'session_id') =>
    sql<boolean>`${sql.ref(column)} IS DISTINCT FROM ${exceptJti ?? null}::text`
  const endedSessions = await db
    .with('closed_channels', (query) =>
      query.deleteFrom('notice_channel').where('user_id', '=', userId).where(isOther('session_id')),
    )
    .updateTable('user_session')
    .set({ ended_at: new Date(now), id_token: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(isOther('jti'))
    .returning('user_id')
    .execute()
  await announceEnd(db, endedSessions)
}

/**
 * The user of a token, read from the database. Undefined if the token is invalid or expired, if the session has ended
 * or timed out, or if the user must not be signed in any more. `isActivity` is false for polling, which does not count
 * as activity of the user.
 */
export async function tokenToViewer(
  db: Db,
  services: SessionServices,
  token: unknown,
  { isActivity }: { readonly isActivity: boolean },
): Promise<Viewer | undefined> {
  const jti = await tokenToSessionId(services, token)
  if (jti === undefined) return undefined
  const row = await db
    .selectFrom('user_session as s')
    .innerJoin('user_account as u', 'u.id', 's.user_id')
    .innerJoin('user_group as g', 'g.id', 'u.group_id')
    .select(['s.last_active_at', 's.expires_at', 'u.id', 'u.owner_id', 'u.username', 'u.firstname', 'u.lastname'])
    .select(['u.campaign_ids', 'g.campaign_ids as group_campaign_ids', grantedPermissions.as('permissions')])
    .where('s.jti', '=', jti)
    .where('s.ended_at', 'is', null)
    .where('u.owner_id', '=', services.client.ownerId)
    .where('u.deleted_at', 'is', null)
    .where('u.locked_at', 'is', null)
    .where('u.activated_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const now = services.now()
  const idleMs = now - row.last_active_at.getTime()
  const isTimedOut = idleMs >= services.settings.idleMinutes * MINUTE_MS
  const isExpired = now >= row.expires_at.getTime()
  if (isTimedOut || isExpired) return undefined
  if (isActivity && idleMs >= ACTIVITY_STEP_MS) await storeActivity(db, jti, now)
  return {
    userId: row.id,
    ownerId: row.owner_id,
    campaignIds: intersectCampaignLimits(row.campaign_ids, row.group_campaign_ids),
    username: row.username,
    firstname: row.firstname,
    lastname: row.lastname,
    sessionId: jti,
    permissions: textsToPermissions(row.permissions),
  }
}

/** Permissions as the API's map. Names unknown to this version are left out. */
export const textsToPermissions = (texts: readonly string[]): Record<string, string[]> =>
  permissionsToMap(texts.filter(isPermission))

const isPermission = (text: string): text is Permission => (permissions as readonly string[]).includes(text)

async function tokenToSessionId(
  { secrets, client, now }: SessionServices,
  token: unknown,
): Promise<string | undefined> {
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return undefined
  try {
    const { payload } = await jwtVerify(token, secrets.tokenKey, {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: ISSUER,
      audience: client.key,
      requiredClaims: ['exp', 'sub', 'jti'],
      // Moving the clock of a sandbox also moves the end of the user's session, but only in the row of the session. So
      // in a sandbox, the end in the token is not checked: at time 0, no token has expired.
      currentDate: new Date(client.isSandbox ? 0 : now()),
    })
    return payload.jti
  } catch {
    return undefined
  }
}

async function storeActivity(db: Db, jti: string, now: number): Promise<void> {
  await db
    .updateTable('user_session')
    .set({ last_active_at: new Date(now) })
    .where('jti', '=', jti)
    .where('last_active_at', '<', new Date(now))
    .execute()
}
