// The texts and actions of batches on Approve Batch Load: warnings, offered actions with reasons, times of runs,
// effects.
import { describe, expect, it } from 'vitest'
import type { BatchLoadFile } from '#contract/batches.ts'
import { rowsToSummary } from '#domain/batch/summary.ts'
import { batchActions } from '#pages/batches/approve/actions.ts'
import { batchToChange } from '#flows/pending-changes/batch-changes.ts'
import { detailsToRows } from '#pages/batches/approve/details.ts'
import { inputToDetails, inputToError, batchToInput, hours } from '#pages/batches/approve/decision-input.ts'
import { approvalEffect, closingEffect, retryEffect, schedulingEffect } from '#pages/batches/approve/effects.ts'
import { columnsOf, batchToRow, sizeOf } from '#pages/batches/approve/rows.ts'
import { awaitingBatch, batchRow } from '#tests/support/batch-file.ts'

const batch = { batchId: '12', size: '3 loads, SGD 60.00', fingerprint: 'f' }
const rejectedBatch = { ...awaitingBatch, BATCHLOADFILEREJECTED: true }
const processingBatch = { ...awaitingBatch, BATCHLOADFILEAPPROVED: true }
const scheduledBatch = { ...processingBatch, SCHEDULEDDATE: '2126-11-22T02:00:00Z' }
const loadedBatch = { ...processingBatch, PROCESSED: true, LOADEDCOUNT: 3, LOADEDAMOUNT: '60.00' }
const partlyLoadedBatch = { ...loadedBatch, LOADEDCOUNT: 2, LOADEDAMOUNT: '40.00' }
const closedBatch = { ...loadedBatch, BATCHLOADFILECLOSED: true }

/** The actions offered for a batch: 'label' if enabled, 'label: reason' if disabled; '…' before a menu's item. */
const offeredActions = (file: BatchLoadFile, viewerId = '2') =>
  batchActions
    .filter((action) => action.fits(file))
    .map((action) => {
      const refusal = action.disabledReason(file, viewerId)
      return `${action.slot(file) === 'menu' ? '…' : ''}${action.label(file)}${refusal === undefined ? '' : `: ${refusal}`}`
    })
const downloadItems = ['…Download Report', '…Download file']

describe('the warnings of the list', () => {
  it.each([
    ['nothing to warn about', { FUNDSMISSING: '0.00' }, ''],
    ['rows uploaded before', { DUPLICATEREASON: 'A second bonus' }, 'The same rows were uploaded before'],
    ['missing funds', { FUNDSMISSING: '10027.29' }, 'The funding account is SGD 10,027.29 short'],
    ['cards to be retired', { LOADTYPE: 'devalue', RETIRE: true }, 'The cards will be retired'],
    ['rows that the list did not check', { ROWWARNINGS: null }, 'Its rows are checked when you open the details'],
  ] as const)('a batch with %s shows its warning', (_name, more, text) => {
    const file = { ...awaitingBatch, FEEAMOUNT: '0.00', DUPLICATEREASON: null, RETIRE: false, ...more }
    expect(batchToRow(file).WARNING).toBe(text)
  })

  it.each([
    [
      'before the check ahead of the run, the missing funds',
      { FUNDSMISSING: '5.00' },
      'The funding account is SGD 5.00 short',
    ],
    [
      'the findings of the check, with the currently missing funds',
      { PREFLIGHTFAILING: 1, PREFLIGHTSHORT: '9.00', FUNDSMISSING: '5.00' },
      '1 of 3 loads is expected to fail; the funding account is SGD 5.00 short',
    ],
    ['funds that arrived since the check', { PREFLIGHTFAILING: 0, PREFLIGHTSHORT: '9.00', FUNDSMISSING: '0.00' }, ''],
    [
      'the findings of the check, in a list that does not report missing funds',
      { PREFLIGHTFAILING: 0, PREFLIGHTSHORT: '9.00' },
      'The funding account is SGD 9.00 short',
    ],
  ])('of a scheduled batch: %s', (_name, more, text) => {
    expect(batchToRow({ ...scheduledBatch, ...more }).EXPECTEDRESULT).toBe(text)
  })
})

describe('the offered actions', () => {
  it.each([
    ['awaiting approval', awaitingBatch, ['Approve', 'Reject']],
    ['rejected', rejectedBatch, ['…Reject: This batch has already been rejected']],
    ['processing', processingBatch, ['Retry', '…Close']],
    ['scheduled', scheduledBatch, ['Process now', '…Change schedule', '…Close']],
    [
      'scheduled for a time that has come',
      { ...scheduledBatch, SCHEDULEDDATE: '2026-01-22T02:00:00Z' },
      ['Process now', '…Change schedule: The scheduled time has passed: this batch is being processed', '…Close'],
    ],
    ['withdrawn', { ...awaitingBatch, WITHDRAWN: true }, ['…Reject: This batch has been withdrawn by its uploader']],
    ['loaded', loadedBatch, ['…Retry: Every row of this batch has already been loaded', 'Close']],
    ['partly loaded', partlyLoadedBatch, ['Retry', '…Close']],
    ['loaded, with rows that the server can retry', { ...loadedBatch, RETRYABLE: true }, ['Retry', '…Close']],
    ['closed', closedBatch, ['…Reject: This batch has already been approved', 'Edit comments']],
  ] as const)('a batch that is %s offers its actions', (_name, file, actions) => {
    expect(offeredActions(file)).toEqual([...actions, ...downloadItems])
  })

  it('are disabled with the reason for one’s own batch', () => {
    const ownBatchRefusal = 'A user cannot approve their own load'
    expect(offeredActions(awaitingBatch, '1').slice(0, 2)).toEqual([
      `Approve: ${ownBatchRefusal}`,
      `Reject: ${ownBatchRefusal}`,
    ])
    expect(offeredActions({ ...partlyLoadedBatch, RETRYABLE: true }, '1')[0]).toBe(
      'Retry: A user cannot process their own load',
    )
    // Actions that move no money are also available to makers.
    expect(offeredActions(scheduledBatch, '1').slice(0, 3)).toEqual([
      'Process now: A user cannot process their own load',
      '…Change schedule',
      '…Close',
    ])
  })
})

describe('the time of a run', () => {
  const now = Date.parse('2026-11-21T04:30:00Z') // 12:30 in Singapore
  const later = (date: string, time: string) => ({
    ...batchToInput('approve', awaitingBatch),
    when: 'later' as const,
    date,
    time,
  })

  it('is sent as date and time with :00 seconds, and not sent for an immediate run', () => {
    expect(inputToDetails('approve', later('2026-11-22', '10:00'), awaitingBatch)).toEqual({
      scheduledDate: '2026-11-22 10:00:00',
    })
    expect(inputToDetails('approve', { ...later('2026-11-22', '10:00'), when: 'now' }, awaitingBatch)).toEqual({})
  })

  it('can be chosen from the hours of a day, in five characters each', () => {
    expect(hours).toHaveLength(24)
    expect(hours.every((hour) => hour.length === 5)).toBe(true)
    expect([hours[0], hours[9], hours[23]]).toEqual(['00:00', '09:00', '23:00'])
  })

  const bothRequiredText = 'Choose a date and a time, or neither to process the batch now'
  const passedText = 'This date and time have passed. Choose a later one.'
  it.each([
    ['2026-11-22', '', 'time', bothRequiredText],
    ['', '10:00', 'date', bothRequiredText],
    ['', '', 'date', bothRequiredText],
    ['2026-11-21', '12:00', 'date', passedText],
    ['2026-11-20', '23:00', 'date', passedText],
  ] as const)('%s %s is refused at the %s', (date, time, field, text) => {
    expect(inputToError('approve', later(date, time), awaitingBatch, now)).toEqual({ field, text })
  })

  it('can be the next hour in the programme’s time zone', () => {
    expect(inputToError('approve', later('2026-11-21', '13:00'), awaitingBatch, now)).toBeUndefined()
  })

  it('is shown in the programme’s time zone before sending, and as sent afterwards', () => {
    expect(approvalEffect(awaitingBatch, '2026-11-22 10:00:00')).toContain('on 22 Nov 2026, 10:00 SGT')
    expect(approvalEffect(awaitingBatch, undefined)).toContain('as soon as you approve')
    // Date and time are not chosen yet, so the text must not depend on them.
    expect(approvalEffect(awaitingBatch, ' :00')).toContain('on the date and time you choose')
    const scheduledDate = '2026-11-22 10:00:00'
    expect(batchToChange(batch, 'approve', { scheduledDate }).success).toBe('Load scheduled on 2026-11-22 10:00:00')
    expect(batchToChange(batch, 'approve', {}).success).toBe('Batch load scheduled for processing')
    expect(batchToChange(batch, 'retry', {}).success).toBe('Batch load scheduled for re-processing')
  })
})

describe('the line below a success message', () => {
  it.each([
    ['approve', undefined, 'Batch 12, 3 loads, SGD 60.00'],
    ['approve', '2026-11-22 10:00:00', 'Batch 12, 3 loads, SGD 60.00. Scheduled for 22 Nov 2026, 10:00 SGT'],
    ['reject', undefined, 'Batch 12, 3 loads, SGD 60.00'],
    ['retry', undefined, 'Batch 12'],
    ['close', undefined, 'Batch 12'],
  ] as const)('names the batch, and the scheduled time with its zone: %s %s', (decision, scheduledDate, about) => {
    expect(batchToChange(batch, decision, { scheduledDate }).successSubject).toBe(about)
  })
})

describe('comments on a decision', () => {
  it('are not sent if they are blank', () => {
    const draft = { ...batchToInput('comments', closedBatch), reason: '  ', comments: ' \n' }
    expect(inputToDetails('reject', draft, closedBatch)).toEqual({ reason: undefined })
    expect(inputToDetails('comments', draft, closedBatch)).toEqual({ comments: undefined })
  })

  it('start with the comments with which the batch was closed', () => {
    const file = { ...closedBatch, BATCHLOADFILECLOSEDCOMMENTS: 'Agreed with finance' }
    expect(inputToDetails('comments', batchToInput('comments', file), file)).toEqual({
      comments: 'Agreed with finance',
    })
  })
})

describe('the texts of each batch type', () => {
  const transfer = { ...partlyLoadedBatch, LOADTYPE: 'transfer' as const }
  const devalue = { ...awaitingBatch, LOADTYPE: 'devalue' as const, RETIRE: true }

  it('name rows, type and outcome', () => {
    expect(sizeOf(transfer)).toBe('3 transfers, SGD 60.00')
    expect(batchToRow(transfer)).toMatchObject({ TYPE: 'Transfer', OUTCOME: '2 transferred, 1 failed' })
    expect(batchToRow(devalue)).toMatchObject({ TYPE: 'Devalue and retire', OUTCOME: '' })
  })

  it('name what is moved, and the rows that stay unchanged', () => {
    expect(approvalEffect(devalue, undefined)).toContain('the cards will be retired for good')
    expect(retryEffect(transfer, undefined)).toBe(
      '1 transfer, SGD 20.00 will move from card to card now. Rows already done are not touched.',
    )
    expect(closingEffect(partlyLoadedBatch)).toContain('1 load failed and will not be tried again.')
  })

  it('name the debited amount with the fee, even if columns are hidden', () => {
    expect(approvalEffect(awaitingBatch, undefined)).toBe(
      '3 loads: SGD\u00a060.00 will move from the funding account to the cards as soon as you approve, ' +
        'plus a fee of SGD\u00a01.50 (SGD\u00a061.50 in total). An approval cannot be undone.',
    )
    expect(approvalEffect({ ...awaitingBatch, FEEAMOUNT: '0.00' }, undefined)).not.toContain('fee')
    expect(approvalEffect({ ...transfer, FEEAMOUNT: '1.50' }, undefined)).not.toContain('fee')
  })

  it('explain the effect of a new time, and that choosing it is a decision', () => {
    expect(schedulingEffect(scheduledBatch, undefined)).toBe(
      '3 loads, SGD 60.00: it will not run on 22 Nov 2126, 10:00 SGT. It goes back to awaiting approval, and no money moves until it is approved again.',
    )
    expect(schedulingEffect(scheduledBatch, '2126-11-23 09:00:00')).toContain(
      'on 23 Nov 2126, 09:00 SGT instead of 22 Nov 2126, 10:00 SGT, plus a fee of SGD\u00a01.50 (SGD\u00a061.50 in total).',
    )
    const draft = {
      ...batchToInput('changeSchedule', scheduledBatch),
      when: 'later' as const,
      date: '2020-01-05',
      time: '09:00',
    }
    expect(inputToDetails('changeSchedule', draft, scheduledBatch)).toEqual({ scheduledDate: '2020-01-05 09:00:00' })
    expect(inputToError('changeSchedule', draft, scheduledBatch, Date.now())?.text).toBe(
      'This date and time have passed. Choose a later one.',
    )
    expect(inputToDetails('changeSchedule', batchToInput('changeSchedule', scheduledBatch), scheduledBatch)).toEqual({})
    // A proposed time can only be chosen in the approval.
    const withProposal = { ...scheduledBatch, PROPOSEDDATE: new Date(Date.now() + 3_600_000).toISOString() }
    expect(batchToInput('changeSchedule', withProposal).when).toBe('now')
    expect(batchToInput('approve', withProposal).when).toBe('proposed')
  })

  it('name the rows that would fail at the moment, with their amount', () => {
    const rows = detailsToRows([batchRow(1, { FINDINGSNOW: ['cardStopped'] })], partlyLoadedBatch)
    expect(retryEffect(partlyLoadedBatch, rowsToSummary(rows))).toBe(
      '1 load, SGD 20.00 will move from the funding account to the cards now, ' +
        'plus a fee of SGD\u00a00.50 (SGD\u00a020.50 in total). At the moment 1 load (SGD 20.00) would fail. ' +
        'Rows already done are not touched.',
    )
  })

  it('hide the fee if the client hides fees', () => {
    const labels = (hideFees: boolean) => columnsOf(1, { hideFees }).map(({ label }) => label)
    expect(labels(true)).not.toContain('Fee')
    expect(labels(false)).toContain('Fee')
  })
})
