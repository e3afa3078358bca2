// Tells people by e-mail what happened to an order: those who may approve it that it waits or was cancelled, its maker that it
// was decided or that its cards were issued. A job of its own, so that a change waits for no list of recipients.
import { sql } from 'kysely'
import * as z from 'zod'
import { cents } from '#domain/money.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { orderMoney } from '#domain/order/words.ts'
import type { Db, Host } from '#server/context.ts'
import type { OrderMail } from '#server/mail/order-messages.ts'
import type { Recipient } from '#server/mail/parts.ts'
import { enqueueAlert } from '#server/mail/queue.ts'
import { nameOf, usersOf, usersWith } from '#server/mail/recipients.ts'

const ORDER_MAIL = 'order-mail'

const payload = z.strictObject({
  orderId: z.int(),
  event: z.enum(['waiting', 'decided', 'cancelled', 'issued']),
})
type OrderEvent = z.output<typeof payload>

/** Takes the transaction of the change it tells of; call `jobs.wake` after the commit. */
export const enqueueOrderMail = (jobs: Host['jobs'], db: Db, event: OrderEvent): Promise<void> =>
  jobs.enqueue(db, ORDER_MAIL, event)

export function registerOrderMail(host: Host): void {
  host.jobs.work(ORDER_MAIL, 'mail', async (given) => {
    const { orderId, event } = payload.parse(given)
    await host.db.transaction().execute(async (trx) => {
      const order = await orderOf(trx, orderId)
      if (!order) return
      for (const to of await recipients[event](trx, order)) await enqueueAlert(host, trx, orderToMail(order, event, to))
    })
    host.jobs.wake()
  })
}

function orderToMail(row: MailedOrder, event: OrderEvent['event'], to: Recipient): OrderMail {
  const order = {
    orderId: row.id,
    type: row.kind,
    campaign: row.campaign_name,
    cards: row.row_count,
    amount: orderMoney(cents(row.amount_cents), row.symbol),
  }
  const maker = nameOf(row.maker_first, row.maker_last)
  switch (event) {
    case 'waiting':
      return { kind: 'orderWaiting', to, order, by: maker }
    case 'cancelled':
      return { kind: 'orderCancelled', to, order, by: maker }
    case 'issued':
      return { kind: 'orderIssued', to, order, issued: row.issued_count, failed: row.failed_count }
    case 'decided':
      return {
        kind: 'orderDecided',
        to,
        order,
        decision: row.rejected_at ? 'rejected' : 'approved',
        by: nameOf(row.decider_first, row.decider_last),
        reason: row.reject_reason ?? '',
      }
  }
}

interface MailedOrder {
  readonly id: number
  readonly owner_id: number
  readonly kind: OrderType
  readonly campaign_name: string
  readonly symbol: string
  readonly row_count: number
  readonly amount_cents: number
  readonly issued_count: number
  readonly failed_count: number
  readonly ordered_by: number
  readonly rejected_at: Date | null
  readonly reject_reason: string | null
  readonly maker_first: string
  readonly maker_last: string
  readonly decider_first: string | null
  readonly decider_last: string | null
}

async function orderOf(db: Db, id: number): Promise<MailedOrder | undefined> {
  const { rows } = await sql<MailedOrder>`
    SELECT o.id, o.owner_id, o.kind, c.name AS campaign_name, c.symbol, o.row_count, o.amount_cents, o.issued_count,
           o.failed_count, o.ordered_by, o.rejected_at, o.reject_reason, u.firstname AS maker_first, u.lastname AS maker_last,
           d.firstname AS decider_first, d.lastname AS decider_last
    FROM card_order o JOIN campaign c ON c.id = o.campaign_id JOIN user_account u ON u.id = o.ordered_by
    LEFT JOIN user_account d ON d.id = coalesce(o.approved_by, o.rejected_by)
    WHERE o.id = ${id}
  `.execute(db)
  return rows[0]
}

/** Whoever may approve it and has not ordered it. */
const checkersOf = (db: Db, order: MailedOrder): Promise<Recipient[]> =>
  usersWith(db, order.owner_id, 'Card.approve', order.ordered_by)

const makerOf = (db: Db, order: MailedOrder): Promise<Recipient[]> => usersOf(db, [order.ordered_by])

/** Whom each event is told to. */
const recipients: Readonly<Record<OrderEvent['event'], (db: Db, order: MailedOrder) => Promise<Recipient[]>>> = {
  waiting: checkersOf,
  cancelled: checkersOf,
  decided: makerOf,
  issued: makerOf,
}
