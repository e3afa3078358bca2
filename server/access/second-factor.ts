// Checks the second factor. A user who needs a second factor gets a token only with it.
import { toTypedCode } from '#domain/texts/digits.ts'
import type { RequiredFactor } from '#domain/access/second-factor.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { countEmailCodeAttempt, redeemEmailCode } from './email-codes.ts'
import { acceptAppCode, countCodeAttempt } from '#server/operations/app-code.ts'
import { acceptPasskeyResponse } from './passkey-login.ts'
import type { Candidate } from './queries.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'

/** The user's proof of the second factor: a code or the response of a passkey. */
export interface FactorProof {
  /** The typed code. It has the name that the API gives it. */
  readonly challenge?: string | undefined
  readonly passkey?: Record<string, unknown> | undefined
}

/** Counts the attempt before anything is checked. Returns 'locked' if too many attempts have locked the account. */
export async function countFactorAttempt(
  { db, settings, now }: CallContext,
  userId: number,
): Promise<'allowed' | 'locked'> {
  const { lockAfter, lockMinutes } = settings
  const attempt = await countCodeAttempt(db, userId, { now: now(), lockAfter, lockMinutes })
  if (attempt === 'locked') return 'locked'
  await countEmailCodeAttempt(db, userId)
  return 'allowed'
}

/** True if the proof is correct. The code is used up in the transaction that starts the session. */
export async function acceptFactor(
  trx: Db,
  context: CallContext,
  user: Candidate,
  factor: RequiredFactor,
  { challenge: typedCode = '', passkey }: FactorProof,
): Promise<boolean> {
  if (passkey) return acceptPasskeyResponse(trx, context, user.id, passkey)
  const code = toTypedCode(typedCode)
  // Codes of an app and codes by e-mail have six digits. Recovery codes are longer.
  const isRecoveryCode = !/^\d{6}$/.test(code)
  if (isRecoveryCode) return redeemRecoveryCode(trx, context.secrets, user.id, code, context.now())
  if (factor === 'email') return redeemEmailCode(trx, context.secrets, user.id, code, context.now())
  if (factor !== 'app') return false
  const timeStep = await acceptAppCode(trx, context, user.id, code)
  return timeStep !== undefined
}
