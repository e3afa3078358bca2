// Locks machine users whose keys were not used for a while, after a mail to the administrators. Rules:
// docs/rules/machine-users.md, "Unused keys".
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { UNUSED_KEY_DAYS, UNUSED_WARNING_DAYS } from '#domain/access/machine-users.ts'
import { instantToText } from '#domain/instants.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { changesBetween } from '#server/audit/audit-fields.ts'
import { enqueueMail } from '#server/mail/queue.ts'
import { findUsersWithPermission } from '#server/mail/recipients.ts'
import type { Services } from '#server/operations/context.ts'

const LOCK_UNUSED = 'lock-unused-keys'
const singleton = { singletonKey: 'one' }

interface UnusedKey {
  readonly id: number
  readonly username: string
  readonly key_start: string
  readonly unused_since: Date
}

/** Call `start` once jobs can run. */
export function registerLockUnused(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, now } = services
  jobs.registerHandler(LOCK_UNUSED, 'background', async () => {
    await lockUnusedKeys(services)
    await jobs.enqueue(db, LOCK_UNUSED, {}, { ...singleton, runAt: now() + HOUR_MS })
  })
  return {
    start: async () => {
      await jobs.enqueue(db, LOCK_UNUSED, {}, singleton)
      jobs.wake()
    },
  }
}

/** Warns about keys that will be locked soon, and locks those whose time is over. */
export async function lockUnusedKeys(services: Services): Promise<void> {
  const { db, jobs, now, client } = services
  const at = now()
  await db.transaction().execute(async (trx) => {
    const select = (days: number, condition: ReturnType<typeof sql>) => sql<UnusedKey>`
      SELECT u.id, u.username, k.key_start, k.unused_since FROM machine_user k JOIN user_account u ON u.id = k.id
      WHERE u.owner_id = ${client.ownerId} AND u.deleted_at IS NULL AND u.locked_at IS NULL
        AND k.confirmed_at IS NOT NULL AND k.ends_at > ${new Date(at)}
        AND k.unused_since <= ${new Date(at - days * DAY_MS)} AND ${condition} ORDER BY u.id FOR UPDATE OF k`
    const { rows: warned } = await select(UNUSED_KEY_DAYS - UNUSED_WARNING_DAYS, sql`k.warned_at IS NULL`).execute(trx)
    const administrators = { ownerId: client.ownerId, campaignIds: [] }
    for (const { id, username, key_start: keyStart } of warned) {
      // A key is never locked without this mail, even if the server did not run on the day of the mail.
      const day = instantToText(new Date(at + UNUSED_WARNING_DAYS * DAY_MS).toISOString(), client)
      for (const to of await findUsersWithPermission(trx, administrators, 'User.write'))
        await enqueueMail(services, trx, {
          kind: 'machineUnused',
          to,
          machine: username,
          keyStart,
          days: UNUSED_KEY_DAYS - UNUSED_WARNING_DAYS,
          day,
        })
      await trx
        .updateTable('machine_user')
        .set({ warned_at: new Date(at) })
        .where('id', '=', id)
        .execute()
    }
    const isDue = sql`k.warned_at <= ${new Date(at - UNUSED_WARNING_DAYS * DAY_MS)}`
    const { rows: unused } = await select(UNUSED_KEY_DAYS, isDue).execute(trx)
    for (const { id } of unused) {
      await trx
        .updateTable('user_account')
        .set({ locked_at: new Date(at) })
        .where('id', '=', id)
        .execute()
      await writeAudit(trx, {
        at,
        correlationId: randomUUID(),
        address: '',
        device: '',
        userId: null,
        ownerId: client.ownerId,
        method: 'lockUnusedMachineUser',
        subjectType: 'user',
        subjectId: String(id),
        resultCode: codes.success,
        changes: changesBetween({ before: { locked: false }, after: { locked: true } }),
      })
    }
  })
  jobs.wake()
}
