// Login: password, then the second factor if one is needed, then a token.
import { m } from '#words/messages.js'
import { codes, type ResultCode } from '#contract/codes.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type CallContext, type Db, type Handler, type Refusal, refuse } from '#server/operations/context.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { checkCredentials, locked } from './credentials.ts'
import { sendCode } from './email-codes.ts'
import { type Candidate, noteLogin } from './queries.ts'
import { type FactorNeed, requiredFactor } from './needed-factor.ts'
import { acceptFactor, countFactorAttempt, type GivenFactor } from './second-factor.ts'

const notEnrolled = () => refuse(codes.notEnrolled, m.access_twoFactorRequired())
export const codeWrong = () => refuse(codes.codeWrong, m.access_codeNotValid())

export const logIn: Handler<'logIn'> = async (context, params) => {
  const { user, refusal } = await checkCredentials(context, params)
  if (refusal) return noted(context, user, refusal)
  const need = await requiredFactor(context, user)
  if (need.factor === 'not enrolled') return noted(context, user, notEnrolled())
  const { challenge, passkey, resend = false } = params
  const isGiven = need.factor === 'none' || (challenge ?? '').trim() !== '' || passkey !== undefined
  if (!isGiven || resend) return noted(context, user, await requestFactor(context, user, need, resend))
  return openSession(context, user, need, { challenge, passkey })
}

async function openSession(context: CallContext, user: Candidate, { factor }: FactorNeed, given: GivenFactor) {
  if (factor !== 'none' && !(await countFactorAttempt(context, user.id))) return noted(context, user, locked())
  const token = await context.db.transaction().execute(async (trx) => {
    if (factor !== 'none' && !(await acceptFactor(trx, context, user, factor, given))) return undefined
    await noteLogin(trx, user.id, context.now())
    await note(trx, context, user, codes.success)
    return startSession(trx, context, user, context)
  })
  return token === undefined ? noted(context, user, codeWrong()) : { token }
}

/** The response to a correct password without a code: a code was sent by e-mail, or the app shows one. */
async function requestFactor(
  context: CallContext,
  user: Candidate,
  { factor, hasPasskey }: FactorNeed,
  resend: boolean,
): Promise<Refusal> {
  const fields = { factor: factor === 'app' ? 'app' : 'email', ...(hasPasskey && { passkey: true }) }
  if (factor === 'app') return refuse(codes.codeRequired, m.access_enterVerificationCode(), { fields })
  const sent = await sendCode(context, user, resend)
  if (sent.code === codes.codeResent) return refuse(sent.code, m.access_codeHasBeenResent(), { fields })
  const more = sent.retryAfter === undefined ? {} : { retryAfter: sent.retryAfter }
  if (sent.code === codes.resendLimit)
    return refuse(sent.code, sent.message, { fields: { ...fields, resendOTPLimitMessage: sent.message }, ...more })
  return refuse(sent.code, sent.message ?? m.access_enterVerificationCodeSent(), { fields, ...more })
}

async function noted(context: CallContext, user: Candidate | undefined, refusal: Refusal): Promise<Refusal> {
  await note(context.db, context, user, refusal.refused, refusal.text)
  return refusal
}

const note = (db: Db, context: CallContext, user: Candidate | undefined, code: ResultCode, refusal?: string) =>
  writeAudit(db, {
    ...callToOrigin(context),
    userId: user?.id ?? null,
    ownerId: user?.owner_id ?? null,
    method: 'logIn',
    resultCode: code,
    refusal,
  })
