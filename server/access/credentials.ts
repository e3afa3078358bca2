// Checks the first factor, for every operation that takes a name and a password instead of a session. The response has
// the same code, text and duration for an unknown user, a wrong password, a deleted user, a user of another owner, and
// a user who is not activated. A lock is reported only after the correct password (-20032).
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { Method } from '#contract/methods.ts'
import { lockFor } from '#domain/access/lockout.ts'
import { dateToShortText } from '#domain/calendar.ts'
import { endToDay } from '#domain/users/last-day.ts'
import { unusedDays } from '#domain/users/unused.ts'
import { callToOrigin, writeAudit } from '#server/audit/audit.ts'
import { type CallContext, type Refusal, refuse } from '#server/operations/context.ts'
import { addressToKey } from '#server/http/rate-limits.ts'
import { passwordMatches } from '#server/sessions/passwords.ts'
import { createQueues } from '#server/operations/queues.ts'
import {
  clearWrongPasswords,
  nameToKey,
  countWrongPassword,
  findWrongPasswords,
} from '#server/sessions/wrong-passwords.ts'
import { findRequiredFactor } from './required-factor.ts'
import { findTicket, isTicket, type TicketLogin } from '#server/sessions/provider-logins.ts'
import { type Candidate, findCandidate, findCandidateById } from './queries.ts'

const badCredentialsRefusal = () => refuse(codes.badCredentials, m.common_wrongUsernameOrPassword)
export const lockedRefusal = () => refuse(codes.locked, m.access_accountLocked)

/**
 * Refuses a user whom only an administrator can let in again. This is a user with a lock that does not end with time,
 * or a user whose access has ended.
 */
function shutOutRefusal({ client, now }: CallContext, user: Candidate): Refusal | undefined {
  const { locked_at: lockedAt, locked_by: lockedBy, access_ends_at: endsAt } = user
  if (lockedAt !== null) {
    if (lockedBy === 'disuse')
      return refuse(codes.locked, () => m.access_accountLockedByDisuse({ days: unusedDays.person }))
    return refuse(codes.locked, m.access_accountLockedByAdministrator)
  }
  const hasEnded = endsAt !== null && endsAt.getTime() <= now()
  if (!hasEnded) return undefined
  const day = dateToShortText(endToDay(endsAt, client))
  return refuse(codes.locked, () => m.access_accountHasEnded({ day }))
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly ownerID: number
}

export type CredentialsCheck =
  | {
      readonly user: Candidate
      readonly refusal: undefined
      /** The sign-in by the company's login. Undefined if the user was identified by a password. */
      readonly ticket?: TicketLogin
    }
  | {
      /** The user with this name, if there is such a user. Only the audit trail names the user. */
      readonly user: Candidate | undefined
      readonly refusal: Refusal
    }

/** No owner has this id. */
const NO_OWNER = -1
/** Attempts with one name from one IP address are refused while this many of them wait. */
const MAX_WAITING = 50
/**
 * Runs the attempts with one name from one IP address one after another. Parallel attempts would read the same count
 * and so get more tries than the limit.
 */
const runQueued = createQueues(MAX_WAITING)

/** Compares the password. Counts a wrong password. Resets the count after a correct password. */
export async function checkCredentials(context: CallContext, credentials: Credentials): Promise<CredentialsCheck> {
  const { client, secrets, remoteAddress } = context
  if (isTicket(credentials.password)) return checkTicket(context, credentials.password)
  // The caller's owner is compared, never trusted. A wrong owner finds no user.
  const ownerId = credentials.ownerID === client.ownerId ? client.ownerId : NO_OWNER
  const username = credentials.username.trim()
  const nameKey = nameToKey(secrets, ownerId, username)
  const address = addressToKey(remoteAddress)
  const attemptKey = `${nameKey.toString('base64')} ${address}`
  const check = await runQueued(attemptKey, () =>
    checkAttempt(context, { ...credentials, username, ownerId, nameKey, address }),
  )
  if (check) return check
  const refusal = refuse(codes.tooManyAttempts, m.server_tooManyRequests, { retryAfter: 1 })
  return { user: undefined, refusal }
}

/**
 * Finds the user of a sign-in by the company's login, in which the password is a ticket. A ticket cannot be guessed, so
 * wrong tickets are not counted. The provider does not know about locks in the portal, so they are checked here.
 */
async function checkTicket(context: CallContext, password: string): Promise<CredentialsCheck> {
  const { db, client, browserKey, now } = context
  const tooLongRefusal = refuse(codes.badCredentials, m.access_providerTookTooLong)
  const ticket = await findTicket(db, { browserKey, ticket: password }, now())
  if (!ticket || ticket.user_id === null) return { user: undefined, refusal: tooLongRefusal }
  const user = await findCandidateById(db, client.ownerId, ticket.user_id)
  if (!user) return { user, refusal: tooLongRefusal }
  const refusal = shutOutRefusal(context, user)
  if (refusal) return { user, refusal }
  if (isLockedForAWhile(user, now())) return { user, refusal: lockedRefusal() }
  return { user, refusal: undefined, ticket }
}

const isLockedForAWhile = ({ locked_until: lockedUntil }: Candidate, now: number): boolean =>
  lockedUntil !== null && lockedUntil.getTime() > now

interface Attempt {
  readonly ownerId: number
  readonly username: string
  readonly password: string
  readonly nameKey: Buffer
  readonly address: string
}

async function checkAttempt(context: CallContext, attempt: Attempt): Promise<CredentialsCheck> {
  const { db, settings } = context
  const { nameKey, address } = attempt
  const now = context.now()
  const user = await findCandidate(db, attempt.ownerId, attempt.username)
  const wrongPasswords = await findWrongPasswords(db, nameKey, now)
  const isAddress = (knownAddress: string) => addressToKey(knownAddress) === address
  const isKnownAddress = user !== undefined && user.addresses.some(isAddress)
  const lock = lockFor(wrongPasswords, { address, isKnown: isKnownAddress }, now, settings)
  // During a lock, a correct password gets another response than a wrong password. So an attacker could continue
  // guessing. Therefore, no password is checked once the tries during the lock reach the limit again. The response
  // takes as long as with a check.
  const hidesCorrectPassword = lock?.hidesCorrectPassword === true
  const canUsePassword = user !== undefined && isPasswordUser(settings, user)
  const checksPassword = canUsePassword && !hidesCorrectPassword
  const isCorrect = await passwordMatches(attempt.password, checksPassword ? user.password_hash : null)
  if (!user || !isCorrect || !user.activated_at) {
    if (!hidesCorrectPassword) await countWrongPassword(db, { nameKey, address, userId: user?.id, at: now })
    return { user, refusal: badCredentialsRefusal() }
  }
  const refusal = shutOutRefusal(context, user)
  if (refusal) return { user, refusal }
  if (isLockedForAWhile(user, now)) return { user, refusal: lockedRefusal() }
  // A second factor stops an attacker who has guessed the password. So a user with a second factor does not have to
  // wait.
  if (lock && !(await hasSecondFactor(context, user))) return { user, refusal: lockedRefusal() }
  const hasWrongPasswordsFromAddress = wrongPasswords.some((wrongPassword) => wrongPassword.address === address)
  if (hasWrongPasswordsFromAddress) await clearWrongPasswords(db, nameKey, address)
  return { user, refusal: undefined }
}

/**
 * True if the user can log in with a password. If passwords are switched off, only the emergency user can log in with a
 * password. All others get the response to a wrong password.
 */
export const isPasswordUser = (
  { isPasswordLoginOn, breakGlassUser }: CallContext['settings'],
  { username }: Pick<Candidate, 'username'>,
): boolean => isPasswordLoginOn || username.toLowerCase() === breakGlassUser?.toLowerCase()

/** False for a factor that is not set up yet, because anyone with the password could set it up. */
async function hasSecondFactor(context: CallContext, user: Candidate): Promise<boolean> {
  const { factor } = await findRequiredFactor(context, user)
  return factor === 'app' || factor === 'email'
}

/** Like checkCredentials, but also writes the audit row of a refusal. The login itself writes its own audit rows. */
export async function checkCredentialsAudited(
  context: CallContext,
  credentials: Credentials,
  method: Method,
): Promise<CredentialsCheck> {
  const check = await checkCredentials(context, credentials)
  const { user, refusal } = check
  if (refusal)
    await writeAudit(context.db, {
      ...callToOrigin(context),
      userId: user?.id ?? null,
      ownerId: user?.owner_id ?? null,
      method,
      resultCode: refusal.refusalCode,
      refusal: refusal.text,
    })
  return check
}
