// What the host writes about orders of cards. An order is named by its number and campaign; no card and no holder is.
import * as z from 'zod'
import { orderKinds, type OrderType } from '#domain/order/kinds.ts'
import { cardsToWords, issueToWords } from '#domain/order/words.ts'
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
  const what = `Order ${orderId} (${orderKinds[type].title}, ${campaign})`
  const size = `${cardsToWords(cards, type)}, loads of ${amount}`
  const open = (label: string, path: string) => ({ label, url: `${publicUrl}${path}` })
  switch (mail.kind) {
    case 'orderWaiting':
      return {
        subject: `Order ${orderId} waits for approval`,
        paragraphs: [`${what} was submitted by ${mail.by} and waits for a decision: ${size}.`],
        action: open('See what waits', `card/virtual-card-orders?order=${orderId}`),
        closing: ['You receive this because you may approve orders of virtual cards.'],
      }
    case 'orderDecided':
      return {
        subject: `Order ${orderId} was ${mail.decision}`,
        paragraphs: [
          `${what} was ${mail.decision} by ${mail.by}: ${size}.`,
          ...(mail.reason === '' ? [] : [`Reason: ${mail.reason}`]),
        ],
        action: open('Open the portal', ''),
        closing: [],
      }
    case 'orderCancelled':
      return {
        subject: `Order ${orderId} was cancelled`,
        paragraphs: [`${what} was cancelled by ${mail.by}, who submitted it: ${size}. It needs no decision any more.`],
        action: open('See what waits', 'card/virtual-card-orders'),
        closing: ['You receive this because you may approve orders of virtual cards.'],
      }
    case 'orderIssued':
      return {
        subject: `The cards of order ${orderId} were ${mail.failed > 0 ? 'issued in part' : 'issued'}`,
        paragraphs: [
          `${what}: ${issueToWords(mail.issued, mail.failed)}.`,
          ...(mail.failed > 0 ? ['The order’s details say why the other cards were not issued.'] : []),
        ],
        action: open('Open the portal', ''),
        closing: [],
      }
  }
}
