// The decision about a virtual order, and the second try of its cards: the order is held and the domain asked, so that of two at
// the same moment one wins; and the database's own constraints hold whatever the code does (threats T06).
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { refuseClosedCampaign } from '#domain/order/campaign-rules.ts'
import { ORDER_CHANGED, refuseOrderDecision, refuseOrderRetry } from '#domain/order/decisions.ts'
import { type Db, type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { orderCampaign } from './campaigns.ts'
import { changeOrder } from './change-order.ts'
import { enqueueIssue } from './jobs.ts'
import { enqueueOrderMail } from './mail.ts'
import type { OrderRow } from './queries.ts'
import { refuseText } from './refuse-text.ts'

const isVirtual = ({ kind }: OrderRow): boolean => kind === 'virtual'

export const approveVirtualCardOrdersBatchLoad: Handler<'approveVirtualCardOrdersBatchLoad'> = async (
  context,
  params,
) => {
  const order = await orderToDecide(context, params)
  if ('refused' in order) return order
  const closed = await refuseClosed(context, order)
  if (closed) return closed
  const { db, viewer, jobs } = context
  await sql`
    UPDATE card_order SET approved_by = ${viewer.userId}, approved_at = ${new Date(context.now())} WHERE id = ${order.id}
  `.execute(db)
  await enqueueIssue(jobs, db, order.id)
  await enqueueOrderMail(jobs, db, { orderId: order.id, event: 'decided' })
  context.afterCommit(() => jobs.wake())
  return {}
}

export const rejectVirtualCardOrdersBatchLoad: Handler<'rejectVirtualCardOrdersBatchLoad'> = async (
  context,
  params,
) => {
  const order = await orderToDecide(context, params)
  if ('refused' in order) return order
  const reason = params.reason?.trim() || null
  const refused = refuseText('reason', reason ?? '')
  if (refused) return refused
  context.records({ reason })
  const { db, viewer, jobs } = context
  await sql`
    UPDATE card_order SET rejected_by = ${viewer.userId}, rejected_at = ${new Date(context.now())}, reject_reason = ${reason}
    WHERE id = ${order.id}
  `.execute(db)
  await giveUpRows(db, order.id)
  await enqueueOrderMail(jobs, db, { orderId: order.id, event: 'decided' })
  context.afterCommit(() => jobs.wake())
  return {}
}

/** The rows that failed wait again, so that the order is being issued until its next run has ended. */
export const retryVirtualCardOrdersBatchLoad: Handler<'retryVirtualCardOrdersBatchLoad'> = async (context, params) => {
  const order = await changeOrder(context, Number(params.batchLoadFileID), { isFor: isVirtual, rule: refuseOrderRetry })
  if ('refused' in order) return order
  const closed = await refuseClosed(context, order)
  if (closed) return closed
  context.records({ failedRows: order.failed_count })
  const { db, viewer, jobs } = context
  await sql`
    UPDATE card_order_row SET state = 'waiting', result_text = '' WHERE order_id = ${order.id} AND state = 'failed'
  `.execute(db)
  await sql`
    UPDATE card_order SET failed_count = 0, processed_at = NULL, retry_requested_by = ${viewer.userId},
      retry_requested_at = ${new Date(context.now())}
    WHERE id = ${order.id}
  `.execute(db)
  await enqueueIssue(jobs, db, order.id)
  context.afterCommit(() => jobs.wake())
  return {}
}

/** Nothing more will be done about the rows of an order that is rejected or cancelled. */
export async function giveUpRows(db: Db, orderId: number): Promise<void> {
  await sql`UPDATE card_order_row SET state = 'cancelled' WHERE order_id = ${orderId}`.execute(db)
}

async function orderToDecide(
  context: SessionContext,
  { batchLoadFileID, fingerprint }: { batchLoadFileID: string; fingerprint?: string | undefined },
): Promise<OrderRow | Refusal> {
  const order = await changeOrder(context, Number(batchLoadFileID), { isFor: isVirtual, rule: refuseOrderDecision })
  if ('refused' in order || fingerprint === undefined || fingerprint === order.fingerprint) return order
  return refuse(codes.refusedState, ORDER_CHANGED)
}

async function refuseClosed({ db, viewer }: SessionContext, order: OrderRow): Promise<Refusal | undefined> {
  const campaign = await orderCampaign(db, viewer, order.campaign_id)
  const closed = campaign && refuseClosedCampaign(campaign)
  return closed === undefined ? undefined : refuse(codes.refusedState, closed)
}
