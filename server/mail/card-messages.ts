// E-mails about the use of card data: they name a user who viewed many card numbers, never the data itself.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { type MessageContent, recipient } from './parts.ts'

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
  subject: m.mail_manyCardNumbersRead({ user }),
  paragraphs: [
    m.mail_userReadCardNumbers({ user, numbers }),
    m.mail_cardNumbersAreMasked({ until }),
    m.mail_checkWhetherWorkNeedsThem(),
  ],
  action: { label: m.mail_openAuditTrail(), url: `${publicUrl}user/audit` },
  closing: [m.mail_whyMailedAdministrators()],
})
