// Functions for commands on an existing programme: they find its owner and campaigns, and write audit entries.
import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { codes } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Change } from '#server/audit/audit-fields.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { CommandError } from './command.ts'

/** Returns the sorted ids of the campaigns with these names. Throws a CommandError for an unknown name. */
export function namesToCampaignIds(
  campaigns: readonly { readonly id: number; readonly name: string }[],
  names: readonly string[],
): number[] {
  const ids = names.map((name) => {
    const campaign = campaigns.find((existing) => existing.name === name)
    if (campaign) return campaign.id
    const campaignNames = campaigns.map((existing) => `'${existing.name}'`).join(', ')
    throw new CommandError(`There is no campaign '${name}'. The campaigns are ${campaignNames}.`)
  })
  return [...new Set(ids)].sort((a, b) => a - b)
}

/** Returns the id of the client's owner. Throws a CommandError if the client has no programme yet. */
export async function requireOwner(db: Db, { ownerId, name }: Services['client']): Promise<number> {
  const owner = await db.selectFrom('owner').select('id').where('id', '=', ownerId).executeTakeFirst()
  if (!owner)
    throw new CommandError(`There is no programme of ${name} here yet: npm run programme -- init FILE creates it.`)
  return ownerId
}

interface CommandAudit {
  readonly method: AuditedMethod
  readonly ownerId: number
  readonly changedUserId?: number | undefined
  readonly changes?: readonly Change[]
}

/**
 * Records what a command did to an owner's programme, with the system user who ran it. Runs in the command's own
 * transaction.
 */
export async function auditCommand({ now }: Pick<Services, 'now'>, trx: Db, audit: CommandAudit): Promise<void> {
  const { method, ownerId, changedUserId, changes } = audit
  const subject = changedUserId === undefined ? {} : { subjectType: 'user', subjectId: String(changedUserId) }
  await writeAudit(trx, {
    at: now(),
    correlationId: randomUUID(),
    address: '',
    device: '',
    systemUser: systemUser(),
    // A command has no logged-in user.
    userId: null,
    ownerId,
    method,
    ...subject,
    resultCode: codes.success,
    changes,
  })
}

/** Returns the name of the operating system's user or, in a container where this user has no name, the user id. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** Like `auditCommand`, for all owners in the database. */
export async function auditForEachOwner(
  services: Pick<Services, 'now'>,
  trx: Db,
  method: AuditedMethod,
  changes: readonly Change[] = [],
): Promise<void> {
  const owners = await trx.selectFrom('owner').select('id').orderBy('id').execute()
  for (const { id } of owners) await auditCommand(services, trx, { method, ownerId: id, changes })
}
