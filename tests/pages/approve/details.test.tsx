// The details of a batch: the content of its rows, the filters, the columns and the masked identifiers.
import { describe, expect, it } from 'vitest'
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import { batchState } from '#domain/batch/states.ts'
import { rowsToSummary } from '#domain/batch/summary.ts'
import {
  detailColumns,
  detailsToRows,
  detailToRow,
  isTrackingNumber,
  rowFilters,
} from '#pages/batches/approve/details.ts'
import { batchRow, undecidedState } from '#tests/support/batch-file.ts'

const awaitingBatch = {
  BATCHLOADFILEAPPROVED: false,
  BATCHLOADFILEREJECTED: false,
  WITHDRAWN: false,
  BATCHLOADFILECLOSED: false,
  PROCESSED: false,
  LOADTYPE: 'load' as BatchLoadFile['LOADTYPE'],
}
const transferBatch = { ...awaitingBatch, LOADTYPE: 'transfer' as const }
const processingBatch = { ...awaitingBatch, BATCHLOADFILEAPPROVED: true }
const processedBatch = { ...processingBatch, PROCESSED: true }

const detail = (more: Partial<BatchLoadDetail> = {}) => batchRow(1, { IDENTIFIER: '9000010000000008', ...more })

describe('a row of the details', () => {
  it('shows, before the decision, what has changed since the upload and first-time cards', () => {
    const row = detailToRow(detail({ FINDINGSNOW: ['cardStopped'], FIRSTLOAD: true }), awaitingBatch)
    expect(row.NOTES).toBe('Card is stopped. First-time cards')
    expect(rowsToSummary([row])).toMatchObject({ changed: { rows: 1 }, firstLoads: { rows: 1 }, feeCents: 50 })
  })

  it('takes duplicates of a card from the server, since masked numbers do not reveal them', () => {
    const IDENTIFIER = '900001••••••0008'
    const rows = detailsToRows(
      [true, true, false].map((MORETHANONCE, index) => detail({ ROWNUMBER: index + 1, IDENTIFIER, MORETHANONCE })),
      awaitingBatch,
    )
    expect(rows.map(({ isDuplicate }) => isDuplicate)).toEqual([true, true, false])
  })

  it('marks a card that is in the batch more than once, until the batch is decided', () => {
    const rowsOfSameCard = [
      detail(),
      detail({ ROWNUMBER: 2, IDENTIFIER: '9000010000000016' }),
      detail({ ROWNUMBER: 3 }),
    ]
    const rows = detailsToRows(rowsOfSameCard, awaitingBatch)
    expect(rows.map(({ NOTES }) => NOTES)).toEqual(['This card more than once', '', 'This card more than once'])
    expect(rowsToSummary(rows).duplicates).toEqual({ rows: 2, amountCents: 4000 })
    expect(rowsToSummary(detailsToRows(rowsOfSameCard, processedBatch)).duplicates.rows).toBe(0)
  })

  it('names the other batches with the same row', () => {
    const row = detailToRow(detail({ REPEATEDIN: ['43', '41'], FIRSTLOAD: true }), awaitingBatch)
    expect(row.NOTES).toBe('Also in batches 43 and 41. First-time cards')
  })

  it('shows the current findings about its card until it has a result, even after approval', () => {
    const row = detailToRow(
      detail({ FINDINGSNOW: ['cardStopped'], REPEATEDIN: ['41'], FIRSTLOAD: true }),
      processingBatch,
    )
    expect(row).toMatchObject({ NOTES: 'Card is stopped. Also in batch 41', RESULT: 'Not loaded', firstLoad: false })
    expect(detailColumns(processingBatch, [row], { hideFees: true }).map(({ label }) => label)).toContain('Warnings')
    expect(rowsToSummary([row])).toMatchObject({
      changed: { rows: 1 },
      notLoaded: { rows: 1, amountCents: 2000, feeCents: 50 },
    })
  })

  it('shows only the reason once it has failed, and is counted if it would fail again', () => {
    const row = detailToRow(detail({ FINDINGSNOW: ['cardStopped'], RESULTTEXT: 'Not loaded.' }), processedBatch)
    expect(row).toMatchObject({ NOTES: '', RESULT: 'Failed' })
    expect(rowsToSummary([row]).changed.rows).toBe(1)
  })

  it('shows only its result once it has one, whatever the card’s current state', () => {
    const row = detailToRow(detail({ FINDINGSNOW: ['cardStopped'], FIRSTLOAD: true, LOADED: true }), processedBatch)
    expect(row).toMatchObject({ NOTES: '', RESULT: 'Loaded', findingsNow: [], firstLoad: false })
  })

  it.each([
    [processingBatch, 'Not loaded'],
    [processedBatch, 'Failed'],
  ] as const)('that is not loaded counts as failed only when the run is over', (file, result) => {
    expect(detailToRow(detail(), file).RESULT).toBe(result)
  })
})

describe('a transfer', () => {
  it('shows both cards, each masked, with its own terms and without a fee', () => {
    const row = detailToRow(detail({ IDENTIFIERTO: '9000010000000016', LOADED: true }), transferBatch)
    expect(row.RESULT).toBe('Transferred')
    const columns = detailColumns({ ...transferBatch, BATCHLOADFILEAPPROVED: true }, [row], { hideFees: false })
    expect(columns.map(({ label }) => label)).toEqual([
      'No.',
      'From Card Number',
      'To Card Number',
      'Amount',
      'Result',
      'Transferred at',
    ])
    expect(columns.filter(({ format }) => format === 'pan').map(({ key }) => key)).toEqual([
      'IDENTIFIER',
      'IDENTIFIERTO',
    ])
  })

  it('shows the reason of a row that was not carried out', () => {
    const rows = [detail({ LOADED: true }), detail({})].map((one) => detailToRow(one, transferBatch))
    const columns = detailColumns({ ...transferBatch, BATCHLOADFILEAPPROVED: true }, rows, { hideFees: false })
    expect(columns.map(({ label }) => label).slice(-3)).toEqual(['Result', 'Reason', 'Transferred at'])
  })

  it('does not report cards that were never loaded', () => {
    expect(detailToRow(detail({ FIRSTLOAD: true }), transferBatch)).toMatchObject({ firstLoad: false, NOTES: '' })
    expect(rowFilters.filter(({ fits }) => fits(transferBatch)).map(({ key }) => key)).toEqual([
      'all',
      'changed',
      'whole',
      'repeated',
    ])
  })
})

describe('the filters and columns', () => {
  const keys = (file: typeof awaitingBatch) => rowFilters.filter(({ fits }) => fits(file)).map(({ key }) => key)

  it('follow the state of the batch', () => {
    expect(keys(awaitingBatch)).toEqual(['all', 'changed', 'uncovered', 'copies', 'repeated', 'first'])
    expect(keys(processingBatch)).toEqual(['all', 'changed', 'uncovered', 'copies', 'repeated'])
    expect(keys(processedBatch)).toEqual(['all', 'failed'])
    expect(keys({ ...awaitingBatch, WITHDRAWN: true })).toEqual(['all'])
    expect(keys({ ...processingBatch, BATCHLOADFILECLOSED: true })).toEqual(['all'])
  })

  it('leave out the fee if the client hides fees', () => {
    const labels = (hideFees: boolean) => detailColumns(processedBatch, [], { hideFees }).map(({ label }) => label)
    expect(labels(true)).not.toContain('Fee')
    expect(labels(false)).toContain('Fee')
  })
})

describe('identifiers', () => {
  it.each([
    ['700000000000001', true],
    ['9000010000000008', false],
    ['90000100000000A', false],
    ['90000100000000089', false],
  ])('%s is shown in full: %s', (identifier, isShownInFull) => {
    expect(isTrackingNumber(identifier)).toBe(isShownInFull)
  })

  it('are labelled Card Number and masked as soon as one of them is not a tracking number', () => {
    const rows = ['700000000000001', '9000010000000008'].map((IDENTIFIER) =>
      detailToRow(detail({ IDENTIFIER }), awaitingBatch),
    )
    expect(detailColumns(awaitingBatch, rows, { hideFees: true })[1]).toMatchObject({
      label: 'Card Number',
      format: 'pan',
    })
    expect(detailColumns(awaitingBatch, rows.slice(0, 1), { hideFees: true })[1]).toMatchObject({
      format: 'identifier',
    })
  })
})

describe('the state of a batch', () => {
  it.each([
    [{}, 1],
    [{ approved: true, processed: true }, 2],
    [{ rejected: true }, 3],
    [{ approved: true, closed: true }, 4],
    [{ approved: true, processed: true, closed: true }, 4],
    [{ approved: true }, 5],
  ])('with %o has the number %d in the filter', (facts, state) => {
    expect(batchState({ ...undecidedState, ...facts })).toBe(state)
  })
})
