// Retries the cards of a virtual order that could not be issued: sets their rows back to waiting and enqueues a run.
import { sql } from 'kysely'
import { orderRetryRefusal } from '#domain/order/decisions.ts'
import { requestRetry } from '#server/approvals/decide.ts'
import { refuseWithoutProof } from '#server/approvals/evidence.ts'
import { ensureSignature } from '#server/approvals/signatures.ts'
import type { Handler } from '#server/operations/context.ts'
import { refuseClosedCampaign } from './decide.ts'
import { enqueueIssue } from './jobs.ts'
import { isVirtual, lockOrder, approvableOrders } from './lock.ts'

export const retryVirtualCardOrdersBatchLoad: Handler<'retryVirtualCardOrdersBatchLoad'> = async (context, params) => {
  const order = await lockOrder(context, {
    id: params.batchLoadFileID,
    appliesTo: isVirtual,
    refusalOf: orderRetryRefusal,
  })
  if ('refusalCode' in order) return order
  const campaignRefusal = await refuseClosedCampaign(context, order)
  if (campaignRefusal) return campaignRefusal
  const proofRefusal = await refuseWithoutProof(context, { subject: 'order', item: order, proof: params.proof })
  if (proofRefusal) return proofRefusal
  context.recordValues({ failedRows: order.failed_count })
  const { db, jobs } = context
  await sql`
    UPDATE card_order_row SET state = 'waiting', result_text = '' WHERE order_id = ${order.id} AND state = 'failed'
  `.execute(db)
  await ensureSignature(context, 'order', order)
  await requestRetry(context, approvableOrders, order, { failed_count: 0, processed_at: null })
  await enqueueIssue(jobs, db, order.id)
  context.afterCommit(() => jobs.wake())
  return {}
}
