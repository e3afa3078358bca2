// An order in the upload machine: two steps, a campaign on which the server's check depends, skipped rows, and the
// effects of a refusal.
import { describe, expect, test } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { getShortestPaths, getSimplePaths } from 'xstate/graph'
import { message } from '#domain/messages/message.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderType } from '#domain/order/types.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { snapshotToStep, snapshotToStored, uploadMachine, type UploadSnapshot } from '#machines/upload.ts'
import { checkRefusal, lastStepRefusal } from '#machines/upload-refusals.ts'
import {
  noFigures,
  defaultOptions,
  type SubmitOutcome,
  type FileToMap,
  type UploadEvent,
  type UploadOptions,
  type VerifyOutcome,
} from '#machines/upload-steps.ts'
import { contextToDraftSetAside, readStoredUpload } from '#machines/upload-stored.ts'

const at = '2026-03-04T02:00:00.000Z'
const requestId = '11111111-1111-4111-8111-111111111111'
const file = { name: 'cards.csv', facts: [], damage: [] }
const options: UploadOptions = { ...defaultOptions, campaignId: '3', quotationNumber: 'Q-1' }
/** Three rows, one of which cannot be ordered. */
const figures: RowsFigures = {
  ...noFigures,
  rows: 3,
  valid: 2,
  toFix: 1,
  checkable: 2,
  unchecked: 2,
  amountCents: 300 as Cents,
  contentVersion: 1,
}
const checkedFigures: RowsFigures = { ...figures, unchecked: 0 }
const verification = { at, contentVersion: 1, earlier: [], issueFeeCents: 100 }
const passedCheck: VerifyOutcome = { kind: 'verified', verification, figures: checkedFigures }
const fileToMap: FileToMap = {
  file: { name: 'other.csv', size: 1 },
  columns: { headings: ['A'], samples: [[]], map: [0], width: 1, hasHeadings: true, lines: [] },
}
const mapping = { map: [0], width: 1, hasHeadings: true }

const done = (actor: string, output: unknown) =>
  ({ type: `xstate.done.actor.${actor}`, output, actorId: actor }) as unknown as UploadEvent
const drop: UploadEvent = { type: 'files.dropped', files: [{ name: 'cards.csv', size: 1 }] }
const fill = (changedOptions: Partial<UploadOptions>): UploadEvent => ({
  type: 'options.changed',
  options: changedOptions,
})
const read = (rowFigures = figures) => done('readFile', { kind: 'read', options: {}, file, figures: rowFigures })
const verified = (outcome: VerifyOutcome) => done('verifyRows', outcome)
const recorded = done('recordIntent', undefined)
const submitted = (outcome: SubmitOutcome) => done('submitRows', outcome)
const submit: UploadEvent = { type: 'submit', requestId, at, duplicateReason: '' }

const begin = (type: OrderType) => initialTransition(uploadMachine, { type, options: defaultOptions })[0]
const after = (from: UploadSnapshot, ...events: UploadEvent[]): UploadSnapshot =>
  events.reduce((snapshot, event) => transition(uploadMachine, snapshot, event)[0], from)
const reviewing = (type: OrderType = 'physical', changedOptions = options, rowFigures = figures) =>
  after(begin(type), fill(changedOptions), drop, read(rowFigures))
const confirming = (type: OrderType = 'physical') => after(reviewing(type), { type: 'next' }, verified(passedCheck))

describe('the first step', () => {
  test('includes choosing a file and reviewing rows, and the second step is the confirmation', () => {
    expect(snapshotToStep(begin('virtual'))).toBe(0)
    expect(snapshotToStep(reviewing())).toBe(0)
    expect(snapshotToStep(confirming())).toBe(1)
    expect(after(reviewing(), { type: 'back' }).value).toEqual({ reviewing: 'unverified' })
    expect(after(confirming(), { type: 'back' }).value).toEqual({ reviewing: 'verified' })
  })

  test('accepts a file before a campaign is chosen', () => {
    expect(reviewing('virtual', defaultOptions).value).toEqual({ reviewing: 'unverified' })
  })

  test('asks for the columns if the headings are unclear, and reads the file with the chosen columns', () => {
    const choosing = after(
      begin('physical'),
      fill(options),
      drop,
      done('readFile', { kind: 'columnsNeeded', fileToMap }),
    )
    expect(choosing.value).toBe('mapping')
    expect(snapshotToStep(choosing)).toBe(0)
    expect(snapshotToStored(choosing)).toBeUndefined()
    expect(after(choosing, { type: 'cancel' }).value).toBe('choosing')
    const end = after(choosing, fill({ designId: '7' }), { type: 'columns.chosen', mapping }, read())
    expect(end.value).toEqual({ reviewing: 'unverified' })
    expect(end.context.fileToMap).toBeUndefined()
    expect(end.context.options).toEqual({ ...options, designId: '7' })
  })
})

describe('the way to the confirmation', () => {
  test('is blocked without a row, a campaign, or a quotation number for physical cards', () => {
    const refusal = (type: OrderType, changedOptions: UploadOptions, rowFigures = figures) =>
      lastStepRefusal({ type, figures: rowFigures, options: changedOptions, verification: undefined })
    expect(refusal('physical', options)).toBeUndefined()
    expect(refusal('physical', options, { ...figures, valid: 0, toFix: 3 })).toEqual(message('noRowToSubmit'))
    expect(refusal('virtual', { ...options, campaignId: '0' })).toEqual(message('campaignFirst'))
    expect(refusal('physical', { ...options, quotationNumber: 'Q"1' })).toEqual(message('quotationNumberFirst'))
    expect(refusal('virtual', { ...options, quotationNumber: '' })).toBeUndefined()
    expect(refusal('physical', { ...options, designId: 'x'.repeat(61) })).toEqual(message('shortenDesignId'))
    const blocked = after(reviewing('physical', defaultOptions), { type: 'next' })
    expect(blocked.value).toEqual({ reviewing: 'unverified' })
    expect(blocked.context.notice?.message).toEqual(message('campaignFirst'))
  })

  test('needs a campaign for the server’s check, and continues although a row needs fixing', () => {
    expect(checkRefusal({ type: 'virtual', figures, options: defaultOptions })).toEqual(message('campaignFirst'))
    expect(after(reviewing(), { type: 'next' }).value).toEqual({ reviewing: { verifying: 'continuing' } })
    expect(confirming().value).toBe('confirming')
    expect(confirming().context.figures.toFix).toBe(1)
  })

  test('stops if the server has found more errors, and continues at the user’s second attempt', () => {
    const rowFigures = { ...checkedFigures, valid: 1, toFix: 2 }
    // The row figures change before the complete response arrives.
    const notified: UploadEvent = { type: 'rows.changed', figures: rowFigures }
    const stopped = after(reviewing(), { type: 'next' }, notified, verified({ ...passedCheck, figures: rowFigures }))
    expect(stopped.value).toEqual({ reviewing: 'verified' })
    expect(stopped.context.notice).toMatchObject({ tone: 'warning', message: message('errorsFound', 1) })
    expect(after(stopped, { type: 'next' }).value).toBe('confirming')
  })

  test('stops if the server refuses every row', () => {
    const noneValid = { ...checkedFigures, valid: 0, toFix: 3 }
    const stopped = after(reviewing(), { type: 'next' }, verified({ ...passedCheck, figures: noneValid }))
    expect(stopped.value).toEqual({ reviewing: 'verified' })
    expect(after(stopped, { type: 'next' }).value).toEqual({ reviewing: 'verified' })
  })
})

describe('another campaign', () => {
  const chooseCampaign: UploadEvent = { type: 'options.changed', options: { campaignId: '4' } }
  test('invalidates the check', () => {
    const back = after(confirming(), { type: 'back' }, chooseCampaign)
    expect(back.value).toEqual({ reviewing: 'unverified' })
    expect(back.context.verification).toBeUndefined()
    expect(back.context.options.campaignId).toBe('4')
  })
  test('ends a running check', () => {
    expect(after(reviewing(), { type: 'check' }, chooseCampaign).value).toEqual({ reviewing: 'unverified' })
  })
  test('differs from another quotation number, which keeps the check', () => {
    const back = after(confirming(), { type: 'back' }, { type: 'options.changed', options: { quotationNumber: 'Q-2' } })
    expect(back.value).toEqual({ reviewing: 'verified' })
    expect(back.context.verification).toBeDefined()
  })
})

describe('a refusal', () => {
  test('keeps its code for the error message, resets the machine, and leaves the rows as a draft', () => {
    const sent = after(confirming(), submit, recorded)
    expect(contextToDraftSetAside(sent.context)).toMatchObject({ file, options })
    const refused = after(sent, submitted({ kind: 'refused', text: 'The campaign is closed', code: '-20409' }))
    expect(refused.value).toBe('choosing')
    expect(refused.context).toMatchObject({
      file: undefined,
      options: defaultOptions,
      notice: { code: '-20409', message: message('serverMessage', 'The campaign is closed') },
    })
    expect(after(refused, { type: 'notice.closed' }).context.notice).toBeUndefined()
  })
  test('of rows leads back to them with a new check', () => {
    const back = after(confirming(), submit, recorded, submitted({ kind: 'rowsRefused', text: 'no', code: '-20410' }))
    expect(back.value).toEqual({ reviewing: { verifying: 'requested' } })
    expect(back.context.notice?.code).toBe('-20410')
  })
})

test('after a completed order, the next order starts empty', () => {
  const end = after(confirming('virtual'), submit, recorded, submitted({ kind: 'accepted', id: '9' }))
  expect(end.context.uploadId).toBe('9')
  expect(snapshotToStep(end)).toBe(1)
  expect(after(end, { type: 'start.over' }).context).toMatchObject({
    file: undefined,
    options: defaultOptions,
    uploadId: undefined,
  })
})

test('a draft contains the options of the order, and is not read if an option has the wrong type', () => {
  const stored = JSON.parse(JSON.stringify(snapshotToStored(confirming()))) as Record<string, unknown>
  expect(readStoredUpload(stored)?.options).toEqual(options)
  expect(readStoredUpload(stored)?.verification?.issueFeeCents).toBe(100)
  expect(readStoredUpload({ ...stored, options: { ...options, campaignId: 3 } })).toBeUndefined()
})

describe.each(['physical', 'virtual'] as const)('every path of an order of %s cards', (type) => {
  const events: UploadEvent[] = [
    drop,
    read(),
    done('readFile', { kind: 'columnsNeeded', fileToMap }),
    { type: 'columns.chosen', mapping },
    { type: 'cancel' },
    { type: 'check' },
    { type: 'options.changed', options: { campaignId: '4' } },
    verified(passedCheck),
    verified({ kind: 'refused', text: 'no', code: '-1' }),
    verified({ kind: 'noResponse' }),
    { type: 'next' },
    { type: 'back' },
    submit,
    recorded,
    submitted({ kind: 'accepted', id: '12' }),
    submitted({ kind: 'refused', text: 'no', code: '-1' }),
    submitted({ kind: 'noResponse' }),
    { type: 'resend', at },
    { type: 'start.over' },
  ]
  const traversal = {
    events,
    input: { type, options },
    limit: 20_000,
    serializeState: ({ value, context }: UploadSnapshot) =>
      JSON.stringify([
        value,
        context.file !== undefined,
        context.intent !== undefined,
        context.verification !== undefined,
      ]),
  }
  test('has a next step in every state, and keeps the sent request', () => {
    const paths = getShortestPaths(uploadMachine, traversal)
    const values = new Set(paths.map(({ state }) => JSON.stringify(state.value)))
    for (const value of ['"mapping"', '{"reviewing":"verified"}', '"confirming"', '"outcomeUnknown"', '"done"']) {
      expect(values, value).toContain(value)
    }
    for (const { state } of paths) {
      expect(
        events.some((event) => state.can(event)),
        JSON.stringify(state.value),
      ).toBe(true)
      const stored = snapshotToStored(state)
      if (state.matches('submitting') || state.matches('outcomeUnknown')) {
        expect(stored).toMatchObject({ step: 'outcomeUnknown', intent: { requestId } })
      }
      if (stored) expect(readStoredUpload(JSON.parse(JSON.stringify(stored)))).toBeDefined()
    }
  })
  test('submits nothing without a check and a stored request', () => {
    const ends = getSimplePaths(uploadMachine, {
      ...traversal,
      events: events.filter((event) => event.type !== 'cancel' && event.type !== 'options.changed'),
    }).filter(({ state }) => state.matches('done'))
    expect(ends.length).toBeGreaterThan(0)
    for (const { steps } of ends) {
      const types = steps.map(({ event }) => event.type)
      expect(types).toContain('xstate.done.actor.verifyRows')
      expect(types.at(-2)).toBe('xstate.done.actor.recordIntent')
    }
  })
})
