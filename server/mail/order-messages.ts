// E-mails about card orders. They name an order by number and campaign, never a card or a holder.
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
  /** The amount loaded to the cards, with its currency. */
  amount: z.string(),
})

/** The time from which it cannot be cancelled, with the time zone. */
const finalAt = z.string()

export const orderMails = [
  z.object({ kind: z.literal('orderWaiting'), to: recipient, order, by: z.string() }),
  z.object({
    kind: z.literal('orderDecided'),
    to: recipient,
    order,
    decision: z.enum(['approved', 'rejected']),
    by: z.string(),
    /** Empty if none was given. */
    reason: z.string(),
  }),
  z.object({ kind: z.literal('orderCancelled'), to: recipient, order, by: z.string() }),
  z.object({ kind: z.literal('orderPlaced'), to: recipient, order, by: z.string(), finalAt }),
  /** Only the maker can cancel the order. Sent to users who can give the permission to another user. */
  z.object({ kind: z.literal('orderUnwatched'), to: recipient, order, by: z.string(), finalAt }),
  /** Sent to the maker if another user cancelled the order. */
  z.object({ kind: z.literal('ownOrderCancelled'), to: recipient, order, by: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('orderFileWaits'), to: recipient, order, issued: z.int() }),
  z.object({
    kind: z.literal('orderIssued'),
    to: recipient,
    order,
    issued: z.int(),
    failed: z.int(),
    /** Issued cards whose notification number cannot be dialled. */
    unnotified: z.int(),
  }),
] as const

export type OrderMail = z.output<(typeof orderMails)[number]>

/** The texts of an e-mail about an order. `publicUrl` is the portal's address with its closing slash. */
export function orderMailToContent(mail: OrderMail, publicUrl: string): MessageContent {
  const { orderId, type, campaign, cards, amount } = mail.order
  const what = words.order(orderId, campaign)
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
    case 'orderPlaced':
      return {
        subject: words.orderWasPlaced(orderId),
        paragraphs: [words.placedBy(what, mail.by, size), words.becomesFinal(mail.finalAt), words.cancelInTime],
        action: open('physical-orders'),
        closing: [words.whyMailedOrderCancellers],
      }
    case 'orderUnwatched':
      return {
        subject: words.onlyMakerCanCancel(orderId),
        paragraphs: [
          words.placedBy(what, mail.by, size),
          words.becomesFinal(mail.finalAt),
          words.noOneElseCanCancel(mail.by),
        ],
        action: { label: words.openGroups, url: `${publicUrl}user/groups` },
        closing: [words.whyMailedAdministrators],
      }
    case 'ownOrderCancelled':
      return {
        subject: words.orderWasCancelled(orderId),
        paragraphs: [words.cancelledByAnother(what, mail.by, size), words.reasonReason(mail.reason)],
        action: open('my-orders'),
        closing: [],
      }
    case 'orderFileWaits':
      return {
        subject: words.fileOfOrderWaits(orderId),
        paragraphs: [words.isReadyForProduction(what, cardsToWords(mail.issued, type)), words.fetchItOnce],
        action: { label: words.openProducerFiles, url: `${publicUrl}card/producer-files` },
        closing: [words.whyMailedProducers],
      }
    case 'orderIssued': {
      const isToBeMade = type === 'physical' && mail.issued > 0
      return {
        subject: words.cardsOfOrder(orderId, { ...mail, isToBeMade }),
        paragraphs: [
          `${what}: ${issueToWords(mail.issued, mail.failed, isToBeMade)}.`,
          ...(isToBeMade ? [words.producerMakesThem] : []),
          ...(mail.failed > 0 ? [words.orderSaysWhyNotIssued] : []),
          ...(mail.unnotified > 0 ? [words.noMessageFor(cardsToWords(mail.unnotified, type))] : []),
        ],
        action: open('my-orders'),
        closing: [],
      }
    }
  }
}
