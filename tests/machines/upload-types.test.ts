// Generates paths of the wizard from its state machine for each batch type. Tests the text that is required before a
// file, the result, and that no path submits without a stored requestId.
import { describe, expect, test } from 'vitest'
import { initialTransition, transition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { type BatchType, batchTypes } from '#domain/batch/types.ts'
import { type Cents } from '#domain/money.ts'
import { uploadMachine, type UploadSnapshot, snapshotToStored } from '#machines/upload.ts'
import {
  type UploadEvent,
  type UploadOptions,
  noFigures,
  defaultOptions,
  type SubmitOutcome,
} from '#machines/upload-steps.ts'

const at = '2026-03-04T02:00:00.000Z'
const requestId = '11111111-1111-4111-8111-111111111111'
const figures = { ...noFigures, rows: 2, valid: 2, checkable: 2, amountCents: 300 as Cents, contentVersion: 1 }
const file = { name: 'rows.csv', facts: [], damage: [] }
const optionsOf = (type: BatchType): UploadOptions => ({
  ...defaultOptions,
  reference: batchTypes[type].label ? 'March' : '',
  retire: batchTypes[type].offersRetire,
})
const outcomeOf = (type: BatchType): SubmitOutcome =>
  type === 'activate'
    ? { kind: 'activated', results: [{ identifier: '1', activated: false, resultText: 'The card is retired' }] }
    : { kind: 'accepted', id: '12' }

const done = (actor: string, output: unknown) =>
  ({ type: `xstate.done.actor.${actor}`, output, actorId: actor }) as unknown as UploadEvent
const drop: UploadEvent = { type: 'files.dropped', files: [{ name: 'rows.csv', size: 1 }] }
const eventsOf = (type: BatchType): UploadEvent[] => [
  drop,
  done('readFile', { kind: 'read', options: optionsOf(type), file, figures }),
  { type: 'check' },
  done('verifyRows', { kind: 'verified', verification: { at, contentVersion: 1, earlier: [] }, figures }),
  { type: 'next' },
  { type: 'back' },
  { type: 'submit', requestId, at, duplicateReason: '' },
  done('recordIntent', undefined),
  done('submitRows', outcomeOf(type)),
  done('submitRows', { kind: 'noResponse' }),
  { type: 'resend', at },
]

describe.each(Object.keys(batchTypes) as BatchType[])('the wizard of %s', (type) => {
  const paths = getShortestPaths(uploadMachine, {
    events: eventsOf(type),
    input: { type, options: optionsOf(type) },
    limit: 20_000,
    serializeState: ({ value, context }: UploadSnapshot) =>
      JSON.stringify([
        value,
        context.intent !== undefined,
        context.file !== undefined,
        context.verification !== undefined,
      ]),
  })

  test('ends with a batch number or with a result for each card', () => {
    const ends = paths.filter(({ state }) => state.matches('done'))
    expect(ends.length).toBeGreaterThan(0)
    for (const { state } of ends) {
      expect(state.context.uploadId).toBe(type === 'activate' ? undefined : '12')
      expect(state.context.results).toHaveLength(type === 'activate' ? 1 : 0)
      expect(snapshotToStored(state)).toBeUndefined()
    }
  })

  test('submits nothing without a stored requestId, which an unknown outcome keeps', () => {
    const sent = paths.filter(({ state }) => state.matches('submitting') || state.matches('outcomeUnknown'))
    expect(sent.length).toBeGreaterThan(1)
    for (const { state } of sent) {
      expect(snapshotToStored(state)).toMatchObject({ step: 'outcomeUnknown', intent: { requestId } })
    }
  })

  test('requires its text field, if it has one, before a file is read', () => {
    const options = { ...optionsOf(type), reference: ' ' }
    const [after] = transition(uploadMachine, initialTransition(uploadMachine, { type, options })[0], drop)
    expect(after.value).toBe(batchTypes[type].label ? 'choosing' : 'reading')
    expect(after.context.notice?.message.code).toBe(batchTypes[type].label?.missingCode)
  })
})

test('a change of the choice to retire cards requires a new check by the server', () => {
  const [initial] = initialTransition(uploadMachine, { type: 'devalue', options: optionsOf('devalue') })
  const events = eventsOf('devalue').slice(0, 4)
  const eventsWithBack: UploadEvent[] = [...events, { type: 'back' }]
  const afterBack = eventsWithBack.reduce((state, event) => transition(uploadMachine, state, event)[0], initial)
  const stateAfterNext = (retire: boolean) => {
    const [changed] = transition(uploadMachine, afterBack, { type: 'options.changed', options: { retire } })
    return transition(uploadMachine, changed, { type: 'next' })[0].value
  }
  expect(stateAfterNext(true)).toEqual({ reviewing: 'verified' })
  expect(stateAfterNext(false)).toEqual({ reviewing: 'unverified' })
})
