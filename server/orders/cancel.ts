// Cancelling an order: by its maker, or a physical one by another who may approve orders. A physical order moves money after 24 hours
// without an approval, so its maker must not be the only one who can stop it.
import { sql } from 'kysely'
import { hasPermission } from '#domain/access/permissions.ts'
import { codes } from '#contract/codes.ts'
import { mayCancel, refuseCancelReason, refuseOrderCancel } from '#domain/order/decisions.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { changeOrder } from './change-order.ts'
import { giveUpRows } from './decide.ts'
import { cancelFinalise } from './jobs.ts'
import { enqueueOrderMail } from './mail.ts'
import { refuseText } from './refuse-text.ts'

export const cancelCardOrder: Handler<'cancelCardOrder'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const mayApprove = hasPermission(viewer.permissions, 'Card.approve')
  const order = await changeOrder(context, Number(params.orderId), {
    isFor: ({ ordered_by, kind }) => mayCancel({ isOwn: ordered_by === viewer.userId, type: kind, mayApprove }),
    rule: refuseOrderCancel,
  })
  if ('refused' in order) return order
  const isOwn = order.ordered_by === viewer.userId
  const reason = params.reason?.trim() ?? ''
  const missing = refuseCancelReason(isOwn, reason)
  if (missing !== undefined)
    return refuse(codes.refusedParameters, missing, { errors: [{ path: 'reason', message: missing }] })
  const refused = refuseText('reason', reason)
  if (refused) return refused
  if (reason !== '') context.records({ reason })
  await sql`
    UPDATE card_order SET cancelled_by = ${viewer.userId}, cancelled_at = ${order.judgedAt}, cancel_reason = ${reason || null}
    WHERE id = ${order.id}
  `.execute(db)
  await giveUpRows(db, order.id)
  if (order.kind === 'physical') await cancelFinalise(jobs, db, order.id)
  // Those who decide about virtual orders need not any more; a maker is told when somebody else cancelled.
  if (order.kind === 'virtual' || !isOwn) await enqueueOrderMail(jobs, db, { orderId: order.id, event: 'cancelled' })
  context.afterCommit(() => jobs.wake())
  return {}
}
