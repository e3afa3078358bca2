// What commands need of a programme that is there: its owner, and a row in the audit trail for what they change.
import { randomUUID } from 'node:crypto'
import { codes } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/facts.ts'
import { writeAudit } from '#server/audit.ts'
import type { Db, Host } from '#server/context.ts'
import { Refused } from './command.ts'

/** The id of the client's owner. Throws Refused where there is no programme of theirs yet. */
export async function ownerThatIsThere(db: Db, { ownerId, name }: Host['client']): Promise<number> {
  const owner = await db.selectFrom('owner').select('id').where('id', '=', ownerId).executeTakeFirst()
  if (!owner) throw new Refused(`There is no programme of ${name} here yet: npm run programme -- init FILE makes it.`)
  return ownerId
}

/** What was done to an owner's programme, in the transaction that does it; by nobody who is signed in. */
export async function auditCommand(
  { now }: Pick<Host, 'now'>,
  trx: Db,
  method: AuditedMethod,
  ownerId: number,
  userId?: number,
): Promise<void> {
  await writeAudit(trx, {
    at: now(),
    userId: null,
    byProgramme: true,
    ownerId,
    method,
    ...(userId === undefined ? {} : { subjectType: 'user', subjectId: String(userId) }),
    resultCode: codes.success,
    correlationId: randomUUID(),
  })
}
