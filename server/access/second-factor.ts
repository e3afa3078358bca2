// Checks the second factor. A user who needs one gets no token without it.
import { toTypedCode } from '#domain/texts/digits.ts'
import type { RequiredFactor } from '#domain/access/second-factor.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { countEmailCodeAttempt, redeemEmailCode } from './email-codes.ts'
import { acceptPasskeyResponse } from './passkey-login.ts'
import { type Candidate, countCodeAttempt } from './queries.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { codeToTimeStep } from './totp.ts'
import { outsideTime } from '#server/sandbox/clock.ts'

/** The user's proof: a code or a passkey response. */
export interface FactorProof {
  /** The typed code; the API calls it challenge. */
  readonly challenge?: string | undefined
  readonly passkey?: Record<string, unknown> | undefined
}

/** Counts the attempt before anything is checked. Returns false if too many attempts have locked the account. */
export async function countFactorAttempt({ db, settings, now }: CallContext, userId: number): Promise<boolean> {
  const { lockAfter, lockMinutes } = settings
  if (!(await countCodeAttempt(db, userId, { now: now(), lockAfter, lockMinutes }))) return false
  await countEmailCodeAttempt(db, userId)
  return true
}

/** True if the factor is correct. It is redeemed in the transaction that starts the session. */
export async function acceptFactor(
  trx: Db,
  context: CallContext,
  user: Candidate,
  factor: RequiredFactor,
  { challenge: typedCode = '', passkey }: FactorProof,
): Promise<boolean> {
  if (passkey) return acceptPasskeyResponse(trx, context, user.id, passkey)
  const code = toTypedCode(typedCode)
  // Codes of the app and by e-mail have six digits, recovery codes are longer.
  const isRecoveryCode = !/^\d{6}$/.test(code)
  if (isRecoveryCode) return redeemRecoveryCode(trx, context.secrets, user.id, code, context.now())
  if (factor === 'email') return redeemEmailCode(trx, context.secrets, user.id, code, context.now())
  return factor === 'app' && acceptAppCode(trx, context, user.id, code)
}

async function acceptAppCode(trx: Db, context: CallContext, userId: number, code: string): Promise<boolean> {
  const row = await trx
    .selectFrom('user_account')
    .select('second_factor_secret')
    .where('id', '=', userId)
    .where('second_factor_enrolled_at', 'is not', null)
    .executeTakeFirst()
  if (!row?.second_factor_secret) return false
  const timeStep = codeToTimeStep(context.secrets.decryptText(row.second_factor_secret), code, outsideTime(context))
  return timeStep !== undefined && redeemTimeStep(trx, userId, timeStep)
}

/**
 * Accepts each time step once per user, and only after the last used step. Of two calls with the same code, the second
 * waits here and fails.
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
