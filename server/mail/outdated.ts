// Finds alerts whose batch, order, payment or file was decided, cancelled, processed or fetched in the meantime, so
// that the daily e-mail asks for nothing that has been done.
import { type RawBuilder, sql } from 'kysely'
import { batchStates } from '#domain/batch/states.ts'
import { batchStateConditions } from '#server/db/batch-states.ts'
import { fileIsWaiting, orderIsAwaiting, orderIsCancellable } from '#server/db/order-states.ts'
import type { Db } from '#server/operations/context.ts'
import type { Mail } from './messages.ts'

/** The condition under which a mail is still true. Mails that are not listed report the past, so they stay true. */
const conditions: Readonly<Partial<Record<Mail['kind'], (now: number) => RawBuilder<unknown>>>> = {
  batchWaiting: () => batchStateConditions[batchStates.awaiting],
  batchBlocked: () => batchStateConditions[batchStates.awaiting],
  orderBlocked: () => orderIsAwaiting,
  batchForeseen: () =>
    sql`f.approved_at IS NOT NULL AND f.scheduled_at IS NOT NULL AND f.processed_at IS NULL AND f.posting_started_at IS NULL
      AND f.closed_at IS NULL AND f.withdrawn_at IS NULL`,
  orderWaiting: () => orderIsAwaiting,
  paymentWaiting: () => sql`p.decided_by IS NULL`,
  feedFileWaiting: () => sql`f.decided_by IS NULL`,
  orderPlaced: orderIsCancellable,
  orderUnwatched: orderIsCancellable,
  orderFileWaits: () => fileIsWaiting,
}

/** True if the mail asks for something that can no longer be done. */
export async function isOutdated(db: Db, now: number, mail: Mail): Promise<boolean> {
  const condition = conditions[mail.kind]?.(now)
  if (condition === undefined) return false
  const query = toQuery(mail, condition)
  if (query === undefined) return false
  const { rows } = await query.execute(db)
  return rows.length === 0
}

/** A query that finds the batch, order, payment or file of the mail while the condition is true. */
function toQuery(mail: Mail, condition: RawBuilder<unknown>) {
  if ('order' in mail) return sql`SELECT FROM card_order o WHERE o.id = ${mail.order.orderId} AND ${condition}`
  if ('batch' in mail) return sql`SELECT FROM batch_file f WHERE f.id = ${mail.batch.batchId} AND ${condition}`
  if ('payment' in mail)
    return sql`SELECT FROM funding_payment p WHERE p.id = ${mail.payment.paymentId} AND ${condition}`
  if ('file' in mail) return sql`SELECT FROM feed_file f WHERE f.id = ${mail.file.fileId} AND ${condition}`
  return undefined
}
