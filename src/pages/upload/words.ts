// The currency that stands before the amounts of an upload.
import { ORDER_CURRENCY } from '#domain/order/words.ts'
import type { UploadKind } from '#domain/uploads.ts'

/** That of orders is always the same (batches §9), that of a batch is its cards'. */
export const currencyOf = ({ order }: Pick<UploadKind, 'order'>, ofCards: string | undefined): string | undefined =>
  order ? ORDER_CURRENCY : ofCards
