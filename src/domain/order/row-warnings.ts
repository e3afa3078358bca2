// Counts the cards of an undecided order that an approver should look at. The list, the details and the dialogs use the
// same counts.
import type { OrderRowState } from './states.ts'

/** The data of a row that the warnings use. */
export interface RowToCount {
  readonly state: OrderRowState
  readonly customerReference: string
  /** Why the card could not be issued now, or ''. */
  readonly ERROR: string
  /** True if ERROR means that the funding account does not cover the row. */
  readonly isUncovered: boolean
  /** Why the holder gets no message, or ''. */
  readonly NOTE: string
  /** Other orders with a card for the same person. */
  readonly repeatedIn: readonly string[]
}

export interface OrderRowWarnings {
  /** Cards whose customer reference occurs more than once in the order. */
  readonly duplicates: number
  /** Cards for people who also have a card in other orders. */
  readonly repeated: number
  /** These other orders, newest first. */
  readonly repeatedIn: string[]
  /** Cards that could not be issued now for a reason other than the funds. */
  readonly invalid: number
  /** Cards whose holder gets no message. */
  readonly withoutMessage: number
}

export function countRowWarnings(rows: readonly RowToCount[]): OrderRowWarnings {
  const duplicates = duplicateReferences(rows)
  const otherOrders = new Set(rows.flatMap(({ repeatedIn }) => repeatedIn))
  return {
    duplicates: rows.filter(({ customerReference }) => duplicates.has(customerReference)).length,
    repeated: rows.filter(({ repeatedIn }) => repeatedIn.length > 0).length,
    repeatedIn: [...otherOrders].toSorted((a, b) => Number(b) - Number(a)),
    invalid: rows.filter(isInvalid).length,
    withoutMessage: rows.filter(({ state, NOTE }) => state === 'waiting' && NOTE !== '').length,
  }
}

/** True if the card could not be issued now, for a reason other than the funds. */
export const isInvalid = ({ state, ERROR, isUncovered }: Pick<RowToCount, 'state' | 'ERROR' | 'isUncovered'>) =>
  state === 'waiting' && ERROR !== '' && !isUncovered

/** The customer references that occur more than once. */
export function duplicateReferences(rows: readonly Pick<RowToCount, 'customerReference'>[]): ReadonlySet<string> {
  const seenReferences = new Set<string>()
  const duplicates = new Set<string>()
  for (const { customerReference } of rows) {
    if (customerReference === '') continue
    if (seenReferences.has(customerReference)) duplicates.add(customerReference)
    seenReferences.add(customerReference)
  }
  return duplicates
}
