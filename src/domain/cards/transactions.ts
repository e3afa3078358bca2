// The transactions on a card, by their number in the API (5 is a fee).
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { StoredBatchType } from '#domain/batch/types.ts'

/**
 * The ledger's types of transaction on a card's statement, including those of batches. An opening is the balance of an
 * imported card.
 */
export type CardTransactionType = StoredBatchType | 'purchase' | 'fee' | 'reversal' | 'opening'

/** The type of fees, the only transactions that can be reversed. */
export const FEE_TRANSACTION_TYPE = 5

export const cardTransactionTypes = withTexts<Readonly<Record<CardTransactionType, { type: number; label: string }>>>({
  load: { type: 1, label: textOf(m.cards_load) },
  purchase: { type: 2, label: textOf(m.common_purchase) },
  transfer: { type: 3, label: textOf(m.cards_transfer) },
  devalue: { type: 4, label: textOf(m.cards_devalue) },
  fee: { type: FEE_TRANSACTION_TYPE, label: textOf(m.common_fee) },
  reversal: { type: 6, label: textOf(m.cards_reversal) },
  opening: { type: 7, label: textOf(m.cards_openingBalance) },
})

/** The tooltip of a reversed transaction. */
export const reversedTooltip = (label: string): string => m.cards_reversedTooltip({ label })

/** Why a transaction cannot be reversed. Undefined if it can. Only a fee with REVERSIBLE 1 can be reversed. */
export function reversalRefusal(transaction: {
  readonly kind: CardTransactionType
  readonly reversed: boolean
}): string | undefined {
  if (transaction.kind !== 'fee') return m.cards_onlyFeeCanBeReversed()
  return transaction.reversed ? m.cards_feeAlreadyReversed() : undefined
}
