// Texts about orders: sizes and amounts, with the client's currency symbol.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { client } from '#brand/current.ts'
import { cents } from '#domain/money.ts'
import type { OrderType } from '#domain/order/types.ts'
import { hasIssuingStarted, type OrderState } from '#domain/order/states.ts'
import { cardCountToText, orderMoney } from '#domain/order/words.ts'

/** 'S$ 1,250.00' from minor units. */
export const orderAmount = (minor: number): string => orderMoney(cents(minor), client.orderCurrencySymbol)

export const LOADED_LABEL = m.common_loaded()
export const FEES_CHARGED_LABEL = m.common_feesCharged()

interface IssuedOrder {
  readonly state: OrderState
  readonly totalLoadAmount: number
  readonly totalFee: number
  readonly issuedLoadAmount?: number | undefined
  readonly issuedFee?: number | undefined
}

/** 'S$ 400.00 loaded', shown below the ordered amount. Undefined before the issuing, and if both amounts are equal. */
export function loadedSoFarText({ state, issuedLoadAmount, totalLoadAmount }: IssuedOrder): string | undefined {
  if (!hasIssuingStarted(state) || issuedLoadAmount === undefined) return undefined
  if (issuedLoadAmount === totalLoadAmount) return undefined
  return m.orders_amountLoaded({ amount: orderAmount(issuedLoadAmount) })
}

/** 'S$ 4.00 charged', shown below the fee. Undefined before the issuing, and if both amounts are equal. */
export function chargedSoFarText({ state, issuedFee, totalFee }: IssuedOrder): string | undefined {
  if (!hasIssuingStarted(state) || issuedFee === undefined) return undefined
  if (issuedFee === totalFee) return undefined
  return m.common_feeCharged({ amount: orderAmount(issuedFee) })
}

interface CardsToLoad {
  readonly cardCount: number
  /** The load amount of these cards, in minor units. */
  readonly loadMinor: number
}

/** What a decision or change is about: '12 virtual cards, S$ 240.00'. */
export const sizeOf = (type: OrderType, { cardCount, loadMinor }: CardsToLoad): string =>
  commas([cardCountToText(cardCount, type), orderAmount(loadMinor)])

/** A sentence about the fee. '' if there is no fee. */
export function feeSentence({
  loadMinor,
  feeMinor,
}: {
  readonly loadMinor: number
  readonly feeMinor: number
}): string {
  if (feeMinor === 0) return ''
  return m.orders_plusFee({ fee: orderAmount(feeMinor), total: orderAmount(loadMinor + feeMinor) })
}
