// Codes by e-mail. A code is valid once, for ten minutes and five tries. A new code replaces the previous code. At most
// five codes are sent in half an hour. A correctly entered code resets this count. Failed attempts with any code also
// count towards the account lock (second-factor.ts).
import { m } from '#words/messages.js'
import { randomInt } from 'node:crypto'
import { codes } from '#contract/codes.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { CallContext, Db } from '#server/operations/context.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import type { Phrase } from '#server/stored-text.ts'
import type { Candidate } from './queries.ts'

const LIFETIME_MINUTES = 10
const MAX_TRIES = 5
const MAX_SENDS = 5
const SENDS_WINDOW_MINUTES = 30
/**
 * A login within this time after a code was sent sends no further code. The button "Resend Code" sends a code anyway.
 */
const REUSE_LAST_CODE_MS = MINUTE_MS

/** `retryAfter` is set if the user has no valid code: the seconds until a new code can be sent. */
export type SendCodeResult =
  | { readonly resultCode: typeof codes.codeRequired; readonly message?: Phrase; readonly retryAfter?: number }
  | { readonly resultCode: typeof codes.codeResent }
  | { readonly resultCode: typeof codes.resendLimit; readonly message: Phrase; readonly retryAfter?: number }

interface CodeRequest {
  /** True if the user asked for another code. */
  readonly resend: boolean
}

/** Sends a code, unless the last code was just sent or too many codes were sent. */
export async function sendCode(context: CallContext, user: Candidate, request: CodeRequest): Promise<SendCodeResult> {
  const result = await context.db.transaction().execute((trx) => sendInTransaction(trx, context, user, request))
  context.jobs.wake()
  return result
}

async function sendInTransaction(
  db: Db,
  context: CallContext,
  user: Candidate,
  { resend }: CodeRequest,
): Promise<SendCodeResult> {
  const now = context.now()
  // Locks the user's row, so that the second of two simultaneous logins waits for the first.
  await db.selectFrom('user_account').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
  const lastCode = await db.selectFrom('email_code').selectAll().where('user_id', '=', user.id).executeTakeFirst()
  const windowEnd = lastCode ? lastCode.sends_since.getTime() + SENDS_WINDOW_MINUTES * MINUTE_MS : 0
  const isInWindow = lastCode !== undefined && now < windowEnd
  /** The number of codes sent in the window. */
  const sends = isInWindow ? lastCode.sends : 0
  const isLastCodeValid = lastCode !== undefined && isValid(lastCode, now)
  if (sends >= MAX_SENDS) {
    const waitMs = windowEnd - now
    if (!isLastCodeValid)
      return {
        resultCode: resend ? codes.resendLimit : codes.codeRequired,
        message: () => limitMessage(waitMs, m.access_adviceLastCodeExpired()),
        retryAfter: Math.ceil(waitMs / 1000),
      }
    if (resend)
      return { resultCode: codes.resendLimit, message: () => limitMessage(waitMs, m.access_adviceUseLastCode()) }
    // The user has a valid code, and has not asked for another code.
    return { resultCode: codes.codeRequired }
  }
  const wasJustSent = isLastCodeValid && now - lastCode.sent_at.getTime() < REUSE_LAST_CODE_MS
  if (wasJustSent && !resend) return { resultCode: codes.codeRequired }

  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = now + LIFETIME_MINUTES * MINUTE_MS
  const row = {
    code_hash: hashCode(context.secrets, user.id, code),
    sent_at: new Date(now),
    expires_at: new Date(expiresAt),
    used_at: null,
    wrong: 0,
    sends: sends + 1,
    // A new window begins if the last window is over, or if a redeemed code has reset the count.
    sends_since: lastCode && sends > 0 ? lastCode.sends_since : new Date(now),
  }
  await db
    .insertInto('email_code')
    .values({ user_id: user.id, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute()
  const to = userToRecipient(user)
  await enqueueMail(context, db, { kind: 'code', to, code, minutes: LIFETIME_MINUTES, expiresAt })
  return { resultCode: resend ? codes.codeResent : codes.codeRequired }
}

interface StoredCode {
  readonly used_at: Date | null
  readonly expires_at: Date
  /** The number of wrong tries. */
  readonly wrong: number
}

const isValid = ({ used_at: usedAt, expires_at: expiresAt, wrong }: StoredCode, now: number): boolean =>
  usedAt === null && expiresAt.getTime() > now && wrong < MAX_TRIES

/** Counts a try before the code is checked, so that parallel tries are all counted. */
export async function countEmailCodeAttempt(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('email_code')
    .set(({ eb }) => ({ wrong: eb('wrong', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Redeems the newest code, and resets the count of sent codes. Returns false for any other code, for an expired or used
 * code, and after too many tries.
 */
export async function redeemEmailCode(
  db: Db,
  secrets: Secrets,
  userId: number,
  code: string,
  now: number,
): Promise<boolean> {
  const redeemedRows = await db
    .updateTable('email_code')
    .set({ used_at: new Date(now), sends: 0 })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(secrets, userId, code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    // The current try is already counted.
    .where('wrong', '<=', MAX_TRIES)
    .returning('user_id')
    .execute()
  return redeemedRows.length > 0
}

function limitMessage(waitMs: number, advice: string): string {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS))
  return m.access_codeSentTooOften({ advice, minutes })
}

// The hash needs a key, because anyone could find the code of a plain hash by trying all six-digit codes.
const hashCode = (secrets: Secrets, userId: number, code: string): Buffer => secrets.oneWay(`code:${userId}:${code}`)
