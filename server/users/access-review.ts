// The access review: who can do what, and when each user last used the portal. The page and its file have one list of
// persons and machine users. Rules: docs/rules/users.md, "Access review".
import { sql } from 'kysely'
import type { ReviewedUser } from '#contract/users.ts'
import { textsToPermissions } from '#domain/access/permission-words.ts'
import { endToDay } from '#domain/users/last-day.ts'
import { unusedDays, UNUSED_WARNING_DAYS } from '#domain/users/unused.ts'
import { instantToDate } from '#domain/dates.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db, Handler, SessionContext } from '#server/operations/context.ts'
import { intersectCampaignLimits } from '#server/operations/scope.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import { accessEnd, grantedPermissions } from '#server/operations/user-scope.ts'

interface ReviewRow {
  readonly id: number
  readonly kind: 'person' | 'machine'
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly group_name: string | null
  readonly permissions: string[]
  readonly campaign_ids: number[] | null
  readonly group_campaign_ids: number[] | null
  readonly key_names: string[]
  readonly last_used_at: Date | null
  readonly last_act_at: Date | null
  readonly second_factor: 'none' | 'app' | 'email'
  readonly has_passkey: boolean
  readonly ends_at: Date | null
  readonly locked_at: Date | null
  readonly locked_by: 'directory' | 'disuse' | null
  readonly is_ready: boolean
  readonly unused_since: Date
  readonly warned_at: Date | null
}

export const accessReview: Handler<'accessReview'> = async (context) => {
  const { db, viewer } = context
  const rows = await selectReviewRows(db, viewer.ownerId)
  const campaigns = await db
    .selectFrom('campaign')
    .select(['id', 'name'])
    .where('owner_id', '=', viewer.ownerId)
    .execute()
  const campaignNames = new Map(campaigns.map(({ id, name }) => [id, name]))
  context.recordValues({ users: rows.length })
  return { users: rows.map((row) => rowToApi(row, campaignNames, context)) }
}

/**
 * The users as the review shows them. In the statement, `u` is every user and `k` a machine user. The values of `k`
 * replace those of `u`. `key_names` are the names of the machine users that the user has made and whose keys have not
 * ended. `last_act_at` is the time of the newest entry of the audit trail that is not about logging in or out.
 */
async function selectReviewRows(db: Db, ownerId: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    SELECT u.id, u.kind, u.username, u.firstname, u.lastname, u.email, g.name AS group_name,
      coalesce(k.scopes, ${grantedPermissions}) AS permissions,
      u.campaign_ids, g.campaign_ids AS group_campaign_ids,
      ARRAY(SELECT ku.username FROM machine_user mk JOIN user_account ku ON ku.id = mk.id
        WHERE mk.created_by = u.id AND ku.deleted_at IS NULL AND mk.ends_at > programme_time() ORDER BY 1) AS key_names,
      CASE u.kind WHEN 'machine' THEN k.last_used_at ELSE u.last_login_at END AS last_used_at,
      (SELECT e.at FROM audit_event e
        WHERE e.user_id = u.id AND e.method NOT IN ('logIn', 'finishProviderLogin', 'logOut')
        ORDER BY e.at DESC, e.id DESC LIMIT 1) AS last_act_at,
      u.second_factor, EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS has_passkey,
      coalesce(k.ends_at, ${accessEnd}) AS ends_at, u.locked_at, u.locked_by,
      CASE u.kind WHEN 'machine' THEN k.confirmed_at IS NOT NULL ELSE u.activated_at IS NOT NULL END AS is_ready,
      coalesce(k.unused_since, u.unused_since, u.created_at) AS unused_since,
      coalesce(k.warned_at, u.unused_warned_at) AS warned_at
    FROM user_account u LEFT JOIN user_group g ON g.id = u.group_id LEFT JOIN machine_user k ON k.id = u.id
    WHERE u.owner_id = ${ownerId} AND u.deleted_at IS NULL
    ORDER BY u.kind DESC, lower(u.username), u.id`.execute(db)
  return rows
}

function rowToApi(
  row: ReviewRow,
  campaignNames: ReadonlyMap<number, string>,
  { client, now }: SessionContext,
): ReviewedUser {
  const campaignIds = intersectCampaignLimits(row.campaign_ids, row.group_campaign_ids)
  const state = rowToState(row, now())
  const lockDay = lockableStates.has(state) ? lockDayOf(row, client.timeZone) : undefined
  return {
    userID: String(row.id),
    kind: row.kind,
    userName: row.username,
    name: `${row.firstname} ${row.lastname}`.trim(),
    email: row.email,
    group: row.group_name ?? '',
    permissions: row.kind === 'machine' ? row.permissions : [...textsToPermissions(row.permissions)],
    ...(campaignIds && { campaigns: campaignIds.map((id) => campaignNames.get(id) ?? String(id)) }),
    keys: row.key_names,
    lastLogin: instantToApi(row.last_used_at),
    lastAct: instantToApi(row.last_act_at),
    secondFactors: secondFactorsOf(row),
    ...(row.ends_at && { lastDay: endToDay(row.ends_at, client) }),
    state,
    ...(lockDay !== undefined && { lockDay }),
  }
}

const lockableStates: ReadonlySet<ReviewedUser['state']> = new Set(['active', 'notReady'])

function rowToState(row: ReviewRow, now: number): ReviewedUser['state'] {
  if (row.locked_at) return row.locked_by === 'disuse' ? 'lockedUnused' : 'locked'
  if (row.ends_at && row.ends_at.getTime() <= now) return 'ended'
  return row.is_ready ? 'active' : 'notReady'
}

const secondFactorsOf = ({ second_factor: factor, has_passkey: hasPasskey }: ReviewRow) => [
  ...(factor === 'none' ? [] : [factor]),
  ...(hasPasskey ? (['passkey'] as const) : []),
]

/**
 * The day on which a warned account will be locked if it is not used: after all the days without use, but not before
 * the day that the warning names. Undefined without a warning.
 */
function lockDayOf({ kind, unused_since: since, warned_at: warnedAt }: ReviewRow, timeZone: string) {
  if (!warnedAt) return undefined
  const endOfUnusedDays = since.getTime() + unusedDays[kind] * DAY_MS
  const endOfWarning = warnedAt.getTime() + UNUSED_WARNING_DAYS * DAY_MS
  return instantToDate(Math.max(endOfUnusedDays, endOfWarning), timeZone)
}
