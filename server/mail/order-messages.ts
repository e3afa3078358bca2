// E-mails about card orders. They name an order by number and campaign, never a card or a holder.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { orderTypes, type OrderType } from '#domain/order/types.ts'
import { cardCountToText, issueResultToText } from '#domain/order/words.ts'
import {
  blockedParagraphs,
  occasion,
  signsFor,
  approvalRulesAction,
  waitingClosing,
  waitingParagraphs,
} from './approval-paragraphs.ts'
import { type MessageContent, reasonParagraphs, recipient } from './message-content.ts'

const order = z.object({
  orderId: z.int(),
  type: z.enum(Object.keys(orderTypes) as [OrderType]),
  campaign: z.string(),
  cards: z.int(),
  /** The amount loaded to the cards, with its currency. */
  amount: z.string(),
})

/** The time, with its time zone, from which the order can no longer be cancelled. */
const finalAt = z.string()

export const orderMails = [
  z.object({ kind: z.literal('orderWaiting'), to: recipient, order, by: z.string(), occasion, signsFor }),
  z.object({ kind: z.literal('orderBlocked'), to: recipient, isOwn: z.boolean(), order, by: z.string() }),
  z.object({
    kind: z.literal('orderDecided'),
    to: recipient,
    order,
    decision: z.enum(['approved', 'rejected']),
    by: z.string(),
    /** Empty without a reason. */
    reason: z.string(),
  }),
  z.object({ kind: z.literal('orderCancelled'), to: recipient, order, by: z.string() }),
  z.object({ kind: z.literal('orderPlaced'), to: recipient, order, by: z.string(), finalAt }),
  /** Sent to administrators if only the maker can cancel the order, so that they give another user the permission. */
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
    /** The number of issued cards whose notification number cannot be dialled. */
    unnotified: z.int(),
  }),
] as const

export type OrderMail = z.output<(typeof orderMails)[number]>

/** The texts of an e-mail about an order. `publicUrl` is the portal's address with its closing slash. */
export function orderMailToContent(mail: OrderMail, publicUrl: string): MessageContent {
  const { orderId, type, campaign, cards, amount } = mail.order
  const what = m.mail_order({ orderId, campaign })
  const size = m.mail_cardsWithLoads({ cards: cardCountToText(cards, type), amount })
  const toAction = (page: string) => ({ label: m.common_openOrder(), url: `${publicUrl}card/${page}?order=${orderId}` })
  switch (mail.kind) {
    case 'orderWaiting':
      return {
        subject: mail.occasion ? m.mail_orderStillWaits({ orderId }) : m.mail_orderWaitsForApproval({ orderId }),
        paragraphs: [m.mail_submittedAndWaits({ what, by: mail.by, size }), ...waitingParagraphs(mail)],
        action: toAction(type === 'virtual' ? 'virtual-card-orders' : 'physical-orders'),
        closing: waitingClosing(mail, m.mail_whyMailedOrderApprovers()),
      }
    case 'orderBlocked':
      return {
        subject: m.mail_orderIsBlocked({ orderId }),
        paragraphs: blockedParagraphs({ what, by: mail.by, size }),
        action: mail.isOwn ? toAction('my-orders') : approvalRulesAction(publicUrl),
        closing: mail.isOwn ? [] : [m.mail_whyMailedAdministrators()],
      }
    case 'orderDecided':
      return {
        subject: m.mail_orderDecided({ orderId, decision: mail.decision }),
        paragraphs: [
          m.mail_decidedBy({ what, decision: mail.decision, by: mail.by, size }),
          ...reasonParagraphs(mail.reason),
        ],
        action: toAction('my-orders'),
        closing: [],
      }
    case 'orderCancelled':
      return {
        subject: m.mail_orderWasCancelled({ orderId }),
        paragraphs: [m.mail_cancelledBySubmitter({ what, by: mail.by, size })],
        action: toAction('virtual-card-orders'),
        closing: [m.mail_whyMailedOrderApprovers()],
      }
    case 'orderPlaced':
      return {
        subject: m.mail_orderWasPlaced({ orderId }),
        paragraphs: [
          m.mail_placedBy({ what, by: mail.by, size }),
          m.mail_becomesFinal({ finalAt: mail.finalAt }),
          m.mail_cancelInTime(),
        ],
        action: toAction('physical-orders'),
        closing: [m.mail_whyMailedOrderCancellers()],
      }
    case 'orderUnwatched':
      return {
        subject: m.mail_onlyMakerCanCancel({ orderId }),
        paragraphs: [
          m.mail_placedBy({ what, by: mail.by, size }),
          m.mail_becomesFinal({ finalAt: mail.finalAt }),
          m.mail_noOneElseCanCancel({ by: mail.by }),
        ],
        action: { label: m.mail_openGroups(), url: `${publicUrl}user/groups` },
        closing: [m.mail_whyMailedAdministrators()],
      }
    case 'ownOrderCancelled':
      return {
        subject: m.mail_orderWasCancelled({ orderId }),
        paragraphs: [m.mail_cancelledByAnother({ what, by: mail.by, size }), m.mail_reason({ reason: mail.reason })],
        action: toAction('my-orders'),
        closing: [],
      }
    case 'orderFileWaits':
      return {
        subject: m.mail_producerFileReady({ orderId }),
        paragraphs: [
          m.mail_readyForProduction({ what, cards: cardCountToText(mail.issued, type) }),
          m.mail_downloadFileOnce(),
        ],
        action: { label: m.mail_openProducerFiles(), url: `${publicUrl}card/producer-files` },
        closing: [m.mail_whyMailedProducers()],
      }
    case 'orderIssued': {
      const isToBeMade = type === 'physical' && mail.issued > 0
      const result = issueResultToText({ issued: mail.issued, failed: mail.failed, isFileWaiting: isToBeMade })
      return {
        subject: issueSubject({ orderId, issued: mail.issued, failed: mail.failed, isToBeMade }),
        paragraphs: [
          m.common_fullStop({ text: `${what}: ${result}` }),
          ...(isToBeMade ? [m.mail_producerMakesCards()] : []),
          ...(mail.failed > 0 ? [m.mail_detailsShowNotIssued()] : []),
          ...(mail.unnotified > 0 ? [m.mail_noMessageSentFor({ cards: cardCountToText(mail.unnotified, type) })] : []),
        ],
        action: toAction('my-orders'),
        closing: [],
      }
    }
  }
}

interface IssueResult {
  readonly orderId: number
  readonly issued: number
  readonly failed: number
  /** True if the card producer makes the issued cards. */
  readonly isToBeMade: boolean
}

function issueSubject({ orderId, issued, failed, isToBeMade }: IssueResult): string {
  if (issued === 0) return m.mail_noCardsIssued({ orderId })
  const haveAllCards = failed === 0
  if (isToBeMade) return haveAllCards ? m.mail_cardsReady({ orderId }) : m.mail_someCardsReady({ orderId })
  return haveAllCards ? m.mail_cardsIssued({ orderId }) : m.mail_someCardsIssued({ orderId })
}
