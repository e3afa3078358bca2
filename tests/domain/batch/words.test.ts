// The words for a batch, in general and for its type.
import { expect, test } from 'vitest'
import { storedBatchTypeNames } from '#domain/batch/types.ts'
import type { BatchProgress } from '#domain/batch/states.ts'
import {
  batchesToText,
  batchToStatus,
  controlCode,
  rowCountToText,
  postedRowText,
  batchTypeToText,
  batchProgressToText,
} from '#domain/batch/words.ts'
import { undecidedState } from '#tests/support/batch-file.ts'

const awaitingBatch: BatchProgress = { ...undecidedState, type: 'load', rowCount: 4_812, loadedCount: 0 }
const approvedBatch = { ...awaitingBatch, approved: true }
const loadedBatch = { ...approvedBatch, processed: true, loadedCount: 4_812 }
const partlyLoadedBatch = { ...loadedBatch, loadedCount: 4_810 }

test.each([
  [awaitingBatch, 'Awaiting approval', 'waiting', ''],
  [approvedBatch, 'Processing', 'accent', '0 of 4,812 loaded'],
  [{ ...approvedBatch, isRunning: true, loadedCount: 1_200 }, 'Processing', 'accent', '1,200 of 4,812 loaded'],
  [{ ...approvedBatch, type: 'transfer', loadedCount: 3 }, 'Processing', 'accent', '3 of 4,812 transferred'],
  [{ ...approvedBatch, waitsUntil: 9 }, 'Scheduled', 'waiting', '0 of 4,812 loaded'],
  // Without a later schedule, the batch waits only until its hold ends.
  [{ ...approvedBatch, waitsUntil: 9, heldUntil: 9 }, 'On hold', 'waiting', '0 of 4,812 loaded'],
  [{ ...approvedBatch, waitsUntil: 9, heldUntil: 5 }, 'Scheduled', 'waiting', '0 of 4,812 loaded'],
  [{ ...awaitingBatch, withdrawn: true }, 'Withdrawn', 'neutral', ''],
  [loadedBatch, 'Approved', 'positive', '4,812 loaded, 0 failed'],
  // A partial success is never shown as a full one.
  [partlyLoadedBatch, 'Approved', 'warning', '4,810 loaded, 2 failed'],
  [{ ...partlyLoadedBatch, type: 'devalue' }, 'Approved', 'warning', '4,810 devalued, 2 failed'],
  [{ ...loadedBatch, closed: true }, 'Closed', 'neutral', '4,812 loaded, 0 failed'],
  [{ ...partlyLoadedBatch, closed: true }, 'Closed', 'warning', '4,810 loaded, 2 failed'],
  [{ ...awaitingBatch, rejected: true }, 'Rejected', 'critical', ''],
] as const)('%j: %s, %s, %s', (batch, label, tone, outcome) => {
  expect(batchToStatus(batch)).toEqual({ label, tone })
  expect(batchProgressToText(batch)).toBe(outcome)
})

test('batch numbers are listed in the given order, and a fingerprint is shortened', () => {
  expect(batchesToText(['41'])).toBe('batch 41')
  expect(batchesToText(['43', '42', '41'])).toBe('batches 43, 42 and 41')
  expect(batchesToText(['44', '43', '42', '41'], 3)).toBe('batches 44, 43, 42 and 1 more')
  expect(controlCode('3f2a91bc04de'.padEnd(64, '7'))).toBe('3F2A-91BC-04DE')
})

test('counts, names and results depend on the type', () => {
  expect(storedBatchTypeNames.map((type) => rowCountToText(1, type))).toEqual(['1 load', '1 devalue', '1 transfer'])
  expect(storedBatchTypeNames.map((type) => rowCountToText(1_200, type))).toEqual([
    '1,200 loads',
    '1,200 devalues',
    '1,200 transfers',
  ])
  expect(storedBatchTypeNames.map((type) => batchTypeToText(type, false))).toEqual(['Load', 'Devalue', 'Transfer'])
  expect(storedBatchTypeNames.map((type) => postedRowText(type, false))).toEqual(['Loaded', 'Devalued', 'Transferred'])
  expect([batchTypeToText('devalue', true), postedRowText('devalue', true)]).toEqual([
    'Devalue and retire',
    'Devalued and retired',
  ])
})
