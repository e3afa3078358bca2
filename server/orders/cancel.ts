// Cancelling an order: by its maker alone, before it is final or before anybody has decided (batches §9).
import { sql } from 'kysely'
import { refuseOrderCancel } from '#domain/order/decisions.ts'
import type { Handler } from '#server/context.ts'
import { changeOrder } from './change-order.ts'
import { giveUpRows } from './decide.ts'
import { cancelFinalise } from './jobs.ts'
import { enqueueOrderMail } from './mail.ts'

export const cancelCardOrder: Handler<'cancelCardOrder'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const order = await changeOrder(context, Number(params.orderId), {
    // Another's order answers as one that does not exist.
    isFor: ({ ordered_by }) => ordered_by === viewer.userId,
    rule: refuseOrderCancel,
  })
  if ('refused' in order) return order
  await sql`UPDATE card_order SET cancelled_at = ${new Date(context.now())} WHERE id = ${order.id}`.execute(db)
  await giveUpRows(db, order.id)
  if (order.kind === 'physical') await cancelFinalise(jobs, db, order.id)
  // Nobody but its maker knows of an order that needs no approval.
  else await enqueueOrderMail(jobs, db, { orderId: order.id, event: 'cancelled' })
  context.afterCommit(() => jobs.wake())
  return {}
}
