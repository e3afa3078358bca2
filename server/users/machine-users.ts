// Machine users: an administrator makes, confirms, unlocks and revokes the keys of programs that call /v1. Rules:
// docs/rules/machine-users.md.
import { m } from '#words/messages.js'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { dayToEnd } from '#domain/users/last-day.ts'
import {
  machineScopes,
  machineState,
  MAX_KEY_DAYS,
  type MachineScope,
  type MachineState,
} from '#domain/access/machine-users.ts'
import { validateUser } from '#domain/users/fields.ts'
import { confirmationRefusal } from '#domain/users/changes.ts'
import type { AuditValues } from '#server/audit/audit-fields.ts'
import {
  type Db,
  type Handler,
  refuse,
  type Refusal,
  checkRule,
  type SessionContext,
} from '#server/operations/context.ts'
import { refuseWithoutRecentPassword } from '#server/operations/recent-password.ts'
import { refuseParameter, checkParameter } from '#server/operations/refuse-parameter.ts'
import { isWithin } from '#server/operations/scope.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import { createKey, splitNetwork } from '#server/sessions/machine-keys.ts'
import { validateUserCampaigns } from './campaign-limits.ts'
import { canGrant } from './groups.ts'
import { findTakenFields, lockUserChanges } from './queries.ts'

interface MachineRow {
  readonly id: number
  readonly username: string
  readonly campaign_ids: number[] | null
  readonly locked_at: Date | null
  readonly key_start: string
  readonly scopes: MachineScope[]
  readonly addresses: string[]
  readonly calls_per_minute: number
  readonly created_by: number
  readonly created_at: Date
  readonly creator: string
  readonly confirmer: string | null
  readonly confirmed_at: Date | null
  readonly ends_at: Date
  readonly last_used_at: Date | null
  readonly last_used_from: string
}

/** In the statement, `c` is the user who created the machine user `k`, and `f` the user who confirmed it. */
const selectMachines = (db: Db, ownerId: number) =>
  db
    .selectFrom('machine_user as k')
    .innerJoin('user_account as u', 'u.id', 'k.id')
    .innerJoin('user_account as c', 'c.id', 'k.created_by')
    .leftJoin('user_account as f', 'f.id', 'k.confirmed_by')
    .select(['u.id', 'u.username', 'u.campaign_ids', 'u.locked_at', 'k.key_start', 'k.addresses', 'k.calls_per_minute'])
    .select(sql<MachineScope[]>`k.scopes`.as('scopes'))
    .select(['k.created_by', 'k.created_at', 'c.username as creator', 'f.username as confirmer', 'k.confirmed_at'])
    .select(['k.ends_at', 'k.last_used_at', 'k.last_used_from'])
    .where('u.owner_id', '=', ownerId)
    .where('u.deleted_at', 'is', null)

const rowToState = (row: MachineRow, now: number): MachineState =>
  machineState(
    { isConfirmed: row.confirmed_at !== null, isLocked: row.locked_at !== null, endsAt: row.ends_at.getTime() },
    now,
  )

export const machineUsers: Handler<'machineUsers'> = async (context) => {
  const { db, viewer, now } = context
  const rows = await selectMachines(db, viewer.ownerId).orderBy('k.created_at', 'desc').orderBy('k.id').execute()
  return {
    machineUsers: rows.map((row) => ({
      machineUserID: String(row.id),
      name: row.username,
      keyStart: row.key_start,
      scopes: row.scopes,
      campaignIds: (row.campaign_ids ?? []).map(String),
      addresses: row.addresses,
      callsPerMinute: row.calls_per_minute,
      state: rowToState(row, now()),
      createdBy: row.creator,
      createdAt: row.created_at.toISOString(),
      confirmedBy: row.confirmer,
      endsAt: row.ends_at.toISOString(),
      lastUsedAt: instantToApi(row.last_used_at),
      lastUsedFrom: row.last_used_from,
      ...(row.confirmed_at === null && { refusal: confirmationRefusalOf(viewer, row) }),
    })),
  }
}

export const createMachineUser: Handler<'createMachineUser'> = async (context, params) => {
  const { db, viewer, settings, now, client, secrets } = context
  const passwordRefusal = await refuseWithoutRecentPassword(context)
  if (passwordRefusal) return passwordRefusal
  await lockUserChanges(db, viewer.ownerId)
  const name = params.name.trim()
  // The name of a machine user follows the rules of usernames. VALID_USER has valid values of all other fields.
  const nameRefusal = checkParameter('name', () => validateUser({ ...VALID_USER, username: name }).username)
  if (nameRefusal) return nameRefusal
  const takenFields = await findTakenFields(db, viewer.ownerId, { username: name, email: name })
  if (takenFields.username) return refuseField('name', m.users_usernameTaken)
  if (params.scopes.length > 1 && params.scopes.includes('User.provision'))
    return refuseParameter('scopes', m.machines_provisionAlone)
  if (!canGrant(viewer, permissionsOf(params.scopes))) return refuseField('scopes', m.machines_scopesBeyondViewer)
  const campaigns = await validateUserCampaigns(context, {
    user: undefined,
    group: { campaign_ids: null },
    campaignIds: params.campaignIds,
  })
  if ('error' in campaigns) return refuseField('campaignIds', campaigns.error, campaigns.code)
  const today = instantToDate(now(), client.timeZone)
  // The key can be used until the end of the day.
  const endsAt = dayToEnd(params.endsOn, client)
  const isWithinAllowedDays = params.endsOn >= today && params.endsOn <= addDays(today, MAX_KEY_DAYS)
  if (endsAt === undefined || !isWithinAllowedDays)
    return refuseParameter('endsOn', () => m.machines_endsWithinDays({ days: MAX_KEY_DAYS }))
  const invalidAddress = params.addresses.find((text) => splitNetwork(text.trim()) === undefined)
  if (invalidAddress !== undefined)
    return refuseParameter('addresses', () => m.machines_noNetwork({ text: invalidAddress.slice(0, 60) }))

  const createdAt = new Date(now())
  const { id } = await db
    .insertInto('user_account')
    .values({
      owner_id: viewer.ownerId,
      kind: 'machine',
      username: name,
      firstname: name,
      lastname: '',
      email: '',
      group_id: null,
      campaign_ids: campaigns.ids,
      draft_key: secrets.wrapDraftKey(randomBytes(32)),
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { key, start: keyStart, hash: keyHash } = createKey(client)
  const needsConfirmation = settings.needsSecondAdministrator
  const machine = {
    id,
    key_hash: keyHash,
    key_start: keyStart,
    scopes: [...new Set(params.scopes)],
    calls_per_minute: params.callsPerMinute,
    created_by: viewer.userId,
    created_at: createdAt,
    confirmed_at: needsConfirmation ? null : createdAt,
    ends_at: endsAt,
    unused_since: createdAt,
  }
  const addresses = params.addresses.map((text) => text.trim())
  const storedNetworks = await db
    .insertInto('machine_user')
    .values({
      ...machine,
      // '10.1.2.3/16' is stored as the network 10.1.0.0/16.
      addresses: sql<string[]>`ARRAY(SELECT network(a::inet) FROM unnest(${addresses}::text[]) a)`,
    })
    .returning('addresses')
    .executeTakeFirstOrThrow()
  context.setSubject('user', id)
  context.recordValues(toAuditValues({ ...machine, username: name, campaign_ids: campaigns.ids, ...storedNetworks }))
  return {
    machineUserID: String(id),
    key,
    needsConfirmation,
    resultText: needsConfirmation ? m.machines_createdAndWaits() : m.machines_created(),
  }
}

/** Valid values of the fields of a user, without the username. */
const VALID_USER = { firstname: '', lastname: '', email: 'a@b.cd', groupId: '1' }

const permissionsOf = (scopes: readonly MachineScope[]) => scopes.map((scope) => machineScopes[scope].permission)

function refuseField(
  path: string,
  text: () => string,
  code: typeof codes.refusedState | typeof codes.notFound = codes.refusedState,
): Refusal {
  return refuse(code, text, { errors: [{ path, message: text() }] })
}

/** The audit trail's record of a machine user. Only the first characters of the key are recorded. */
const toAuditValues = (
  row: Pick<
    MachineRow,
    'username' | 'key_start' | 'scopes' | 'campaign_ids' | 'addresses' | 'calls_per_minute' | 'ends_at'
  >,
): AuditValues => ({
  username: row.username,
  keyStart: row.key_start,
  scopes: row.scopes,
  campaigns: row.campaign_ids ?? 'all',
  addresses: row.addresses.length === 0 ? undefined : row.addresses,
  callsPerMinute: row.calls_per_minute,
  endsAt: row.ends_at.toISOString(),
})

export const confirmMachineUser: Handler<'confirmMachineUser'> = async (context, { machineUserID }) => {
  const machine = await lockMachine(context, machineUserID)
  if ('refusalCode' in machine) return machine
  if (machine.confirmed_at !== null) return refuse(codes.refusedState, m.users_confirmedAlready)
  const { db, viewer, now } = context
  const refusal = checkRule(codes.refusedState, () => confirmationRefusalOf(viewer, machine))
  if (refusal) return refusal
  const at = new Date(now())
  await db
    .updateTable('machine_user')
    .set({ confirmed_at: at, confirmed_by: viewer.userId, unused_since: at })
    .where('id', '=', machine.id)
    .execute()
  context.recordValues(toAuditValues(machine))
  return { resultText: m.machines_confirmed() }
}

/** Why the viewer cannot confirm the machine user. No one confirms a machine user that they have made. */
function confirmationRefusalOf(viewer: SessionContext['viewer'], machine: MachineRow): string | undefined {
  const refusal = confirmationRefusal({ userId: machine.id, changedBy: machine.created_by }, viewer.userId)
  if (refusal !== undefined) return refusal
  return isWithinViewer(viewer, machine) ? undefined : m.machines_scopesBeyondViewer()
}

const isWithinViewer = (viewer: SessionContext['viewer'], machine: MachineRow): boolean =>
  canGrant(viewer, permissionsOf(machine.scopes)) && isWithin(machine.campaign_ids ?? undefined, viewer.campaignIds)

/** Ends the lock of a machine user that was locked for disuse. */
export const unlockMachineUser: Handler<'unlockMachineUser'> = async (context, { machineUserID }) => {
  const machine = await lockMachine(context, machineUserID)
  if ('refusalCode' in machine) return machine
  if (machine.locked_at === null) return refuse(codes.refusedState, m.machines_notLocked)
  if (!isWithinViewer(context.viewer, machine)) return refuse(codes.refusedState, m.machines_scopesBeyondViewer)
  const { db, now } = context
  await db.updateTable('user_account').set({ locked_at: null, locked_by: null }).where('id', '=', machine.id).execute()
  await db
    .updateTable('machine_user')
    .set({ unused_since: new Date(now()), warned_at: null })
    .where('id', '=', machine.id)
    .execute()
  context.recordChange({ before: { locked: true }, after: { locked: false } })
  return { resultText: m.machines_unlocked() }
}

/** The key stops working at the next call. Batches and orders of the machine user stay, and can still be decided. */
export const revokeMachineUser: Handler<'revokeMachineUser'> = async (context, { machineUserID }) => {
  const machine = await lockMachine(context, machineUserID)
  if ('refusalCode' in machine) return machine
  await context.db
    .updateTable('user_account')
    .set({ deleted_at: new Date(context.now()) })
    .where('id', '=', machine.id)
    .execute()
  context.recordChange({ before: toAuditValues(machine), after: {} })
  return { resultText: m.machines_revoked() }
}

async function lockMachine(context: SessionContext, machineUserID: string): Promise<MachineRow | Refusal> {
  const { db, viewer } = context
  context.setSubject('user', machineUserID)
  await lockUserChanges(db, viewer.ownerId)
  const machine = await selectMachines(db, viewer.ownerId).where('u.id', '=', Number(machineUserID)).executeTakeFirst()
  return machine ?? refuse(codes.notFound, m.machines_noSuchMachine)
}
