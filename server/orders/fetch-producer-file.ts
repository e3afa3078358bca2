// Fetching the file that the card producer gets. No order has one before its cards are issued.
import { codes } from '#contract/codes.ts'
import { type Handler, refuse } from '#server/context.ts'

export const fetchProducerFile: Handler<'fetchProducerFile'> = (context, { orderId }) => {
  context.concerns('order', orderId)
  return Promise.resolve(refuse(codes.notFound, 'There is no such file'))
}
