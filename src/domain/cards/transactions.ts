// What happens on a card, by the number that the wire carries for it (cards §3, §9: 5 is a fee).
import type { StoredBatchType } from '#domain/batch/kinds.ts'
import * as say from '#words/domain/cards.ts'

/**
 * The ledger's kinds of transaction that reach a card's statement: what batches do, and the rest. An opening is what a card held
 * when it was brought in from elsewhere.
 */
export type CardTransactionKind = StoredBatchType | 'purchase' | 'fee' | 'reversal' | 'opening'

/** cards §4, §9: a reversal is for a fee that is reversible. */
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

/** cards §4: the tooltip of a reversed transaction. */
export const reversedText = (label: string): string => say.wasReversed(label)

/** Why a transaction may not be reversed, or undefined (cards §4: REVERSIBLE 1 and the fee type alone). */
export function refuseReversal(transaction: {
  readonly kind: CardTransactionKind
  readonly reversed: boolean
}): string | undefined {
  if (transaction.kind !== 'fee') return say.onlyFeeCanBeReversed
  return transaction.reversed ? say.feeWasReversedAlready : undefined
}
