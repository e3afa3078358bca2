// Sets up an authenticator app during login, for a user with the correct password who needs an app and has no app.
// Later, only an administrator can require this again. Signed-in users replace the app in My Settings
// (own-authenticator.ts).
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { toTypedCode } from '#domain/texts/digits.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type CallContext, type Db, type Handler, type Refusal, refuse } from '#server/operations/context.ts'
import { enqueueMail, type NamedUser, userToRecipient } from '#server/mail/queue.ts'
import type { Phrase } from '#server/stored-text.ts'
import { checkCredentialsAudited, type Credentials, lockedRefusal } from './credentials.ts'
import { wrongCodeRefusal } from './log-in.ts'
import { type Candidate, clearCodeFailures } from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { findRequiredFactor } from './required-factor.ts'
import { notifyIfLocked } from './notify-locked.ts'
import { countFactorAttempt } from './second-factor.ts'
import { codeToTimeStep, newSecret, secretToUrl } from '#server/operations/totp.ts'
import { outsideTime } from '#server/sandbox/clock.ts'

/** This is also the refusal for users who need no app. */
const alreadyEnrolledRefusal = () => refuse(codes.refusedState, m.access_twoFactorSetUpAlready)

export const enrollUser: Handler<'enrollUser'> = async (context, params) => {
  const user = await findEnrollingUser(context, params, 'enrollUser')
  if ('refusalCode' in user) return user
  // Each call creates a new secret, so a secret that someone else requested earlier becomes useless.
  const secret = newSecret()
  const updatedRows = await context.db
    .updateTable('user_account')
    .set({ second_factor_secret: context.secrets.encrypt(secret), second_factor_step: null })
    .where('id', '=', user.id)
    .where('second_factor_enrolled_at', 'is', null)
    .returning('id')
    .execute()
  if (updatedRows.length === 0) return alreadyEnrolledRefusal()
  await writeEnrolmentAudit(context.db, context, { method: 'enrollUser', user, resultCode: codes.success })
  return { secret, otpauthUrl: secretToUrl(secret, context.client.name, user.username) }
}

export const confirm2FAEnrolment: Handler<'confirm2FAEnrolment'> = async (context, params) => {
  const user = await findEnrollingUser(context, params, 'confirm2FAEnrolment')
  if ('refusalCode' in user) return user
  const attempt = await countFactorAttempt(context, user.id)
  if (attempt === 'locked') return auditRefusal(context, user, lockedRefusal())
  const recoveryCodes = await context.db
    .transaction()
    .execute((trx) => enrol(trx, context, user, toTypedCode(params.challenge)))
  if (!recoveryCodes) {
    await notifyIfLocked(context, context.db, { userId: user.id, wrongFactor: 'code' })
    context.jobs.wake()
    return auditRefusal(context, user, wrongCodeRefusal())
  }
  context.jobs.wake()
  return { recoveryCodes }
}

/**
 * If the code is correct, enrols the app whose secret `enrollUser` stored, and returns the recovery codes. Undefined if
 * the app was not enrolled.
 */
async function enrol(trx: Db, context: CallContext, user: Candidate, code: string): Promise<string[] | undefined> {
  const { secrets } = context
  const row = await trx
    .selectFrom('user_account')
    .select('second_factor_secret')
    .where('id', '=', user.id)
    .where('second_factor_enrolled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.second_factor_secret) return undefined
  const timeStep = codeToTimeStep(secrets.decryptText(row.second_factor_secret), code, outsideTime(context))
  if (timeStep === undefined) return undefined
  const recoveryCodes = await enableApp(trx, context, user, { secret: row.second_factor_secret, timeStep })
  await writeEnrolmentAudit(trx, context, { method: 'confirm2FAEnrolment', user, resultCode: codes.success })
  return recoveryCodes
}

/**
 * Makes an app the user's second factor, and returns the recovery codes. The caller has verified a code of the app.
 * This code is used up, so the next login needs a later code. Call `jobs.wake` after the commit.
 */
export async function enableApp(
  trx: Db,
  context: CallContext,
  user: NamedUser & { readonly id: number },
  { secret, timeStep }: { readonly secret: Uint8Array; readonly timeStep: number },
): Promise<string[]> {
  await trx
    .updateTable('user_account')
    .set({
      second_factor: 'app',
      second_factor_before: sql`CASE second_factor WHEN 'app' THEN second_factor_before ELSE second_factor END`,
      second_factor_secret: secret,
      second_factor_step: timeStep,
      second_factor_enrolled_at: new Date(context.now()),
      second_factor_offer: null,
      second_factor_offer_until: null,
    })
    .where('id', '=', user.id)
    .execute()
  await clearCodeFailures(trx, user.id)
  const recoveryCodes = await replaceRecoveryCodes(trx, context.secrets, user.id)
  await enqueueMail(context, trx, { kind: 'factorAdded', to: userToRecipient(user), factor: 'app' })
  return recoveryCodes
}

async function findEnrollingUser(
  context: CallContext,
  credentials: Credentials,
  method: 'enrollUser' | 'confirm2FAEnrolment',
): Promise<Candidate | Refusal> {
  const { user, refusal } = await checkCredentialsAudited(context, credentials, method)
  if (refusal) return refusal
  const { factor } = await findRequiredFactor(context, user)
  return factor === 'not enrolled' ? user : alreadyEnrolledRefusal()
}

/** Writes the refusal of a confirmation to the audit trail, and returns it. */
async function auditRefusal(context: CallContext, user: Candidate, refusal: Refusal): Promise<Refusal> {
  const { refusalCode: resultCode, text } = refusal
  await writeEnrolmentAudit(context.db, context, { method: 'confirm2FAEnrolment', user, resultCode, refusal: text })
  return refusal
}

interface EnrolmentAudit {
  readonly method: 'enrollUser' | 'confirm2FAEnrolment'
  readonly user: Candidate
  readonly resultCode: string
  readonly refusal?: Phrase
}

const writeEnrolmentAudit = (db: Db, context: CallContext, { method, user, resultCode, refusal }: EnrolmentAudit) =>
  writeAudit(db, {
    ...callToOrigin(context),
    userId: user.id,
    ownerId: user.owner_id,
    method,
    subjectType: 'user',
    subjectId: String(user.id),
    resultCode,
    refusal,
  })
