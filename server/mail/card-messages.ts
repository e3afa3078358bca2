// E-mails about the use of card data: they name a user who viewed many card numbers, never the data itself.
import * as z from 'zod'
import { type MessageContent, recipient } from './parts.ts'
import * as say from '#words/server/mail.ts'

export const cardMails = [
  z.object({
    kind: z.literal('cardNumberLimit'),
    to: recipient,
    user: z.string(),
    numbers: z.int(),
    until: z.string(),
  }),
] as const

type CardMail = z.output<(typeof cardMails)[number]>

/** The texts of an e-mail about card data. `publicUrl` is the portal's address with its closing slash. */
export const cardMailToContent = ({ user, numbers, until }: CardMail, publicUrl: string): MessageContent => ({
  subject: say.manyCardNumbersRead(user),
  paragraphs: [say.userReadCardNumbers(user, numbers), say.cardNumbersAreMasked(until), say.checkWhetherWorkNeedsThem],
  action: { label: say.openAuditTrail, url: `${publicUrl}user/audit` },
  closing: [say.whyMailedAdministrators],
})
