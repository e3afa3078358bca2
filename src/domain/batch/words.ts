// The words of a batch: its size, where it stands and what came of it, the same on Home, in My batches, in Approve Batch Load
// and in mails.
import { type BatchType, batchKinds, type StoredBatchType } from './kinds.ts'
import { type Cents, centsToText } from '../money.ts'
import {
  type BatchFilter,
  batchFilterLabels,
  type BatchFileState,
  type BatchProgress,
  batchStateOf,
  batchStates,
} from './states.ts'
import { listAnd, number } from '#words/figures.ts'
import * as say from '#words/domain/batch.ts'

/** '1 load', '4,812 loads'. */
export const countToWords = (rows: number, type: BatchType): string =>
  `${number(rows)} ${batchKinds[type].noun[rows === 1 ? 'one' : 'many']}`

/** 'Load', 'Devalue', 'Devalue and retire'. */
export const kindToWords = (type: StoredBatchType, retire: boolean): string =>
  capital(batchKinds[type].noun.one) + (retire ? say.andRetire : '')

/** What a row says that was done: 'Loaded', 'Devalued', 'Devalued and retired'. */
export const doneToWords = (type: StoredBatchType, retire: boolean): string =>
  capital(batchKinds[type].done) + (retire ? say.andRetired : '')

/** What a row says that moved nothing, since its card was empty. */
export const RETIRED = say.retired

/** What came of a run, never a plain 'success': '4,810 loaded, 2 failed'. */
export const runToWords = (type: StoredBatchType, rowCount: number, loadedCount: number): string =>
  say.doneAndFailed(number(loadedCount), batchKinds[type].done, number(rowCount - loadedCount))

/** How far a batch has come: '' before its approval, '0 of 4,812 loaded' before its run, then what came of it. */
export function outcomeToWords({ approved, processed, type, rowCount, loadedCount }: BatchProgress): string {
  if (!approved) return ''
  if (processed) return runToWords(type, rowCount, loadedCount)
  return say.doneOfAll(number(loadedCount), number(rowCount), batchKinds[type].done)
}

/** Rows that were not done in the run; none before it. */
export const failedRows = ({ processed, rowCount, loadedCount }: BatchProgress): number =>
  processed ? rowCount - loadedCount : 0

/** Where a batch stands, in the lists' words; what its uploader has withdrawn is not called closed. */
export const stateToWords = (file: BatchFileState): string =>
  file.withdrawn ? say.withdrawn : batchFilterLabels[batchStateOf(file)]

/** What the look ahead of a scheduled run has found. */
export interface Foreseen {
  readonly type: StoredBatchType
  readonly rowCount: number
  /** Rows that would fail. */
  readonly failing: number
  /** What the funding account lacks for the others. */
  readonly shortCents: Cents
  readonly currency: string
}

/**
 * '3 of 4,812 loads are expected to fail', 'the funding account is SGD 1,200.00 short', or both; '' where nothing speaks against
 * the run.
 */
export function foreseenToWords({ type, rowCount, failing, shortCents, currency }: Foreseen): string {
  const isOrAre = failing === 1 ? 'is' : 'are'
  return [
    ...(failing > 0 ? [say.ofExpectedToFail(number(failing), countToWords(rowCount, type), isOrAre)] : []),
    ...(shortCents > 0 ? [say.fundingAccountIsShort(currency, centsToText(shortCents))] : []),
  ].join('; ')
}

/** Where a batch stands, in the word of the lists' filter, and how that is to be taken: a run with failures is no plain success. */
export function batchToStanding(batch: BatchProgress): { readonly words: string; readonly tone: BatchTone } {
  const state = batchStateOf(batch)
  return { words: stateToWords(batch), tone: failedRows(batch) > 0 ? 'warning' : tones[state] }
}

export type BatchTone = 'waiting' | 'accent' | 'positive' | 'warning' | 'critical' | 'neutral'

const tones: Readonly<Record<BatchFilter, BatchTone>> = {
  [batchStates.awaiting]: 'waiting',
  [batchStates.approved]: 'positive',
  [batchStates.rejected]: 'critical',
  [batchStates.closed]: 'neutral',
  [batchStates.processing]: 'accent',
}

/** 'batch 41'; 'batches 43, 42 and 41'; of more than `most` the first ones and how many there are besides. */
export function batchesToWords(batches: readonly string[], most = batches.length): string {
  const named = batches.slice(0, most)
  const rest = batches.length - named.length
  const words = rest > 0 ? [...named, say.restMore(rest)] : named
  return words.length === 1 ? say.oneBatch(words[0] ?? '') : say.manyBatches(listAnd(words))
}

/** A fingerprint so short that two people can compare it by voice: '3F2A-91BC-04DE' (64 hexadecimal digits are given). */
export const controlCode = (fingerprint: string): string =>
  (fingerprint.slice(0, 12).toUpperCase().match(/.{4}/g) ?? []).join('-')

/** Of a row without an amount. */
export const ALL_IT_HOLDS = say.fullBalance

/** 'loads' → 'Loads', where a word begins a label or a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
