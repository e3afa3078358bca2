// The words of an order: its size and what came of it, the same on Home, in the lists and in mails.
import { counted } from '#domain/units.ts'
import { orderKinds, type OrderType } from './kinds.ts'

/** '1 virtual card', '4,812 cards'. */
export const cardsToWords = (cards: number, type: OrderType): string => {
  const { one, many } = orderKinds[type].noun
  return counted(cards, one, many)
}

/** What came of the issuing, never a plain 'success': '4,810 issued, 2 not issued'. */
export const issueToWords = (issued: number, failed: number): string =>
  `${issued.toLocaleString('en')} issued, ${failed.toLocaleString('en')} not issued`

/** What has become of a row, in a list or a file. */
export const orderRowWords = {
  waiting: 'Not issued yet',
  issued: 'Issued',
  failed: 'Not issued',
  cancelled: 'Cancelled',
} as const
