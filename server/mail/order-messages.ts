// What the host writes about orders of cards. An order is named by its number and campaign; no card and no holder is.
import * as z from 'zod'
import { orderKinds, type OrderType } from '#domain/order/kinds.ts'
import { cardsToWords, issueToWords } from '#domain/order/words.ts'
import * as phrases from '#words/server/mail.ts'
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
  const what = phrases.orderOrderIdTitleCampaign(orderId, orderKinds[type].title, campaign)
  const size = phrases.loadsOf(cardsToWords(cards, type), amount)
  const open = (label: string, path: string) => ({ label, url: `${publicUrl}${path}` })
  switch (mail.kind) {
    case 'orderWaiting':
      return {
        subject: phrases.orderWaitsForApproval(orderId),
        paragraphs: [phrases.wasSubmittedByAndWaits(what, mail.by, size)],
        action: open('See what waits', `card/virtual-card-orders?order=${orderId}`),
        closing: [phrases.youReceiveThisBecauseYouMayApprove],
      }
    case 'orderDecided':
      return {
        subject: phrases.orderWas(orderId, mail.decision),
        paragraphs: [
          phrases.wasBy(what, mail.decision, mail.by, size),
          ...(mail.reason === '' ? [] : [phrases.reasonReason(mail.reason)]),
        ],
        action: open('Open the portal', ''),
        closing: [],
      }
    case 'orderCancelled':
      return {
        subject: phrases.orderWasCancelled(orderId),
        paragraphs: [phrases.wasCancelledByWhoSubmitted(what, mail.by, size)],
        action: open('See what waits', 'card/virtual-card-orders'),
        closing: [phrases.youReceiveThisBecauseYouMayApprove],
      }
    case 'orderIssued':
      return {
        subject: phrases.cardsOfOrder(orderId, mail.failed),
        paragraphs: [
          `${what}: ${issueToWords(mail.issued, mail.failed)}.`,
          ...(mail.failed > 0 ? [phrases.ordersDetailsSayWhyOtherCards] : []),
        ],
        action: open('Open the portal', ''),
        closing: [],
      }
  }
}
