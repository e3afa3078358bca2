// E-mails about payments into the funding account, and about low funds.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { fundingPaymentTypeLabels, fundingPaymentTypes } from '#domain/funding/payments.ts'
import { shortageToText } from '#domain/funding/forecast.ts'
import { amountToText } from '#domain/money.ts'
import { type MessageContent, reasonParagraphs, recipient } from './message-content.ts'

const payment = z.object({
  paymentId: z.int(),
  type: z.enum(fundingPaymentTypes),
  reference: z.string(),
  /** The amount with its currency. */
  amount: z.string(),
})

export const fundingMails = [
  /** Sent to users who can confirm the payment. */
  z.object({ kind: z.literal('paymentWaiting'), to: recipient, payment, by: z.string() }),
  /** Sent to the user who recorded the payment. */
  z.object({
    kind: z.literal('paymentDecided'),
    to: recipient,
    payment,
    decision: z.enum(['confirmed', 'rejected']),
    by: z.string(),
    reason: z.string(),
  }),
  /** Sent to users who can record or confirm payments. */
  z.object({
    kind: z.literal('fundsLow'),
    to: recipient,
    currency: z.string(),
    available: z.string(),
    /** `on` is the day on which the funds first do not suffice. Null if they do not suffice now. */
    shortage: z.nullable(z.object({ on: z.nullable(z.string()), amount: z.string() })),
    /** The threshold of low funds. Null if the available funds are not below the threshold. */
    threshold: z.nullable(z.string()),
  }),
] as const

export type FundingMail = z.output<(typeof fundingMails)[number]>

/** The texts of an e-mail about the funding account. `publicUrl` is the portal's address with its closing slash. */
export function fundingMailToContent(mail: FundingMail, publicUrl: string): MessageContent {
  if (mail.kind === 'fundsLow') return fundsLowToContent(mail, publicUrl)
  const { paymentId, type, reference, amount } = mail.payment
  const what = fundingPaymentTypeLabels[type]
  const action = { label: m.mail_openFundingAccount(), url: `${publicUrl}funding?payment=${paymentId}` }
  switch (mail.kind) {
    case 'paymentWaiting':
      return {
        subject: m.mail_paymentWaits({ what, amount }),
        paragraphs: [m.mail_paymentRecordedBy({ what, amount, reference, by: mail.by })],
        action,
        closing: [m.mail_whyMailedPaymentCheckers()],
      }
    case 'paymentDecided':
      return {
        subject: m.mail_paymentDecided({ what, amount, decision: mail.decision }),
        paragraphs: [
          m.mail_paymentDecidedBy({ what, amount, reference, decision: mail.decision, by: mail.by }),
          ...reasonParagraphs(mail.reason),
        ],
        action,
        closing: [],
      }
  }
}

function fundsLowToContent(
  { currency, available, shortage, threshold }: Extract<FundingMail, { readonly kind: 'fundsLow' }>,
  publicUrl: string,
): MessageContent {
  const availableText = amountToText(available, currency)
  const shortageText = shortage ? shortageToText(shortage, currency) : undefined
  const paragraphs: string[] = []
  if (shortageText !== undefined) paragraphs.push(m.mail_fundsShortEffect({ shortage: shortageText }))
  if (threshold !== null)
    paragraphs.push(m.mail_fundsBelow({ available: availableText, threshold: amountToText(threshold, currency) }))
  paragraphs.push(m.mail_fundsNotCounted())
  return {
    subject:
      shortageText === undefined
        ? m.mail_fundsLow({ available: availableText })
        : m.mail_fundsShort({ shortage: shortageText }),
    paragraphs,
    action: { label: m.mail_openFundingAccount(), url: `${publicUrl}funding` },
    closing: [m.mail_whyMailedFunds()],
  }
}
