// Login: password, then the second factor if one is needed, then a token.
import { m } from '#words/messages.js'
import { codes, type ResultCode } from '#contract/codes.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type CallContext, type Db, type Handler, type Refusal, refuse } from '#server/operations/context.ts'
import { startSession } from '#server/sessions/sessions.ts'
import type { Phrase } from '#server/stored-text.ts'
import { redeemTicket, type TicketLogin } from '#server/sessions/provider-logins.ts'
import { reportBreakGlass } from './break-glass.ts'
import { checkCredentials, lockedRefusal } from './credentials.ts'
import { sendCode } from './email-codes.ts'
import { type Candidate, recordLogin } from './queries.ts'
import { type FactorRequirement, findRequiredFactor } from './required-factor.ts'
import { notifyIfLocked } from './notify-locked.ts'
import { acceptFactor, countFactorAttempt, type FactorProof } from './second-factor.ts'

const notEnrolledRefusal = () => refuse(codes.notEnrolled, m.access_twoFactorRequired)
export const wrongCodeRefusal = () => refuse(codes.codeWrong, m.access_codeNotValid)

export const logIn: Handler<'logIn'> = async (context, params) => {
  const check = await checkCredentials(context, params)
  const { user, refusal } = check
  if (refusal) return auditRefusal(context, user, refusal)
  const { ticket } = check
  // The provider has asked for a second factor, so the portal does not ask again.
  if (ticket?.has_factor) return openSession(context, user, { factor: 'none', proof: {}, ticket })
  const requirement = await findRequiredFactor(context, user)
  const { factor } = requirement
  if (factor === 'not enrolled') return auditRefusal(context, user, notEnrolledRefusal())
  const { challenge: typedCode = '', passkey, resend = false } = params
  const hasProof = typedCode.trim() !== '' || passkey !== undefined
  const lacksProof = factor !== 'none' && !hasProof
  if (lacksProof || resend) {
    const factorRefusal = await requestFactor(context, user, { ...requirement, resend })
    return auditRefusal(context, user, factorRefusal)
  }
  return openSession(context, user, { factor, proof: { challenge: typedCode, passkey }, ticket })
}

interface Proofs {
  readonly factor: FactorRequirement['factor']
  readonly proof: FactorProof
  readonly ticket: TicketLogin | undefined
}

/** Checks the second factor and starts the session. */
async function openSession(context: CallContext, user: Candidate, { factor, proof, ticket }: Proofs) {
  const needsFactor = factor !== 'none'
  const attempt = needsFactor ? await countFactorAttempt(context, user.id) : 'allowed'
  if (attempt === 'locked') return auditRefusal(context, user, lockedRefusal())
  const { remoteAddress, userAgent } = context
  const token = await context.db.transaction().execute(async (trx) => {
    if (needsFactor && !(await acceptFactor(trx, context, user, factor, proof))) return undefined
    if (ticket && !(await redeemTicket(trx, ticket, context.now()))) return undefined
    await recordLogin(trx, user.id, context.now())
    await auditLogin(trx, context, user, codes.success)
    const isEmergencyLogin = !ticket && !context.settings.isPasswordLoginOn
    if (isEmergencyLogin) await reportBreakGlass(trx, context, user)
    const provider = ticket && { issuer: ticket.issuer, sid: ticket.provider_sid, idToken: ticket.id_token }
    return startSession(trx, context, user, { remoteAddress, userAgent, provider })
  })
  if (token !== undefined) {
    context.jobs.wake()
    return { token }
  }
  await notifyIfLocked(context, context.db, { userId: user.id, wrongFactor: 'code' })
  context.jobs.wake()
  return auditRefusal(context, user, wrongCodeRefusal())
}

/**
 * The response to a correct password if the call has no proof of the second factor. Sends a code by e-mail unless the
 * user has an app.
 */
async function requestFactor(
  context: CallContext,
  user: Candidate,
  { factor, hasPasskey, resend }: FactorRequirement & { readonly resend: boolean },
): Promise<Refusal> {
  const fields = { factor: factor === 'app' ? 'app' : 'email', ...(hasPasskey && { passkey: true }) }
  if (factor === 'app') return refuse(codes.codeRequired, m.access_enterVerificationCode, { fields })
  const sendResult = await sendCode(context, user, { resend })
  if (sendResult.resultCode === codes.codeResent)
    return refuse(sendResult.resultCode, m.access_codeHasBeenResent, { fields })
  const retryFields = sendResult.retryAfter === undefined ? {} : { retryAfter: sendResult.retryAfter }
  if (sendResult.resultCode === codes.resendLimit)
    return refuse(sendResult.resultCode, sendResult.message, {
      fields: { ...fields, resendOTPLimitMessage: sendResult.message() },
      ...retryFields,
    })
  return refuse(sendResult.resultCode, sendResult.message ?? m.access_enterEmailedCode, { fields, ...retryFields })
}

async function auditRefusal(context: CallContext, user: Candidate | undefined, refusal: Refusal): Promise<Refusal> {
  await auditLogin(context.db, context, user, refusal.refusalCode, refusal.text)
  return refusal
}

const auditLogin = (
  db: Db,
  context: CallContext,
  user: Candidate | undefined,
  resultCode: ResultCode,
  refusal?: Phrase,
) =>
  writeAudit(db, {
    ...callToOrigin(context),
    userId: user?.id ?? null,
    ownerId: user?.owner_id ?? null,
    method: 'logIn',
    resultCode,
    refusal,
  })
