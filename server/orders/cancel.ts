// Cancels an order. The maker can cancel every own order. Approvers can cancel physical orders too: a physical order
// moves money after 24 hours without an approval, so its maker must not be the only user who can stop the order.
import { sql } from 'kysely'
import { hasPermission } from '#domain/access/permissions.ts'
import { canCancel, cancellationReasonRefusal, orderCancellationRefusal } from '#domain/order/decisions.ts'
import type { Handler } from '#server/operations/context.ts'
import { refuseCardNumber, checkParameter } from '#server/operations/refuse-parameter.ts'
import { cancelRows } from './decide.ts'
import { cancelFinalise } from './jobs.ts'
import { lockOrder } from './lock.ts'
import { enqueueOrderMail } from './mail.ts'

export const cancelCardOrder: Handler<'cancelCardOrder'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const canApprove = hasPermission(viewer.permissions, 'Card.approve')
  const order = await lockOrder(context, {
    id: params.orderId,
    appliesTo: ({ ordered_by: orderedBy, kind }) =>
      canCancel({ isOwn: orderedBy === viewer.userId, type: kind, canApprove }),
    refusalOf: orderCancellationRefusal,
  })
  if ('refusalCode' in order) return order
  const isOwn = order.ordered_by === viewer.userId
  const reason = params.reason?.trim() ?? ''
  const reasonRefusal = checkParameter('reason', () => cancellationReasonRefusal({ isOwn, reason }))
  const refusal = reasonRefusal ?? refuseCardNumber('reason', reason)
  if (refusal) return refusal
  if (reason !== '') context.recordValues({ reason })
  const storedReason = reason === '' ? null : reason
  await sql`
    UPDATE card_order SET cancelled_by = ${viewer.userId}, cancelled_at = ${order.checkedAt}, cancel_reason = ${storedReason}
    WHERE id = ${order.id}
  `.execute(db)
  await cancelRows(db, order.id)
  if (order.kind === 'physical') await cancelFinalise(jobs, db, order.id)
  // The mail about a virtual order tells the approvers that they no longer need to decide. The mail about a physical
  // order tells the maker, who needs no mail about a cancellation of their own.
  const needsMail = order.kind === 'virtual' || !isOwn
  if (needsMail) await enqueueOrderMail(jobs, db, { orderId: order.id, event: 'cancelled' })
  context.afterCommit(() => jobs.wake())
  return {}
}
