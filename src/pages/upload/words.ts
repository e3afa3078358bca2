// The currency that stands before the amounts of an upload.
import { client } from '#brand/current.ts'
import type { UploadKind } from '#domain/uploads.ts'

/** Orders show the client's symbol, batches the code of their cards' currency. */
export const currencyOf = ({ order }: Pick<UploadKind, 'order'>, ofCards: string | undefined): string | undefined =>
  order ? client.orderCurrencySymbol : ofCards
