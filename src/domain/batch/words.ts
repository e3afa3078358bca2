// The texts about a batch: size, state and result. They are the same on Home, in My batches, in Approve Batch Load and
// in e-mails.
import { m } from '#words/messages.js'
import { type BatchType, batchTypes, type StoredBatchType, storedBatchTypeNames } from './types.ts'
import { type IdentifierType, identifierTypes } from '../cards/identifiers.ts'
import { type Cents, centsToText, sumCents } from '../money.ts'
import { capitalise } from '../texts/sentences.ts'
import {
  type BatchFilter,
  batchFilterLabels,
  type BatchForRules,
  type BatchProgress,
  batchState,
  batchStates,
} from './states.ts'
import { listAnd, numberToText } from '#words/figures.ts'

/** The headings of the cards in a batch's rows: 'Card Number', or for a transfer 'From Card Number' and 'To Card Number'. */
export function cardLabels(
  type: BatchType,
  identifierType: IdentifierType,
): { readonly card: string; readonly target: string } {
  const { label } = identifierTypes[identifierType]
  return {
    card: batchTypes[type].needsTarget ? m.batches_sourceLabel({ label }) : label,
    target: m.batches_targetLabel({ label }),
  }
}

/** '1 load', '4,812 loads'. */
export const rowCountToText = (rows: number, type: BatchType): string => batchTypes[type].countToText(rows)

/** The amount of one or several batches of a type. */
export interface TypeAmount {
  readonly type: StoredBatchType
  readonly cents: Cents
}

/**
 * The total of batches: 'SGD 12,040.00'. Each type has its own total, since the money moves in different directions:
 * 'loads SGD 12,040.00 and devalues SGD 500.00'.
 */
export function typeTotalsToText(amounts: readonly TypeAmount[], currency: string): string {
  const types = storedBatchTypeNames.filter((type) => amounts.some((amount) => amount.type === type))
  const totalToText = (amountsToAdd: readonly TypeAmount[]) =>
    `${currency} ${centsToText(sumCents(amountsToAdd.map((amount) => amount.cents)))}`
  if (types.length < 2) return totalToText(amounts)
  const typeTotals = types.map((type) => {
    const amount = totalToText(amounts.filter((each) => each.type === type))
    return m.batches_amountOfType({ items: batchTypes[type].noun.many, amount })
  })
  return listAnd(typeTotals)
}

/** 'Load', 'Devalue', 'Devalue and retire'. */
export const batchTypeToText = (type: StoredBatchType, retire: boolean): string =>
  capitalise(batchTypes[type].noun.one) + (retire ? m.batches_andRetire() : '')

/** The text of a posted row: 'Loaded', 'Devalued', 'Devalued and retired'. */
export const postedRowText = (type: StoredBatchType, retire: boolean): string =>
  capitalise(batchTypes[type].pastParticiple) + (retire ? m.batches_andRetired() : '')

/** The result of a run, never a plain 'success': '4,810 loaded, 2 failed'. */
export const runResultToText = (type: StoredBatchType, rowCount: number, loadedCount: number): string =>
  m.batches_doneAndFailed({
    loadedCount: numberToText(loadedCount),
    done: batchTypes[type].pastParticiple,
    failedCount: numberToText(rowCount - loadedCount),
  })

/** The progress of a batch: '' before its approval, '0 of 4,812 loaded' before its run, then the result. */
export function batchProgressToText({ approved, processed, type, rowCount, loadedCount }: BatchProgress): string {
  if (!approved) return ''
  if (processed) return runResultToText(type, rowCount, loadedCount)
  return m.batches_doneOfAll({
    loadedCount: numberToText(loadedCount),
    rowCount: numberToText(rowCount),
    done: batchTypes[type].pastParticiple,
  })
}

/** Number of failed rows; 0 before the run. */
export const countFailedRows = ({ processed, rowCount, loadedCount }: BatchProgress): number =>
  processed ? rowCount - loadedCount : 0

/** The state of a batch as shown in lists. A withdrawn batch is not called closed. */
export const batchStateToText = (batch: BatchForRules): string =>
  batch.withdrawn ? m.batches_withdrawn() : batchFilterLabels[batchState(batch)]

/** The result of the check before a scheduled run. */
export interface RunForecast {
  readonly type: StoredBatchType
  readonly rowCount: number
  /** Rows that would fail. */
  readonly failing: number
  /** The amount by which the funding account falls short for the other rows. */
  readonly shortCents: Cents
  readonly currency: string
}

/**
 * '3 of 4,812 loads are expected to fail', 'the funding account is SGD 1,200.00 short', or both. '' if there is no
 * problem.
 */
export function forecastToText({ type, rowCount, failing, shortCents, currency }: RunForecast): string {
  const problems: string[] = []
  if (failing > 0) problems.push(m.batches_rowsExpectedToFail({ failing, rowCount: rowCountToText(rowCount, type) }))
  if (shortCents > 0) problems.push(m.batches_fundingShortBy({ currency, shortCents: centsToText(shortCents) }))
  return problems.join('; ')
}

/** True if the batch is approved and waits for its scheduled time. The filter 'Processing' includes it. */
function isScheduled({ approved, processed, closed, isRunning, waitsUntil }: BatchProgress): boolean {
  const isOver = processed || closed
  const isWaiting = !isRunning && waitsUntil !== undefined
  return approved && !isOver && isWaiting
}

/** The label of the state, with its tone: a run with failed rows is a warning. */
export function batchToStatus(batch: BatchProgress): { readonly label: string; readonly tone: BatchTone } {
  if (isScheduled(batch)) {
    // Without a later schedule, the batch waits only until its hold ends.
    const waitsForHold = batch.waitsUntil === batch.heldUntil
    return { label: waitsForHold ? m.batches_onHoldLabel() : m.batches_scheduled(), tone: 'waiting' }
  }
  const hasFailedRows = countFailedRows(batch) > 0
  return { label: batchStateToText(batch), tone: hasFailedRows ? 'warning' : tones[batchState(batch)] }
}

export type BatchTone = 'waiting' | 'accent' | 'positive' | 'warning' | 'critical' | 'neutral'

const tones: Readonly<Record<BatchFilter, BatchTone>> = {
  [batchStates.awaiting]: 'waiting',
  [batchStates.approved]: 'positive',
  [batchStates.rejected]: 'critical',
  [batchStates.closed]: 'neutral',
  [batchStates.processing]: 'accent',
}

/** 'batch 41', or 'batches 43, 42 and 41'. Of more than `max` batches, names the first and counts the rest. */
export function batchesToText(batches: readonly string[], max = batches.length): string {
  const shownIds = batches.slice(0, max)
  const restCount = batches.length - shownIds.length
  const items = restCount > 0 ? [...shownIds, m.batches_moreBatches({ rest: restCount })] : shownIds
  return items.length === 1
    ? m.batches_oneBatch({ batch: items[0] ?? '' })
    : m.batches_manyBatches({ batches: listAnd(items) })
}

/** Shortens a fingerprint (64 hexadecimal digits) so that two people can compare it by voice: '3F2A-91BC-04DE'. */
export const controlCode = (fingerprint: string): string =>
  [0, 4, 8].map((start) => fingerprint.slice(start, start + 4).toUpperCase()).join('-')
