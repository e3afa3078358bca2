// The words of an order: its size and what came of it, the same on Home, in the lists and in mails.
import { type Cents, centsToText } from '#domain/money.ts'
import { counted } from '#words/figures.ts'
import * as say from '#words/domain/order.ts'
import { orderKinds, type OrderType } from './kinds.ts'

/** '1 virtual card', '4,812 cards'. */
export const cardsToWords = (cards: number, type: OrderType): string => {
  const { one, many } = orderKinds[type].noun
  return counted(cards, one, many)
}

/** What came of the issuing, never a plain 'success': '4,810 issued, 2 not issued'. */
export const issueToWords = (issued: number, failed: number): string => say.issuedNotIssued(issued, failed)

/** What has become of a row, in a list or a file. */
export const orderRowWords = {
  waiting: say.notIssuedYet,
  issued: say.issued,
  failed: say.notIssued,
  cancelled: say.cancelled,
} as const

/** batches §9: "Currency shown for orders: S$ with two decimals". */
export const ORDER_CURRENCY = 'S$'

/** 'S$ 1,250.00'. */
export const orderMoney = (amount: Cents): string => `${ORDER_CURRENCY} ${centsToText(amount)}`

interface Counted {
  readonly valid: number
  readonly toFix: number
  readonly amountCents: Cents
}

/** What came of reading the rows (batches §2 "Order Virtual Card"). */
export const uploadedToWords = ({ valid, toFix, amountCents }: Counted): string =>
  say.orderFileUploaded(valid, toFix, centsToText(amountCents))

/** The first entry of a campaign's field (batches §2). */
export const SELECT_A_CAMPAIGN = say.selectCampaign
