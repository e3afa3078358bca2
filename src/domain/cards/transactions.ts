// The transactions on a card, by their number in the API (5 is a fee).
import type { StoredBatchType } from '#domain/batch/kinds.ts'
import * as say from '#words/domain/cards.ts'

/**
 * The ledger's types of transaction on a card's statement: those of batches, and others. An opening is the balance of
 * an imported card.
 */
export type CardTransactionKind = StoredBatchType | 'purchase' | 'fee' | 'reversal' | 'opening'

/** Only a reversible fee can be reversed. */
export const FEE_TRANSACTION_TYPE = 5

export const cardTransactionTypes: Readonly<Record<CardTransactionKind, { type: number; label: string }>> = {
  load: { type: 1, label: say.load },
  purchase: { type: 2, label: say.purchase },
  transfer: { type: 3, label: say.transfer },
  devalue: { type: 4, label: say.devalue },
  fee: { type: FEE_TRANSACTION_TYPE, label: say.fee },
  reversal: { type: 6, label: say.reversal },
  opening: { type: 7, label: say.openingBalance },
}

/** The tooltip of a reversed transaction. */
export const reversedText = (label: string): string => say.wasReversed(label)

/** Returns why a transaction cannot be reversed, or undefined. Only a fee with REVERSIBLE 1 can be reversed. */
export function refuseReversal(transaction: {
  readonly kind: CardTransactionKind
  readonly reversed: boolean
}): string | undefined {
  if (transaction.kind !== 'fee') return say.onlyFeeCanBeReversed
  return transaction.reversed ? say.feeWasReversedAlready : undefined
}
