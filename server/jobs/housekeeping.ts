// Deletes what is no longer needed: stored answers after 24 hours, sessions and mailed links a month after their end,
// messages a month after they were sent, report files after a week, passkey challenges after an hour, wrong passwords
// once they no longer count.
import { WRONG_COUNTS_MS } from '#domain/access/lockout.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { Logger } from 'pino'
import type { Db } from '../operations/context.ts'
import { errorToFields } from '../log.ts'

export const KEEP_ANSWERS_MS = 24 * HOUR_MS
const MONTH_MS = 30 * 24 * HOUR_MS

/** Deletes what is old enough at `now`. */
export async function removeOld(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('request_answer')
    .where('created_at', '<', new Date(now - KEEP_ANSWERS_MS))
    .execute()
  await db
    .deleteFrom('user_session')
    .where('expires_at', '<', new Date(now - MONTH_MS))
    .execute()
  await db
    .deleteFrom('access_link')
    .where('expires_at', '<', new Date(now - MONTH_MS))
    .execute()
  await db
    .deleteFrom('card_notification')
    .where((where) =>
      where.or([where('sent_at', '<', new Date(now - MONTH_MS)), where('given_up_at', '<', new Date(now - MONTH_MS))]),
    )
    .execute()
  await db
    .deleteFrom('wrong_password')
    .where('at', '<', new Date(now - WRONG_COUNTS_MS))
    .execute()
  await db.deleteFrom('notice_channel').where('expires_at', '<', new Date(now)).execute()
  await db.deleteFrom('report_file').where('kept_until', '<', new Date(now)).execute()
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', new Date(now)).execute()
}

/** Does so now and every hour; returns the function that stops it and waits for a run in progress. */
export function startHousekeeping(db: Db, log: Logger, now: () => number): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = removeOld(db, now()).catch((error: unknown) => log.warn(errorToFields(error), 'housekeeping failed'))
  }
  run()
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
