// What a request of the company's directory needs: its key, and the groups that it decides about.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { type ChangedValues, changesBetween } from '#server/audit/audit-fields.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import type { MachineViewer } from '#server/sessions/machine-keys.ts'
import type { Phrase } from '#server/stored-text.ts'
import { lockUsersOfOwner } from '#server/users/queries.ts'
import type { Directory } from '#server/users/user-changes.ts'
import { ScimError } from './errors.ts'

export interface ScimGroup {
  readonly id: number
  readonly name: string
  readonly permissions: string[]
  readonly campaign_ids: number[] | null
}

export interface ScimContext extends CallContext {
  readonly machine: MachineViewer
  readonly ownerId: number
  readonly directory: Directory
  /** The group of users who are in none of `groups`. SCIM does not show it. */
  readonly groupOfOthers: ScimGroup
  readonly groups: readonly ScimGroup[]
}

/** Throws if the key or the settings do not allow it. */
export async function toScimContext(context: CallContext, machine: MachineViewer): Promise<ScimContext> {
  const { db, settings } = context
  if (!machine.scopes.includes('User.provision')) throw new ScimError(403, m.access_youAreNotAuthorized)
  // A key that is limited to campaigns would make users who can work with more of them.
  if (machine.campaignIds !== undefined) throw new ScimError(403, m.scim_keyOfAllCampaigns)
  const { created_by: keyMakerId } = await db
    .selectFrom('machine_user')
    .select('created_by')
    .where('id', '=', machine.userId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('user_group')
    .select(['id', 'name', 'permissions', 'campaign_ids'])
    .where('owner_id', '=', machine.ownerId)
    .where('name', 'in', ['', ...settings.scimGroups])
    .orderBy('id')
    .execute()
  const found = settings.scimGroups.map((name) => rows.find((row) => row.name === name))
  const missing = settings.scimGroups[found.indexOf(undefined)]
  const [groupOfOthers, ...groups] = found.filter((group) => group !== undefined)
  if (!groupOfOthers || missing !== undefined)
    throw new ScimError(503, () => m.scim_groupIsMissing({ group: missing ?? '' }))
  const directory = { machineId: machine.userId, keyMakerId }
  return { ...context, machine, ownerId: machine.ownerId, directory, groupOfOthers, groups }
}

/** Runs one change while no other change of a user runs, and wakes the mails after it. */
export async function changing<T>(context: ScimContext, work: (context: ScimContext) => Promise<T>): Promise<T> {
  const result = await context.db.transaction().execute(async (trx) => {
    await lockUsersOfOwner(trx, context.ownerId)
    return work({ ...context, db: trx })
  })
  context.jobs.wake()
  return result
}

interface Entry {
  readonly method: AuditedMethod
  readonly userId: number | string
  readonly change?: ChangedValues
  readonly refusal?: Phrase
}

export const audit = (context: ScimContext, db: Db, { method, userId, change, refusal }: Entry): Promise<void> =>
  writeAudit(db, {
    ...callToOrigin(context),
    userId: context.machine.userId,
    ownerId: context.ownerId,
    method,
    subjectType: 'user',
    subjectId: String(userId),
    resultCode: refusal ? codes.refusedState : codes.success,
    refusal,
    changes: change && changesBetween(change),
  })
