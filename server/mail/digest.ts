// The daily e-mail (digest) for users who chose one e-mail a day. The transaction of a change stores the event. At the
// hour of the digest, one job per user sends the stored events. Requests that have been dealt with in the meantime are
// left out.
import * as z from 'zod'
import { nextDigest } from '#domain/access/mail-alerts.ts'
import type { Db, Services } from '#server/operations/context.ts'
import type { Alert } from './alerts.ts'
import { type Mail, mailSchema } from './messages.ts'
import { isOutdated } from './outdated.ts'

const SEND_DIGEST = 'send-digest'
const payload = z.strictObject({ userId: z.int() })

/** Call this in the transaction of the change. */
export async function storeForDigest(
  { jobs, now, settings, client }: Pick<Services, 'jobs' | 'now' | 'settings' | 'client'>,
  db: Db,
  userId: number,
  mail: Alert,
): Promise<void> {
  await db
    .insertInto('digest_event')
    // The recipient is read when the digest is sent.
    .values({ user_id: userId, at: new Date(now()), mail: JSON.stringify({ ...mail, to: undefined }) })
    .execute()
  const runAt = nextDigest(now(), settings.digestHour, client.timeZone)
  // Because of the singletonKey, this call does nothing if an earlier event has queued the job.
  await jobs.enqueue(db, SEND_DIGEST, { userId }, { singletonKey: String(userId), runAt })
}

export function registerDigest(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  enqueueMail: (db: Db, mail: Mail) => Promise<void>,
): void {
  jobs.registerHandler(SEND_DIGEST, 'mail', async (data) => {
    const { userId } = payload.parse(data)
    // The events are deleted and the mail is enqueued in one transaction, so that none is lost or sent by two servers.
    await db.transaction().execute((trx) => sendDigest(trx, { userId, now: now() }, enqueueMail))
    jobs.wake()
  })
}

async function sendDigest(
  db: Db,
  { userId, now }: { readonly userId: number; readonly now: number },
  enqueueMail: (db: Db, mail: Mail) => Promise<void>,
): Promise<void> {
  // Another transaction can be adding an event at this moment. It has queued no job, because this job is in the queue. The
  // lock waits for this transaction, so that its event is also sent.
  const user = await db
    .selectFrom('user_account')
    .select(['firstname', 'lastname', 'email', 'username', 'deleted_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const events = await db
    .deleteFrom('digest_event')
    .where('user_id', '=', userId)
    .returning(['id', 'at', 'mail'])
    .execute()
  if (!user || user.deleted_at || events.length === 0) return
  const to = { name: `${user.firstname} ${user.lastname}`.trim(), email: user.email, username: user.username }
  const currentEvents: typeof events = []
  for (const event of events) {
    const mail = mailSchema.parse({ ...event.mail, to })
    if (!(await isOutdated(db, now, mail))) currentEvents.push(event)
  }
  if (currentEvents.length === 0) return
  await enqueueMail(db, {
    kind: 'digest',
    to,
    events: currentEvents.toSorted((a, b) => a.id - b.id).map(({ at, mail }) => ({ at: at.toISOString(), mail })),
  })
}
