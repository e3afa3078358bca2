// E-mails about a user who has viewed or entered many card numbers. They never contain card data.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { type MessageContent, recipient } from './message-content.ts'

export const cardMails = [
  z.object({
    kind: z.literal('cardNumberLimit'),
    to: recipient,
    user: z.string(),
    numbers: z.int(),
    until: z.string(),
  }),
  z.object({
    kind: z.literal('unknownNumberLimit'),
    to: recipient,
    user: z.string(),
    numbers: z.int(),
    /** True if all users together have reached their limit. */
    ofAll: z.boolean(),
    until: z.string(),
  }),
] as const

type CardMail = z.output<(typeof cardMails)[number]>
type NumberLimitMail = Extract<CardMail, { kind: 'cardNumberLimit' }>
type UnknownNumbersMail = Extract<CardMail, { kind: 'unknownNumberLimit' }>

/** The texts of an e-mail about card data. `publicUrl` is the portal's address with its closing slash. */
export const cardMailToContent = (mail: CardMail, publicUrl: string): MessageContent => ({
  ...(mail.kind === 'cardNumberLimit' ? numberLimitContent(mail) : unknownNumberContent(mail)),
  action: { label: m.mail_openAuditTrail(), url: `${publicUrl}user/audit` },
  closing: [m.mail_whyMailedAdministrators()],
})

const numberLimitContent = ({ user, numbers, until }: NumberLimitMail) => ({
  subject: m.mail_manyCardNumbersRead({ user }),
  paragraphs: [
    m.mail_userReadCardNumbers({ user, numbers }),
    m.mail_cardNumbersAreMasked({ until }),
    m.mail_checkCardNumberUse(),
  ],
})

const unknownNumberContent = ({ user, numbers, ofAll, until }: UnknownNumbersMail) => ({
  subject: m.mail_manyUnknownNumbers({ user }),
  paragraphs: [
    ofAll ? m.mail_unknownNumbersByAll({ user, numbers }) : m.mail_unknownNumbersByUser({ user, numbers }),
    m.mail_cardNumbersAreRefused({ until }),
    m.mail_checkForGuessedNumbers(),
  ],
})
