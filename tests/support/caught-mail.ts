// Catches a server's mails about batches, orders, payments and event files before they are sent, to check recipients and texts.
import { type Mail, mailToContent } from '#server/mail/messages.ts'
import { registerMail } from '#server/mail/queue.ts'

/** The mails of all servers passed to `catchFrom`, in the order of sending. */
export function catchMail() {
  const sent: Mail[] = []
  /** The mails about one batch, order, payment or event file. */
  const mailsOf = (id: string) => sent.filter((mail) => subjectOf(mail) === id)
  return {
    sent,
    mailsOf,
    /** The type and recipient of each mail about one batch or order: 'batchWaiting amir'. */
    notified: (id: string) => mailsOf(id).map((mail) => `${mail.kind} ${mail.to.username}`),
    catchFrom: (server: Parameters<typeof registerMail>[0]) =>
      registerMail(server, { send: (mail) => Promise.resolve(void sent.push(mail)) }),
  }
}

/** Everything that the recipient sees of a mail, as one text; '' if there is no mail. */
export const mailToText = (mail: Mail | undefined) =>
  mail ? JSON.stringify(mailToContent(mail, { publicUrl: 'https://portal.example/voyager/', portal: 'Voyager' })) : ''

function subjectOf(mail: Mail): string | undefined {
  if ('batch' in mail) return String(mail.batch.batchId)
  if ('payment' in mail) return String(mail.payment.paymentId)
  if ('file' in mail) return String(mail.file.fileId)
  return 'order' in mail ? String(mail.order.orderId) : undefined
}
