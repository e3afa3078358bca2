// E-mails about an order. Approvers are notified when the order awaits approval, is placed or is cancelled. Its maker
// is notified of the decision, of a cancellation by someone else, and of the result. Users who fetch files for the card
// producer are notified of a new file. A separate job sends the e-mails, so that no change waits for the query of the
// recipients.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import * as z from 'zod'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import { instantToText } from '#domain/instants.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import type { OrderType } from '#domain/order/types.ts'
import { isUndiallable } from '#domain/order/notification.ts'
import { orderMoney } from '#domain/order/words.ts'
import type { Db, Services } from '#server/operations/context.ts'
import { findAbsentByDeputy, findAdministrators, findEscalation } from '#server/approvals/mail-recipients.ts'
import type { OrderMail } from '#server/mail/order-messages.ts'
import type { Recipient } from '#server/mail/message-content.ts'
import { enqueueAlert } from '#server/mail/queue.ts'
import { addWebhook } from '#server/webhooks/add.ts'
import { toFullName, findUsersByIds, findUsersWithPermission } from '#server/mail/recipients.ts'

const ORDER_MAIL = 'order-mail'

const payload = z.strictObject({
  orderId: z.int(),
  event: z.enum(['waiting', 'signed', 'placed', 'decided', 'cancelled', 'issued', 'reminded', 'escalated', 'blocked']),
})
type OrderEvent = z.output<typeof payload>

/** Call this in the transaction of the change, and `jobs.wake` after the commit. */
export const enqueueOrderMail = (jobs: Services['jobs'], db: Db, event: OrderEvent): Promise<void> =>
  jobs.enqueue(db, ORDER_MAIL, event)

export function registerOrderMail(services: Services): void {
  services.jobs.registerHandler(ORDER_MAIL, 'mail', async (data, { id }) => {
    const { orderId, event } = payload.parse(data)
    await services.db.transaction().execute(async (trx) => {
      const row = await findMailedOrder(trx, orderId)
      if (!row) return
      const mails = await createMails[event](trx, row, services)
      for (const mail of mails) await enqueueAlert(services, trx, mail)
      const type = webhookTypes[event](row)
      if (type === undefined) return
      const content = {
        orderId: String(orderId),
        type: row.kind,
        campaignId: String(row.campaign_id),
        cards: row.row_count,
        issuedCards: row.issued_count,
        failedCards: row.failed_count,
        amount: centsToDecimal(cents(row.amount_cents)),
      }
      const at = new Date(services.now())
      // The id of the job, so that a repeated job adds no second message.
      const messageId = `order-${id}`
      await addWebhook(trx, { messageId, ownerId: row.owner_id, at, type, data: content })
    })
    services.jobs.wake()
  })
}

const webhookTypes: Readonly<Record<OrderEvent['event'], (row: MailedOrder) => WebhookEvent | undefined>> = {
  waiting: () => 'order.submitted',
  signed: () => 'order.awaiting_second_approval',
  reminded: () => undefined,
  escalated: () => undefined,
  blocked: () => undefined,
  placed: () => 'order.submitted',
  decided: (row) => (row.rejected_at ? 'order.rejected' : 'order.approved'),
  cancelled: () => 'order.cancelled',
  issued: (row) => (row.failed_count === 0 ? 'order.completed' : 'order.partly_failed'),
}

/** Creates the mails of each event. */
const createMails: Readonly<
  Record<OrderEvent['event'], (db: Db, row: MailedOrder, services: Services) => Promise<readonly OrderMail[]>>
> = {
  waiting: (db, row) => mailsToNextSigners(db, row),
  signed: (db, row) => mailsToNextSigners(db, row),
  reminded: (db, row) => mailsToNextSigners(db, row, 'reminder'),

  async escalated(db, row) {
    const recipients = await findEscalation(db, toItemToApprove(row))
    const fields = { kind: 'orderWaiting', order: rowToOrder(row), by: makerName(row) } as const
    return recipients.map((to) => ({ ...fields, to, occasion: 'escalation' }))
  },

  async blocked(db, row) {
    const fields = { kind: 'orderBlocked', order: rowToOrder(row), by: makerName(row) } as const
    const makers = await findMaker(db, row)
    const administrators = await findAdministrators(db, toItemToApprove(row))
    const isMaker = (user: Recipient) => makers.some(({ username }) => username === user.username)
    return [
      ...makers.map((to) => ({ ...fields, to, isOwn: true })),
      ...administrators.filter((user) => !isMaker(user)).map((to) => ({ ...fields, to, isOwn: false })),
    ]
  },

  async placed(db, row, { client }) {
    if (row.final_at === null) return []
    const finalAt = `${instantToText(row.final_at.toISOString(), client)} (${client.timeZone})`
    const commonFields = { order: rowToOrder(row), by: makerName(row), finalAt }
    const approvers = await findApprovers(db, row)
    if (approvers.length > 0) return approvers.map((to) => ({ kind: 'orderPlaced', to, ...commonFields }))
    // Without approvers, only the maker can stop the order. So the mail goes to the users who can appoint approvers.
    const audience = { ...orderToAudience(row), exceptUserId: row.ordered_by }
    const administrators = await findUsersWithPermission(db, audience, 'User.write')
    return administrators.map((to) => ({ kind: 'orderUnwatched', to, ...commonFields }))
  },

  async cancelled(db, row) {
    const by = toFullName(row.canceller_first, row.canceller_last)
    const order = rowToOrder(row)
    if (row.kind === 'virtual') {
      const approvers = await findApprovers(db, row)
      return approvers.map((to) => ({ kind: 'orderCancelled', to, order, by }))
    }
    const makers = await findMaker(db, row)
    return makers.map((to) => ({ kind: 'ownOrderCancelled', to, order, by, reason: row.cancel_reason ?? '' }))
  },

  async decided(db, row) {
    const makers = await findMaker(db, row)
    return makers.map((to) => ({
      kind: 'orderDecided',
      to,
      order: rowToOrder(row),
      decision: row.rejected_at ? 'rejected' : 'approved',
      by: deciderToText(row),
      reason: row.reject_reason ?? '',
    }))
  },

  async issued(db, row) {
    const { issued_count: issued, failed_count: failed } = row
    const order = rowToOrder(row)
    const unnotified = row.numbers.filter(isUndiallable).length
    const makers = await findMaker(db, row)
    const makerMails = makers.map((to) => ({ kind: 'orderIssued', to, order, issued, failed, unnotified }) as const)
    if (row.kind === 'virtual' || issued === 0) return makerMails
    const producers = await findUsersWithPermission(db, orderToAudience(row), 'Card.produce')
    return [...makerMails, ...producers.map((to) => ({ kind: 'orderFileWaits', to, order, issued }) as const)]
  },
}

/** The mails to the users who can give the next signature. */
async function mailsToNextSigners(db: Db, row: MailedOrder, occasion?: 'reminder'): Promise<OrderMail[]> {
  // `u` is the user in the query of findUsersWithPermission.
  const condition = sql`(
    SELECT can_sign_next(of_batch => NULL, of_order => o.id, terms => o.approval_terms, of_user => u.id, of_group => u.group_id)
    FROM card_order o WHERE o.id = ${row.id})`
  const audience = { ...orderToAudience(row), condition, exceptUserId: row.ordered_by }
  const signers = await findUsersWithPermission(db, audience, 'Card.approve')
  const absentByDeputy = await findAbsentByDeputy(db, toItemToApprove(row), signers)
  return signers.map((to) => {
    const signsFor = absentByDeputy.get(to.username)
    return {
      kind: 'orderWaiting',
      to,
      order: rowToOrder(row),
      by: makerName(row),
      ...(occasion && { occasion }),
      ...(signsFor !== undefined && { signsFor }),
    }
  })
}

const toItemToApprove = (row: MailedOrder) => ({ ...orderToAudience(row), terms: row.approval_terms })

const orderToAudience = (row: MailedOrder) => ({ ownerId: row.owner_id, campaignIds: [row.campaign_id] })

const rowToOrder = (row: MailedOrder): OrderMail['order'] => ({
  orderId: row.id,
  type: row.kind,
  campaign: row.campaign_name,
  cards: row.row_count,
  amount: orderMoney(cents(row.amount_cents), row.symbol),
})

const makerName = (row: MailedOrder): string => toFullName(row.maker_first, row.maker_last)

/** The name of the user who decided. 'B for A' if deputy B approved the order for the absent A. */
function deciderToText({ decider_first: first, decider_last: last, absent_first, absent_last }: MailedOrder): string {
  const decider = toFullName(first, last)
  const absent = toFullName(absent_first, absent_last)
  return absent === '' ? decider : m.approvals_byFor({ by: decider, user: absent })
}

interface MailedOrder {
  readonly id: number
  readonly owner_id: number
  readonly campaign_id: number
  readonly approval_terms: ApprovalTerms | null
  readonly kind: OrderType
  readonly campaign_name: string
  readonly symbol: string
  readonly row_count: number
  readonly amount_cents: number
  readonly issued_count: number
  readonly failed_count: number
  /** The notification numbers of the issued cards, as typed. */
  readonly numbers: readonly string[]
  readonly ordered_by: number
  readonly final_at: Date | null
  readonly rejected_at: Date | null
  readonly reject_reason: string | null
  readonly cancel_reason: string | null
  readonly maker_first: string
  readonly maker_last: string
  readonly decider_first: string | null
  readonly decider_last: string | null
  /** The absent approver for whom a deputy decided. Null if no deputy decided. */
  readonly absent_first: string | null
  readonly absent_last: string | null
  readonly canceller_first: string | null
  readonly canceller_last: string | null
}

/**
 * In the statement, `u` is the maker, `d` the user who decided, `s` the user who cancelled, and `a` the absent approver
 * of the signature `g`.
 */
async function findMailedOrder(db: Db, id: number): Promise<MailedOrder | undefined> {
  const { rows } = await sql<MailedOrder>`
    SELECT o.id, o.owner_id, o.campaign_id, o.approval_terms, o.kind, c.name AS campaign_name, c.symbol, o.row_count, o.amount_cents, o.issued_count,
           o.failed_count, ARRAY(
             SELECT r.fields->>'notificationNumber' FROM card_order_row r
             WHERE r.order_id = o.id AND r.state = 'issued' AND r.fields->>'notificationNumber' <> ''
           ) AS numbers, o.ordered_by, o.final_at, o.rejected_at, o.reject_reason, o.cancel_reason,
           u.firstname AS maker_first, u.lastname AS maker_last, d.firstname AS decider_first, d.lastname AS decider_last,
           s.firstname AS canceller_first, s.lastname AS canceller_last, a.firstname AS absent_first, a.lastname AS absent_last
    FROM card_order o JOIN campaign c ON c.id = o.campaign_id JOIN user_account u ON u.id = o.ordered_by
    LEFT JOIN user_account d ON d.id = coalesce(o.approved_by, o.rejected_by)
    LEFT JOIN user_account s ON s.id = o.cancelled_by
    LEFT JOIN approval_signature g ON g.order_id = o.id AND g.signed_by = o.approved_by AND g.withdrawn_at IS NULL
    LEFT JOIN user_account a ON a.id = g.on_behalf_of
    WHERE o.id = ${id}
  `.execute(db)
  return rows[0]
}

/** Users who can approve the order and did not place it. */
const findApprovers = (db: Db, order: MailedOrder): Promise<Recipient[]> =>
  findUsersWithPermission(db, { ...orderToAudience(order), exceptUserId: order.ordered_by }, 'Card.approve')

const findMaker = (db: Db, order: MailedOrder): Promise<Recipient[]> =>
  findUsersByIds(db, orderToAudience(order), [order.ordered_by])
