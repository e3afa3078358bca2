// Codes of an authenticator app, for logging in and for signing a decision. Attempts are counted, and each code is
// accepted once.
import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/units.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { outsideTime } from '#server/sandbox/clock.ts'
import { codeToTimeStep } from './totp.ts'

/**
 * Counts an attempt at the second factor before its code is checked. The last allowed attempt already locks the account.
 * Otherwise, attempts at the same time could exceed the limit. A correct code unlocks the account again
 * (`recordLogin`). After a lock has expired, the count starts again.
 */
export async function countCodeAttempt(
  db: Db,
  userId: number,
  limit: { now: number; lockAfter: number; lockMinutes: number },
): Promise<'counted' | 'locked'> {
  const now = new Date(limit.now)
  const lockedUntil = new Date(limit.now + limit.lockMinutes * MINUTE_MS)
  const isLockOverSql = sql<boolean>`(locked_until IS NOT NULL AND locked_until <= ${now})`
  const newCountSql = sql<number>`CASE WHEN ${isLockOverSql} THEN 1 ELSE code_failures + 1 END`
  const isLastAttemptSql = sql<boolean>`${newCountSql} >= ${limit.lockAfter}`
  const canAttemptSql = sql<boolean>`(code_failures < ${limit.lockAfter} OR ${isLockOverSql})`
  const { rows } = await sql<{ id: number }>`
    UPDATE user_account SET code_failures = ${newCountSql},
      locked_until = CASE
        WHEN ${isLastAttemptSql} THEN ${lockedUntil}::timestamptz
        WHEN ${isLockOverSql} THEN NULL
        ELSE locked_until
      END
    WHERE id = ${userId} AND ${canAttemptSql}
    RETURNING id`.execute(db)
  return rows.length > 0 ? 'counted' : 'locked'
}

/**
 * Accepts a code of the user's authenticator app once, and returns its time step. Undefined for a wrong or used code.
 */
export async function acceptAppCode(
  trx: Db,
  context: CallContext,
  userId: number,
  code: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('user_account')
    .select('second_factor_secret')
    .where('id', '=', userId)
    .where('second_factor_enrolled_at', 'is not', null)
    .executeTakeFirst()
  if (!row?.second_factor_secret) return undefined
  const timeStep = codeToTimeStep(context.secrets.decryptText(row.second_factor_secret), code, outsideTime(context))
  if (timeStep === undefined) return undefined
  const isUnused = await redeemTimeStep(trx, userId, timeStep)
  return isUnused ? timeStep : undefined
}

/**
 * Accepts a time step only if it is after the user's last used step. So each step is accepted at most once. Of two
 * calls with the same code, the second call waits here and then gets false.
 */
async function redeemTimeStep(trx: Db, userId: number, timeStep: number): Promise<boolean> {
  const updatedRows = await trx
    .updateTable('user_account')
    .set({ second_factor_step: timeStep })
    .where('id', '=', userId)
    .where((where) => where.or([where('second_factor_step', 'is', null), where('second_factor_step', '<', timeStep)]))
    .returning('id')
    .execute()
  return updatedRows.length > 0
}
