// Deletes expired rows every hour:
// - stored responses after 24 hours
// - sign-ins through the company's identity provider a day after they began
// - sessions and mailed links a month after they expired
// - messages a month after they were sent or given up
// - runs of the sandbox after a month
// - failed logins as soon as they no longer count
// - notice channels, report files and challenges as soon as they expire
import { FAILED_LOGIN_WINDOW_MS } from '#domain/access/lockout.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { Db } from '../operations/context.ts'
import { type Log, errorToFields } from '../log.ts'
import { deleteOldProviderRows } from '../sessions/provider-logins.ts'
import { deleteOldDeliveries } from '../webhooks/deliver.ts'

export const RESPONSE_RETENTION_MS = 24 * HOUR_MS
const MONTH_MS = 30 * 24 * HOUR_MS

export async function deleteExpired(db: Db, now: number): Promise<void> {
  const monthAgo = new Date(now - MONTH_MS)
  await db
    .deleteFrom('request_answer')
    .where('created_at', '<', new Date(now - RESPONSE_RETENTION_MS))
    .execute()
  await db.deleteFrom('user_session').where('expires_at', '<', monthAgo).execute()
  await db.deleteFrom('access_link').where('expires_at', '<', monthAgo).execute()
  await db
    .deleteFrom('card_notification')
    .where((where) => where.or([where('sent_at', '<', monthAgo), where('given_up_at', '<', monthAgo)]))
    .execute()
  await db
    .deleteFrom('wrong_password')
    .where('at', '<', new Date(now - FAILED_LOGIN_WINDOW_MS))
    .execute()
  await db.deleteFrom('notice_channel').where('expires_at', '<', new Date(now)).execute()
  await db.deleteFrom('report_file').where('kept_until', '<', new Date(now)).execute()
  await deleteOldDeliveries(db, now)
  await deleteOldProviderRows(db, now)
  await db.deleteFrom('sandbox_run').where('at', '<', monthAgo).execute()
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', new Date(now)).execute()
  await db.deleteFrom('approval_challenge').where('expires_at', '<', new Date(now)).execute()
}

/**
 * Deletes expired rows immediately, and then every hour by the clock `now`. This clock can be moved, so it is read every
 * minute. Returns a function that stops the housekeeping and waits for a run in progress.
 */
export function startHousekeeping(db: Db, log: Log, now: () => number): () => Promise<void> {
  let currentRun: Promise<void> = Promise.resolve()
  let nextRunAt = 0
  const run = () => {
    if (now() < nextRunAt) return
    nextRunAt = now() + HOUR_MS
    currentRun = deleteExpired(db, now()).catch((error: unknown) =>
      log.warn(errorToFields(error), 'housekeeping failed'),
    )
  }
  run()
  const timer = setInterval(run, MINUTE_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return currentRun
  }
}
