// Locks users who have not logged in for a while, and machine users whose keys were not used for a while. A mail warns
// before the lock. `unusedRules` has a rule for persons and a rule for machine users. Rules: docs/rules/users.md,
// "Unused accounts", and docs/rules/machine-users.md, "Unused keys".
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { AuditedMethod } from '#contract/methods.ts'
import { unusedDays, UNUSED_WARNING_DAYS } from '#domain/users/unused.ts'
import { instantToText } from '#domain/instants.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { changesBetween } from '#server/audit/audit-fields.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import { findUsersWithPermission } from '#server/mail/recipients.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { accessEnd } from '#server/operations/user-scope.ts'
import { lockAccount } from './change-user.ts'
import { hasOtherUserManager, lockUserChanges } from './queries.ts'

const LOCK_UNUSED = 'lock-unused'
/** Jobs with the same key are one job, so the server has one job of this kind. */
const singleJob = { singletonKey: 'one' }

interface UnusedUser {
  readonly id: number
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  /** Null for a person. */
  readonly key_start: string | null
  readonly manages_users: boolean
}

/** The SQL values are parts of the query in `findUnused`, in which the account is `u` and its machine user is `k`. */
interface UnusedRule {
  /** The account is locked after this many days without use. */
  readonly days: number
  readonly tables: RawBuilder<unknown>
  /** The table of FOR UPDATE. A login or a call also writes to this table's row, so it waits for the transaction. */
  readonly tableForUpdate: RawBuilder<unknown>
  readonly columns: RawBuilder<unknown>
  /** A condition: true for an account that can be used now, and that may be locked. */
  readonly canBeUsed: (services: Services) => RawBuilder<unknown>
  /** The time of the last use, or of the creation or the last unlock. */
  readonly unusedSince: RawBuilder<Date>
  readonly warnedAt: RawBuilder<Date | null>
  readonly storeWarning: (db: Db, id: number, at: Date) => Promise<unknown>
  readonly warn: (services: Services, db: Db, user: UnusedUser, times: WarningTimes) => Promise<void>
  /** The action in the audit trail. */
  readonly method: AuditedMethod
}

interface WarningTimes {
  /** The day of the lock, as the mail shows it. */
  readonly day: string
  /** The number of days without use until the warning. */
  readonly days: number
}

const unusedRules: readonly UnusedRule[] = [
  {
    days: unusedDays.person,
    tables: sql`user_account u JOIN user_group g ON g.id = u.group_id`,
    tableForUpdate: sql`u`,
    columns: sql`NULL AS key_start, 'User.write' = ANY (g.permissions) AS manages_users`,
    canBeUsed({ settings, now }) {
      // The end is NULL for an access without an end.
      const hasAccess = sql`(${accessEnd} IS NULL OR ${accessEnd} > ${new Date(now())})`
      // The user for emergencies is meant to be unused. Without this setting, every username differs from NULL.
      const isNotEmergencyUser = sql`lower(u.username) IS DISTINCT FROM lower(${settings.breakGlassUser ?? null}::text)`
      if (settings.isProduction) return sql`${hasAccess} AND ${isNotEmergencyUser}`
      // All visitors share the users of the demo programme.
      const isNotDemoUser = sql`NOT EXISTS (SELECT FROM owner o WHERE o.id = u.owner_id AND o.is_demo)`
      return sql`${hasAccess} AND ${isNotEmergencyUser} AND ${isNotDemoUser}`
    },
    unusedSince: sql`coalesce(u.unused_since, u.created_at)`,
    warnedAt: sql`u.unused_warned_at`,
    storeWarning: (db, id, at) =>
      db.updateTable('user_account').set({ unused_warned_at: at }).where('id', '=', id).execute(),
    warn: (services, db, user, times) =>
      enqueueMail(services, db, { kind: 'userUnused', to: userToRecipient(user), ...times }),
    method: 'lockUnusedUser',
  },
  {
    days: unusedDays.machine,
    tables: sql`user_account u JOIN machine_user k ON k.id = u.id`,
    tableForUpdate: sql`k`,
    columns: sql`k.key_start, false AS manages_users`,
    canBeUsed: ({ now }) => sql`k.confirmed_at IS NOT NULL AND k.ends_at > ${new Date(now())}`,
    unusedSince: sql`k.unused_since`,
    warnedAt: sql`k.warned_at`,
    storeWarning: (db, id, at) => db.updateTable('machine_user').set({ warned_at: at }).where('id', '=', id).execute(),
    async warn(services, db, { username, key_start: keyStart }, times) {
      const audience = { ownerId: services.client.ownerId, campaignIds: [] }
      const mail = { kind: 'machineUnused', machine: username, keyStart: keyStart ?? '', ...times } as const
      for (const to of await findUsersWithPermission(db, audience, 'User.write'))
        await enqueueMail(services, db, { ...mail, to })
    },
    method: 'lockUnusedMachineUser',
  },
]

/** Call `start` once jobs can run. */
export function registerLockUnused(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, now } = services
  jobs.registerHandler(LOCK_UNUSED, 'background', async () => {
    await lockUnused(services)
    await jobs.enqueue(db, LOCK_UNUSED, {}, { ...singleJob, runAt: now() + HOUR_MS })
  })
  return {
    start: async () => {
      await jobs.enqueue(db, LOCK_UNUSED, {}, singleJob)
      jobs.wake()
    },
  }
}

/** Warns users who will be locked soon, and locks those whose time is over. */
export async function lockUnused(services: Services): Promise<void> {
  const { db, jobs, client } = services
  await db.transaction().execute(async (trx) => {
    await lockUserChanges(trx, client.ownerId)
    for (const rule of unusedRules) {
      await warnUnused(services, trx, rule)
      await lockAfterWarning(services, trx, rule)
    }
  })
  jobs.wake()
}

/** Every lock comes after a warning. If the server did not run on the day of the warning, mail and lock come later. */
async function warnUnused(services: Services, db: Db, rule: UnusedRule): Promise<void> {
  const currentTime = services.now()
  const lockTime = new Date(currentTime + UNUSED_WARNING_DAYS * DAY_MS)
  const day = instantToText(lockTime.toISOString(), services.client)
  const days = rule.days - UNUSED_WARNING_DAYS
  const users = await findUnused(services, db, rule, { days, condition: sql`${rule.warnedAt} IS NULL` })
  for (const user of users) {
    await rule.warn(services, db, user, { day, days })
    await rule.storeWarning(db, user.id, new Date(currentTime))
  }
}

async function lockAfterWarning(services: Services, db: Db, rule: UnusedRule): Promise<void> {
  const { now, client } = services
  const latestWarning = new Date(now() - UNUSED_WARNING_DAYS * DAY_MS)
  const users = await findUnused(services, db, rule, {
    days: rule.days,
    condition: sql`${rule.warnedAt} <= ${latestWarning}`,
  })
  for (const user of users) {
    // The last user who can unlock the others is not locked.
    const isLastManager = user.manages_users && !(await hasOtherUserManager(db, client.ownerId, user.id))
    if (isLastManager) continue
    await lockAccount(services, db, user.id, 'disuse')
    await writeAudit(db, {
      at: now(),
      correlationId: randomUUID(),
      address: '',
      device: '',
      userId: null,
      ownerId: client.ownerId,
      method: rule.method,
      subjectType: 'user',
      subjectId: String(user.id),
      resultCode: codes.success,
      changes: changesBetween({ before: { locked: false }, after: { locked: true } }),
    })
  }
}

/**
 * The accounts that were unused for the longest time come first. Accounts are locked in this order, and one user who
 * can manage users stays unlocked. Because of the order, this is the user who logged in last.
 */
async function findUnused(
  services: Services,
  db: Db,
  rule: UnusedRule,
  { days, condition }: { readonly days: number; readonly condition: RawBuilder<unknown> },
): Promise<readonly UnusedUser[]> {
  const { client, now } = services
  const { rows } = await sql<UnusedUser>`
    SELECT u.id, u.username, u.firstname, u.lastname, u.email, ${rule.columns}
    FROM ${rule.tables}
    WHERE u.owner_id = ${client.ownerId} AND u.deleted_at IS NULL AND u.locked_at IS NULL
      AND ${rule.canBeUsed(services)} AND ${rule.unusedSince} <= ${new Date(now() - days * DAY_MS)} AND ${condition}
    ORDER BY ${rule.unusedSince}, u.id FOR UPDATE OF ${rule.tableForUpdate}`.execute(db)
  return rows
}
