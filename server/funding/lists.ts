// Lists the payments, and returns the file that is attached to a payment.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { paymentFileToContentType } from '#domain/funding/payments.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { fileToResponse } from '#server/operations/to-api.ts'
import { findPayment, findPayments, paymentToApi } from './queries.ts'
import { refuseLimitedViewer } from './whole-programme.ts'

export const fundingPayments: Handler<'fundingPayments'> = async (context, { paymentId, state, ...page }) => {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer } = context
  const { rows, cursor, total } = await findPayments(db, viewer.ownerId, { paymentId, state }, page)
  return {
    payments: rows.map((row) => paymentToApi(row, viewer.userId)),
    ...(cursor === undefined ? {} : { cursor }),
    total,
  }
}

export const fundingPaymentFile: Handler<'fundingPaymentFile'> = async (context, params) => {
  const refusal = refuseLimitedViewer(context)
  if (refusal) return refusal
  const { db, viewer, secrets } = context
  context.setSubject('payment', params.paymentId)
  const payment = await findPayment(db, viewer.ownerId, Number(params.paymentId))
  if (!payment) return refuse(codes.notFound, m.funding_noSuchPayment)
  const file = await db
    .selectFrom('funding_payment_file')
    .select('content_cipher')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst()
  if (!file || payment.file_name === null) return refuse(codes.notFound, m.funding_noFileAttached)
  context.recordValues({ fileName: payment.file_name })
  const contentType = paymentFileToContentType(payment.file_name) ?? 'application/octet-stream'
  return fileToResponse(payment.file_name, contentType, secrets.decrypt(file.content_cipher))
}
