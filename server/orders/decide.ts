// Approves or rejects a virtual order. Rules: docs/rules/orders.md, "Approval of virtual orders".
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { closedCampaignRefusal } from '#domain/order/campaign-rules.ts'
import { orderDecisionRefusal } from '#domain/order/decisions.ts'
import type { LockedRow } from '#server/approvals/approvable.ts'
import { approve, validateFingerprint, reject } from '#server/approvals/decide.ts'
import { type Db, type Handler, type Refusal, type SessionContext, refuseBy } from '#server/operations/context.ts'
import { refuseIfViewerChangedMaker } from '#server/operations/user-changes.ts'
import { findOrderCampaign } from './campaigns.ts'
import { enqueueIssue } from './jobs.ts'
import { isVirtual, lockOrder, approvableOrders } from './lock.ts'
import type { OrderRow } from './queries.ts'

export const approveVirtualCardOrdersBatchLoad: Handler<'approveVirtualCardOrdersBatchLoad'> = async (
  context,
  params,
) => {
  const order = await lockToDecide(context, params)
  if ('refusalCode' in order) return order
  const refused =
    (await refuseClosedCampaign(context, order)) ?? (await refuseIfViewerChangedMaker(context, order.ordered_by))
  if (refused) return refused
  await enqueueIssue(context.jobs, context.db, order.id)
  await approve(context, approvableOrders, order, {})
  return {}
}

export const rejectVirtualCardOrdersBatchLoad: Handler<'rejectVirtualCardOrdersBatchLoad'> = async (
  context,
  params,
) => {
  const order = await lockToDecide(context, params)
  if ('refusalCode' in order) return order
  const refused = await reject(context, approvableOrders, order, params.reason)
  if (refused) return refused
  await cancelRows(context.db, order.id)
  return {}
}

/** Cancels the rows of an order that is rejected or cancelled. */
export async function cancelRows(db: Db, orderId: number): Promise<void> {
  await sql`UPDATE card_order_row SET state = 'cancelled' WHERE order_id = ${orderId}`.execute(db)
}

async function lockToDecide(
  context: SessionContext,
  { batchLoadFileID, fingerprint }: { batchLoadFileID: string; fingerprint?: string | undefined },
): Promise<LockedRow<OrderRow> | Refusal> {
  const order = await lockOrder(context, batchLoadFileID, orderDecisionRefusal, isVirtual)
  return 'refusalCode' in order ? order : (validateFingerprint(approvableOrders, order, fingerprint) ?? order)
}

export async function refuseClosedCampaign(
  { db, viewer }: SessionContext,
  order: OrderRow,
): Promise<Refusal | undefined> {
  const campaign = await findOrderCampaign(db, viewer, order.campaign_id)
  return campaign && refuseBy(codes.refusedState, () => closedCampaignRefusal(campaign))
}
