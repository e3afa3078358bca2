// Signing in. Unknown, wrong, not activated, deleted and of another owner answer alike: one code, one text, one cost
// (threats T10). Locked is said only to somebody who has the right password (contract -20032).
import { codes, type ResultCode } from '#contract/codes.ts'
import { writeAudit } from '#server/audit.ts'
import { type Handler, type Refusal, refuse } from '#server/context.ts'
import { isPassword } from '#server/passwords.ts'
import { startSession } from '#server/sessions.ts'
import { type Candidate, clearAttempts, countAttempt, noteLogin } from './queries.ts'

const WRONG = refuse(codes.badCredentials, 'Wrong username or password')
const LOCKED = refuse(
  codes.locked,
  'Your account is locked. Please try again later or ask an administrator to unlock it',
)
const NOT_ENROLLED = refuse(codes.notEnrolled, 'Two-Factor Authentication Required')
const CODE_REQUIRED = refuse(codes.codeRequired, 'Enter a verification code sent to your email.')
const CODE_WRONG = refuse(codes.codeWrong, 'Verification code not valid, please try again')

export const logIn: Handler<'logIn'> = async (context, { username, password, challenge, ownerID }) => {
  const { db, settings, client, now } = context
  // The caller's owner is compared, never trusted (threats T04): another one finds nobody.
  const ownerId = ownerID === client.ownerId ? client.ownerId : -1
  const limit = { now: now(), lockAfter: settings.lockAfter, lockMinutes: settings.lockMinutes }
  const user = await countAttempt(db, { ownerId, username: username.trim() }, limit)
  const isRight = await isPassword(password, user?.password_hash ?? null)

  const note = (code: ResultCode) =>
    writeAudit(db, {
      at: now(),
      userId: user?.id ?? null,
      ownerId: user?.owner_id ?? null,
      method: 'logIn',
      resultCode: code,
      correlationId: context.correlationId,
    })
  const refusal = refuseLogIn(user, isRight, settings.lockAfter, settings.requireSecondFactor, challenge)
  if (refusal || !user) {
    const told = refusal ?? WRONG
    if (user && told !== WRONG && told !== LOCKED && told !== CODE_WRONG) await clearAttempts(db, user.id)
    await note(told.refused)
    return told
  }
  const token = await db.transaction().execute(async (trx) => {
    await clearAttempts(trx, user.id)
    await noteLogin(trx, user.id, now())
    return startSession(trx, context, user)
  })
  await note(codes.success)
  return { token }
}

/** Why there is no token, or undefined where there is one. */
function refuseLogIn(
  user: Candidate | undefined,
  isRight: boolean,
  lockAfter: number,
  everybodyNeedsFactor: boolean,
  challenge: string | undefined,
): Refusal | undefined {
  if (!user || !isRight || !user.activated_at) return WRONG
  if (user.locked_at || user.locked_until) {
    // Telling a right password on a locked account would let guessing go on: after as many tries again it ends.
    return user.failed_attempts >= 2 * lockAfter ? WRONG : LOCKED
  }
  if (user.second_factor === 'email') return challenge ? CODE_WRONG : CODE_REQUIRED
  if (user.second_factor === 'app' || everybodyNeedsFactor) {
    if (!user.second_factor_enrolled_at) return NOT_ENROLLED
    return challenge ? CODE_WRONG : CODE_REQUIRED
  }
  return undefined
}
