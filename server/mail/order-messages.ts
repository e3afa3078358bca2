// What the host writes about orders of cards. An order is named by its number and campaign; no card and no holder is.
import * as z from 'zod'
import { orderKinds, type OrderType } from '#domain/order/kinds.ts'
import { cardsToWords, issueToWords } from '#domain/order/words.ts'
import * as words from '#words/server/mail.ts'
import { type MessageContent, recipient } from './parts.ts'

const order = z.object({
  orderId: z.int(),
  type: z.enum(Object.keys(orderKinds) as [OrderType]),
  campaign: z.string(),
  cards: z.int(),
  /** What the cards are loaded with, with its currency. */
  amount: z.string(),
})

export const orderMails = [
  z.object({ kind: z.literal('orderWaiting'), to: recipient, order, by: z.string() }),
  z.object({
    kind: z.literal('orderDecided'),
    to: recipient,
    order,
    decision: z.enum(['approved', 'rejected']),
    by: z.string(),
    /** Empty where none was given. */
    reason: z.string(),
  }),
  z.object({ kind: z.literal('orderCancelled'), to: recipient, order, by: z.string() }),
  z.object({ kind: z.literal('orderIssued'), to: recipient, order, issued: z.int(), failed: z.int() }),
] as const

export type OrderMail = z.output<(typeof orderMails)[number]>

/** The words of an e-mail about an order; `publicUrl` is the portal's address with its closing slash. */
export function orderMailToContent(mail: OrderMail, publicUrl: string): MessageContent {
  const { orderId, type, campaign, cards, amount } = mail.order
  const what = words.order(orderId, orderKinds[type].title, campaign)
  const size = words.loadsOf(cardsToWords(cards, type), amount)
  const open = (page: string) => ({ label: words.openOrder, url: `${publicUrl}card/${page}?order=${orderId}` })
  switch (mail.kind) {
    case 'orderWaiting':
      return {
        subject: words.orderWaitsForApproval(orderId),
        paragraphs: [words.submittedAndWaits(what, mail.by, size)],
        action: open('virtual-card-orders'),
        closing: [words.whyMailedOrderApprovers],
      }
    case 'orderDecided':
      return {
        subject: words.orderWas(orderId, mail.decision),
        paragraphs: [
          words.wasBy(what, mail.decision, mail.by, size),
          ...(mail.reason === '' ? [] : [words.reasonReason(mail.reason)]),
        ],
        action: open('my-orders'),
        closing: [],
      }
    case 'orderCancelled':
      return {
        subject: words.orderWasCancelled(orderId),
        paragraphs: [words.cancelledBySubmitter(what, mail.by, size)],
        action: open('virtual-card-orders'),
        closing: [words.whyMailedOrderApprovers],
      }
    case 'orderIssued':
      return {
        subject: words.cardsOfOrder(orderId, mail.failed),
        paragraphs: [
          `${what}: ${issueToWords(mail.issued, mail.failed)}.`,
          ...(mail.failed > 0 ? [words.orderSaysWhyNotIssued] : []),
        ],
        action: open('my-orders'),
        closing: [],
      }
  }
}
