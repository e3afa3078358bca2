// Approves or rejects a virtual order, or a physical order with an approval rule. Rules: docs/rules/orders.md,
// "Approval of virtual orders".
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { closedCampaignRefusal } from '#domain/order/campaign-rules.ts'
import { orderApprovalRefusal, orderRejectionRefusal } from '#domain/order/decisions.ts'
import type { Locked } from '#server/approvals/approvable.ts'
import { approve, notifySigned, refuseIfRowsChanged, reject } from '#server/approvals/decide.ts'
import { refuseWithoutProof } from '#server/approvals/evidence.ts'
import { addSignature, nextSignature } from '#server/approvals/signatures.ts'
import { type Db, type Handler, type Refusal, type SessionContext, checkRule } from '#server/operations/context.ts'
import { refuseIfViewerEditedMaker } from '#server/operations/user-changes.ts'
import { findOrderCampaign } from './campaigns.ts'
import { cancelFinalise, enqueueIssue } from './jobs.ts'
import { needsApproval, lockOrder, approvableOrders } from './lock.ts'
import type { StoredOrder } from './queries.ts'

export const approveVirtualCardOrdersBatchLoad: Handler<'approveVirtualCardOrdersBatchLoad'> = async (
  context,
  params,
) => {
  const order = await lockToDecide(context, params, orderApprovalRefusal)
  if ('refusalCode' in order) return order
  const campaignRefusal = await refuseClosedCampaign(context, order)
  if (campaignRefusal) return campaignRefusal
  const makerRefusal = await refuseIfViewerEditedMaker(context, order.ordered_by)
  if (makerRefusal) return makerRefusal
  const proofRefusal = await refuseWithoutProof(context, { subject: 'order', item: order, proof: params.proof })
  if (proofRefusal) return proofRefusal
  const signature = nextSignature(order.approval)
  await addSignature(context, 'order', order, signature)
  if (!signature.isLast) return notifySigned(context, approvableOrders, order, signature)
  // While a physical order can still be cancelled, the job `finalise-order` waits to issue it.
  const isDue = order.final_at === null || order.final_at <= order.checkedAt
  if (isDue) await enqueueIssue(context.jobs, context.db, order.id)
  await approve(context, approvableOrders, order, {})
  return {}
}

export const rejectVirtualCardOrdersBatchLoad: Handler<'rejectVirtualCardOrdersBatchLoad'> = async (
  context,
  params,
) => {
  const order = await lockToDecide(context, params, orderRejectionRefusal)
  if ('refusalCode' in order) return order
  const refusal = await reject(context, approvableOrders, order, params.reason)
  if (refusal) return refusal
  await cancelRows(context.db, order.id)
  if (order.kind === 'physical') await cancelFinalise(context.jobs, context.db, order.id)
  return {}
}

/** Cancels the rows of an order that is rejected or cancelled. */
export async function cancelRows(db: Db, orderId: number): Promise<void> {
  await sql`UPDATE card_order_row SET state = 'cancelled' WHERE order_id = ${orderId}`.execute(db)
}

async function lockToDecide(
  context: SessionContext,
  { batchLoadFileID: id, fingerprint }: { batchLoadFileID: string; fingerprint?: string | undefined },
  refusalOf: typeof orderApprovalRefusal,
): Promise<Locked<StoredOrder> | Refusal> {
  const order = await lockOrder(context, { id, appliesTo: needsApproval, refusalOf })
  if ('refusalCode' in order) return order
  return refuseIfRowsChanged(approvableOrders, order, fingerprint) ?? order
}

/** Refuses the action if the campaign of the order is closed. */
export async function refuseClosedCampaign(
  { db, viewer }: SessionContext,
  order: StoredOrder,
): Promise<Refusal | undefined> {
  const campaign = await findOrderCampaign(db, viewer, order.campaign_id)
  return campaign && checkRule(codes.refusedState, () => closedCampaignRefusal(campaign))
}
