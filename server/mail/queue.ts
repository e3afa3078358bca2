// Sends e-mails through the job queue. A change enqueues its mail in its own transaction, so that no change is stored
// without its mail, and no mail without its change. Mails are encrypted in the queue, since they contain links and codes.
import * as z from 'zod'
import type { Db, Services } from '#server/operations/context.ts'
import { inLanguage } from '#server/language.ts'
import { findUserLanguage } from '#server/user-language.ts'
import { errorToFields } from '#server/log.ts'
import { enqueuePush } from '#server/notify/push.ts'
import { announceChange } from '#server/sessions/held-calls.ts'
import { type Alert, findMailChoice, isPushed } from './alerts.ts'
import { storeForDigest, registerDigest } from './digest.ts'
import { type Mail, mailSchema } from './messages.ts'
import type { Mailer } from './transport.ts'

const SEND_MAIL = 'send-mail'
/** This many attempts take about ten minutes. After that, a code or link would arrive too late. */
const MAX_ATTEMPTS = 8

const payload = z.strictObject({ encrypted: z.string() })

/** Enqueues an e-mail. Call `jobs.wake` after the commit. */
export async function enqueueMail(
  { jobs, secrets }: Pick<Services, 'jobs' | 'secrets'>,
  db: Db,
  mail: Mail,
): Promise<void> {
  await jobs.enqueue(db, SEND_MAIL, { encrypted: secrets.encrypt(JSON.stringify(mail)).toString('base64') })
}

/**
 * Like `enqueueMail`, for e-mails that the recipient can turn off or receive once a day. Alerts that Web Push announces
 * reach the recipient's devices even if the e-mail is turned off. The recipient's open portals show the change
 * immediately.
 */
export async function enqueueAlert(
  services: Pick<Services, 'jobs' | 'secrets' | 'client' | 'settings' | 'now'>,
  db: Db,
  mail: Alert,
): Promise<void> {
  if (isPushed(mail)) await enqueuePush(services, db, mail.to.username)
  const choice = await findMailChoice(db, services.client.ownerId, mail)
  // A recipient who is no longer a user has no choice. The e-mail is then sent as usual.
  if (!choice) return enqueueMail(services, db, mail)
  await announceChange(db, [choice.userId])
  if (choice.isOff) return
  if (choice.isDaily) await storeForDigest(services, db, choice.userId, mail)
  else await enqueueMail(services, db, mail)
}

/** Sends the queued mails with `mailer`. */
export function registerMail(services: Services, mailer: Mailer): void {
  registerDigest(services, (db, mail) => enqueueMail(services, db, mail))
  services.jobs.registerHandler(SEND_MAIL, 'mail', async (data, { attempt, id }) => {
    const { encrypted } = payload.parse(data)
    const mail = mailSchema.parse(JSON.parse(services.secrets.decryptText(Buffer.from(encrypted, 'base64'))))
    const isExpiredCode = mail.kind === 'code' && mail.expiresAt <= services.now()
    if (isExpiredCode) return
    try {
      const language = await findUserLanguage(services.db, services.client, { username: mail.to.username })
      await inLanguage(language, () => mailer.send(mail))
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error
      services.log.error({ jobId: id, attempt, ...errorToFields(error) }, 'gave up sending a mail')
    }
  })
}

export interface NamedUser {
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly username: string
}

/** Converts a user's row to a recipient. */
export const userToRecipient = (user: NamedUser) => ({
  name: `${user.firstname} ${user.lastname}`.trim(),
  email: user.email,
  username: user.username,
})
