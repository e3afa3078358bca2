// Sends the messages that tell holders that their new cards are ready. Each message is stored together with its card. A
// job sends the messages later, a few at a time, so that a stopping server can finish. If the server is killed, another
// server sends the remaining messages. A message that was being sent may be sent again, with the same id.
import { howToActivate } from '#brand/activation-words.ts'
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { HOUR_MS } from '#domain/units.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { inLanguage } from '#server/language.ts'
import { errorToFields } from '#server/log.ts'
import { type Notifier, UNREACHABLE } from './transport.ts'

const SEND_NOTIFICATIONS = 'send-notifications'
/** One job for all waiting messages. Any server can run it. */
const singleton = { singletonKey: 'one' }
/** Maximum duration of one job. The next job sends the rest. */
const SLICE_MS = 1_500
const MAX_CLAIMED = 20
/** Longer than the gateway's time limit for all messages of one claim. */
const LEASE_MS = 5 * 60_000
/** The delay after the first failure of a message. The delay doubles after each failure. */
const RETRY_MS = 60_000
const MAX_WAIT_MS = 60 * RETRY_MS
/** An older message is given up, because it would only confuse. */
const MAX_AGE_MS = 72 * HOUR_MS
/** After this many consecutive failures, the gateway counts as down. It is tried again after RETRY_MS. */
const MAX_CONSECUTIVE_FAILURES = 3

/** Call this in the transaction that writes the messages, and `jobs.wake` after the commit. */
export const enqueueNotifications = (jobs: Services['jobs'], db: Db): Promise<void> =>
  jobs.enqueue(db, SEND_NOTIFICATIONS, {}, singleton)

interface ClaimedMessage {
  readonly card_id: number
  readonly number: string
  readonly attempts: number
  readonly created_at: Date
  readonly pan_masked: string
  /** The language of the user who ordered the card: the best guess of the holder's language. */
  readonly language: string | null
}

export function registerNotifications(services: Services, notifier: Notifier, sliceMs = SLICE_MS): void {
  const { db, jobs, now, client, log } = services
  const send = async (message: ClaimedMessage): Promise<boolean> => {
    try {
      const language = client.languages.find((offered) => offered === message.language) ?? client.languages[0]
      const text = inLanguage(language, () =>
        m.mail_yourCardIsReady({
          lastFour: message.pan_masked.slice(-4),
          programme: client.name,
          howToActivate: howToActivate(client, language),
        }),
      )
      const { refusal } = await notifier.send({ id: `card-${message.card_id}`, to: message.number, text })
      await markFinished(db, message, now(), refusal)
      return true
    } catch (error) {
      const { attempts, created_at } = message
      log.warn({ attempt: attempts, ...errorToFields(error) }, 'a message could not be sent')
      const isTooOld = now() - created_at.getTime() > MAX_AGE_MS
      const waitMs = Math.min(RETRY_MS * 2 ** (attempts - 1), MAX_WAIT_MS)
      if (isTooOld) await markFinished(db, message, now(), UNREACHABLE)
      else await release(db, message, { notBefore: now() + waitMs })
      return false
    }
  }
  jobs.registerHandler(SEND_NOTIFICATIONS, 'messages', async () => {
    const deadline = performance.now() + sliceMs
    let failures = 0
    let isEmpty = false
    const isGatewayDown = () => failures >= MAX_CONSECUTIVE_FAILURES
    const mustStop = () => isGatewayDown() || performance.now() > deadline
    while (!isEmpty && !mustStop()) {
      const claimedMessages = await claim(db, now())
      isEmpty = claimedMessages.length === 0
      for (const message of claimedMessages) {
        if (mustStop()) {
          await release(db, message, { notBefore: now(), unusedAttempts: 1 })
          continue
        }
        const isSent = await send(message)
        failures = isSent ? 0 : failures + 1
      }
    }
    const canContinue = !isEmpty && !isGatewayDown()
    // Unsent messages can also be claimed by another server. If the other server was killed, this server sends them.
    if (!canContinue && !(await hasUnsent(db))) return
    const runAt = canContinue ? now() : now() + RETRY_MS
    await jobs.enqueue(db, SEND_NOTIFICATIONS, {}, { ...singleton, runAt })
    jobs.wake()
  })
}

/** The oldest unsent messages that no other server is sending. */
async function claim(db: Db, now: number): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    WITH claimed AS (
      UPDATE card_notification SET attempts = attempts + 1, taken_until = ${new Date(now + LEASE_MS)}
      WHERE card_id IN (
        SELECT card_id FROM card_notification
        WHERE sent_at IS NULL AND given_up_at IS NULL AND (taken_until IS NULL OR taken_until <= ${new Date(now)})
        ORDER BY card_id LIMIT ${MAX_CLAIMED} FOR UPDATE SKIP LOCKED)
      RETURNING card_id, number, attempts, created_at
    )
    SELECT claimed.*, c.pan_masked, u.language FROM claimed JOIN card c ON c.id = claimed.card_id
    LEFT JOIN card_order_row r ON r.card_id = c.id LEFT JOIN card_order o ON o.id = r.order_id
    LEFT JOIN user_account u ON u.id = o.ordered_by
    ORDER BY claimed.card_id
  `.execute(db)
  return rows
}

async function markFinished(
  db: Db,
  { card_id }: ClaimedMessage,
  now: number,
  refusal: string | undefined,
): Promise<void> {
  const at = new Date(now)
  const isSent = refusal === undefined
  await sql`
    UPDATE card_notification SET taken_until = NULL, refusal = ${refusal ?? ''},
      sent_at = ${isSent ? at : null}, given_up_at = ${isSent ? null : at}
    WHERE card_id = ${card_id} AND sent_at IS NULL AND given_up_at IS NULL`.execute(db)
}

interface Release {
  readonly notBefore: number
  /** The number of attempts to subtract, because nothing was sent. */
  readonly unusedAttempts?: number
}

async function release(db: Db, { card_id }: ClaimedMessage, { notBefore, unusedAttempts = 0 }: Release): Promise<void> {
  await sql`
    UPDATE card_notification SET taken_until = ${new Date(notBefore)}, attempts = attempts - ${unusedAttempts}::integer
    WHERE card_id = ${card_id}`.execute(db)
}

async function hasUnsent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has_unsent: boolean }>`
    SELECT EXISTS (SELECT FROM card_notification WHERE sent_at IS NULL AND given_up_at IS NULL) AS has_unsent`.execute(
    db,
  )
  return rows[0]?.has_unsent === true
}
