// Handles a forgotten password. The call only enqueues a job, and the job checks whether the user exists. So the
// response is always the same and takes the same time, unless the owner reveals e-mail addresses.
import { m } from '#words/messages.js'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { codes } from '#contract/codes.ts'
import { HOUR_MS } from '#domain/units.ts'
import { type Db, type Handler, type Services, refuse } from '#server/operations/context.ts'
import { isPasswordUser } from './credentials.ts'
import { createLink } from '#server/sessions/mailed-links.ts'
import { enqueueMail, userToRecipient } from '#server/mail/queue.ts'

/** Sent as a refusal, because the API has a result code for it. */
const reminderSentRefusal = () => refuse(codes.reminderSent, m.access_resetMailRequested)
const REMIND = 'remind-password'
/** The maximum number of links sent to a user per hour. More e-mails would only annoy. */
const MAX_PER_HOUR = 3
/** The maximum number of users who get a link for one request. Several users can have the same e-mail address. */
const MAX_USERS = 5

const payload = z.strictObject({ encrypted: z.string() })

export const rememberPassword: Handler<'rememberPassword'> = async (context, { account, ownerId }) => {
  const { db, jobs, secrets, client } = context
  const name = account.trim()
  const isOurs = ownerId === client.ownerId
  // People may type anything here, even their password, so the queue stores the name encrypted.
  const encrypted = secrets.encrypt(JSON.stringify({ account: name, isOurs })).toString('base64')
  const singletonKey = createHash('sha256').update(name.toLowerCase()).digest('base64url')
  await jobs.enqueue(db, REMIND, { encrypted }, { singletonKey })
  jobs.wake()
  const email = isOurs ? await findEmailToReveal(db, client.ownerId, name) : undefined
  return email === undefined ? reminderSentRefusal() : { resultText: email }
}

/** Processes the requests: sends a link by e-mail to each user that matches the account. */
export function registerReminders(services: Services): void {
  services.jobs.registerHandler(REMIND, 'mail', async (data) => {
    const { encrypted } = payload.parse(data)
    const text = services.secrets.decryptText(Buffer.from(encrypted, 'base64'))
    const { account, isOurs } = z.object({ account: z.string(), isOurs: z.boolean() }).parse(JSON.parse(text))
    if (isOurs) await sendResetLinks(services, account)
  })
}

async function sendResetLinks(services: Services, account: string): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    for (const user of await findUsers(trx, services.client.ownerId, account)) {
      if (!isPasswordUser(services.settings, user)) continue
      if ((await countRecentLinks(trx, user.id, services.now())) >= MAX_PER_HOUR) continue
      const secret = await createLink(trx, user.id, 'reset', services.now())
      await enqueueMail(services, trx, { kind: 'reset', to: userToRecipient(user), secret })
    }
  })
  services.jobs.wake()
}

const findUsers = (db: Db, ownerId: number, account: string) =>
  db
    .selectFrom('user_account')
    .select(['id', 'username', 'firstname', 'lastname', 'email'])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .where(sql<boolean>`(lower(username) = lower(${account}) OR lower(email) = lower(${account}))`)
    .orderBy('id')
    .limit(MAX_USERS)
    .execute()

async function countRecentLinks(db: Db, userId: number, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('access_link')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'reset')
    .where('created_at', '>', new Date(now - HOUR_MS))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The e-mail address of a known account. Undefined if the owner's setting does not allow showing it. */
async function findEmailToReveal(db: Db, ownerId: number, account: string): Promise<string | undefined> {
  const owner = await db.selectFrom('owner').select('reveal_reset_email').where('id', '=', ownerId).executeTakeFirst()
  if (!owner?.reveal_reset_email) return undefined
  const [user] = await findUsers(db, ownerId, account)
  return user?.email
}
