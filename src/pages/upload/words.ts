// Texts shared by the steps of an upload.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { UploadTypeInfo } from '#domain/uploads.ts'

/** The currency that amounts show: for orders the client's symbol, for batches the currency code of their cards. */
export const currencyOf = (
  { order }: Pick<UploadTypeInfo, 'order'>,
  cardCurrency: string | undefined,
): string | undefined => (order ? client.orderCurrencySymbol : cardCurrency)

/** Why nothing can be sent without a connection. */
export const offlineReason = ({ itemName }: Pick<UploadTypeInfo, 'itemName'>): string =>
  m.upload_offlineHint({ subject: itemName })
