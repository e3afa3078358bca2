// The context of a request of the company's directory: the machine user of its key, and the groups that the directory
// manages.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { type ChangedValues, changesBetween } from '#server/audit/audit-fields.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import type { MachineViewer } from '#server/sessions/machine-keys.ts'
import type { Phrase } from '#server/stored-text.ts'
import { lockUserChanges } from '#server/users/queries.ts'
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
  /** The group of all users who are not in `groups`. SCIM does not show this group. */
  readonly groupOfOthers: ScimGroup
  /** The groups that SCIM shows. */
  readonly groups: readonly ScimGroup[]
}

/** Throws if the key does not allow SCIM, or if a group of the settings does not exist. */
export async function toScimContext(context: CallContext, machine: MachineViewer): Promise<ScimContext> {
  const { db, settings } = context
  if (!machine.scopes.includes('User.provision')) throw new ScimError(403, m.access_youAreNotAuthorized)
  // A directory makes users of all campaigns. A key that is limited to some campaigns must not make such users.
  if (machine.campaignIds !== undefined) throw new ScimError(403, m.scim_keyOfAllCampaigns)
  const { created_by: keyMakerId } = await db
    .selectFrom('machine_user')
    .select('created_by')
    .where('id', '=', machine.userId)
    .executeTakeFirstOrThrow()
  const existingGroups = await db
    .selectFrom('user_group')
    .select(['id', 'name', 'permissions', 'campaign_ids'])
    .where('owner_id', '=', machine.ownerId)
    // No group has the name ''. A list for IN must not be empty.
    .where('name', 'in', ['', ...settings.scimGroups])
    .orderBy('id')
    .execute()
  const settingsGroups = settings.scimGroups.map((name) => {
    const group = existingGroups.find((existing) => existing.name === name)
    if (!group) throw new ScimError(503, () => m.scim_groupIsMissing({ group: name }))
    return group
  })
  // The first group of the settings is the group of all other users.
  const [groupOfOthers, ...groups] = settingsGroups
  if (!groupOfOthers) throw new Error('SCIM is off')
  const directory = { machineId: machine.userId, keyMakerId }
  return { ...context, machine, ownerId: machine.ownerId, directory, groupOfOthers, groups }
}

/** Runs a change in a transaction while no other change of a user runs. Then wakes the job that sends the mails. */
export async function runUserChange<T>(context: ScimContext, work: (context: ScimContext) => Promise<T>): Promise<T> {
  const result = await context.db.transaction().execute(async (trx) => {
    await lockUserChanges(trx, context.ownerId)
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

export const auditProvisioning = (
  context: ScimContext,
  db: Db,
  { method, userId, change, refusal }: Entry,
): Promise<void> =>
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
