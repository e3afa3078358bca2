// The upload machine for a batch, tested by pure transitions: the effects of each response and of a missing response.
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, initialTransition, transition } from 'xstate'
import { getShortestPaths, getSimplePaths } from 'xstate/graph'
import { message } from '#domain/messages/message.ts'
import { formOptions, uploadMachine, type UploadSnapshot, snapshotToStep, snapshotToStored } from '#machines/upload.ts'
import type { UploadEvent, UploadOptions, StoredUpload, SubmitOutcome, VerifyOutcome } from '#machines/upload-steps.ts'
import { noFigures, defaultOptions } from '#machines/upload-steps.ts'
import { contextToDraftSetAside, readStoredUpload } from '#machines/upload-stored.ts'
import type { Cents } from '#domain/money.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'

const options: UploadOptions = { ...defaultOptions, reference: 'March' }
const figures: RowsFigures = {
  ...noFigures,
  rows: 2,
  valid: 2,
  checkable: 2,
  unchecked: 2,
  amountCents: 300 as Cents,
  contentVersion: 1,
}
const checkedFigures: RowsFigures = { ...figures, unchecked: 0 }
const file = { name: 'loads.csv', facts: [], damage: [] }
const at = '2026-03-04T02:00:00.000Z'
const verification = { at, contentVersion: 1, earlier: [] }
const earlierUpload = { id: '7', by: 'olive', at, state: 'Approved' }
const requestId = '11111111-1111-4111-8111-111111111111'

// The end events of the calls, with XState's names.
const done = (actor: string, output: unknown) =>
  ({ type: `xstate.done.actor.${actor}`, output, actorId: actor }) as unknown as UploadEvent
const failed = (actor: string) =>
  ({ type: `xstate.error.actor.${actor}`, error: new Error('bug'), actorId: actor }) as unknown as UploadEvent
const read = done('readFile', { kind: 'read', options: {}, file, figures })
const choose = (options: Partial<UploadOptions>): UploadEvent => ({ type: 'options.changed', options })
const verified = (outcome: VerifyOutcome) => done('verifyRows', outcome)
const recorded = done('recordIntent', undefined)
const submitted = (outcome: SubmitOutcome) => done('submitRows', outcome)
const drop: UploadEvent = { type: 'files.dropped', files: [{ name: 'loads.csv', size: 1 }] }
const submit: UploadEvent = { type: 'submit', requestId, at, duplicateReason: '' }
const passedCheck: VerifyOutcome = { kind: 'verified', verification, figures: checkedFigures }

const begin = (draft?: { stored: StoredUpload; figures: RowsFigures }) =>
  initialTransition(uploadMachine, { type: 'load', options, ...(draft && { draft }) })[0]
const after = (from: UploadSnapshot, ...events: UploadEvent[]): UploadSnapshot =>
  events.reduce((snapshot, event) => transition(uploadMachine, snapshot, event)[0], from)

const reviewing = () => after(begin(), drop, read)
const confirming = () => after(reviewing(), { type: 'check' }, verified(passedCheck), { type: 'next' })
const sending = () => after(confirming(), submit, recorded)
const uploadWithoutResponse = () => snapshotToStored(sending()) as StoredUpload

describe('the way from a file to a batch', () => {
  test('goes through its three steps and ends with the batch number', () => {
    expect(snapshotToStep(begin())).toBe(0)
    expect(reviewing().value).toEqual({ reviewing: 'unverified' })
    expect(snapshotToStep(reviewing())).toBe(1)
    expect(confirming().value).toBe('confirming')
    expect(snapshotToStep(confirming())).toBe(2)
    expect(sending().value).toEqual({ submitting: 'sending' })
    const end = after(sending(), submitted({ kind: 'accepted', id: '12' }))
    expect(end.value).toBe('done')
    expect(end.context.uploadId).toBe('12')
    expect(snapshotToStored(end)).toBeUndefined()
    expect(after(end, { type: 'start.over' }).context).toMatchObject({ file: undefined, figures: noFigures })
  })

  test('input for one batch is not used for the next', () => {
    const chosen = choose({ identifierType: 2, noIdentifierValidation: true, retire: true })
    const next = after(begin(), chosen, drop, read, { type: 'start.over' })
    expect(next.context.options).toEqual(defaultOptions)
  })

  test('the reference of an open batch and the reason for a duplicate are stored while they are typed', () => {
    const back = after(reviewing(), { type: 'back' }, { type: 'options.changed', options: { reference: 'April' } })
    expect(snapshotToStored(back)?.options.reference).toBe('April')
    const again = after(confirming(), { type: 'reason.changed', reason: 'Second' }, { type: 'back' }, { type: 'next' })
    expect(again.context.duplicateReason).toBe('Second')
  })

  test('a change of the identifier type while rows are open takes effect at the next step or file', () => {
    const open = after(confirming(), { type: 'back' }, { type: 'back' })
    const chosen = after(open, choose({ identifierType: 2, reference: 'April' }))
    expect(formOptions(chosen.context)).toEqual({ ...options, identifierType: 2, reference: 'April' })
    expect(snapshotToStored(chosen)?.options).toEqual({ ...options, reference: 'April' })
    expect(chosen.context.verification).toEqual(verification)
    const continued = after(chosen, { type: 'next' })
    expect(continued.value).toEqual({ reviewing: 'unverified' })
    expect(continued.context).toMatchObject({
      nextOptions: {},
      options: { identifierType: 2 },
      verification: undefined,
    })
    // Rows that are set aside keep their options; other rows are read with the new options.
    const reading = after(chosen, drop)
    expect(snapshotToStored(after(reading, { type: 'cancel' }))?.options.identifierType).toBe(1)
    expect(after(reading, read).context).toMatchObject({
      nextOptions: {},
      options: { identifierType: 2, reference: 'April' },
    })
    const next = after(chosen, choose({ identifierType: 1 }), { type: 'next' })
    expect(next.value).toEqual({ reviewing: 'verified' })
  })

  test('text typed while a file is read stays', () => {
    const end = after(begin(), drop, choose({ reference: 'April' }), read)
    expect(end.context.options.reference).toBe('April')
  })

  test('rows that change while the last step is open are reviewed first', () => {
    const changed = { ...checkedFigures, rows: 1, valid: 1, contentVersion: checkedFigures.contentVersion + 1 }
    const back = after(confirming(), { type: 'rows.changed', figures: changed })
    expect(snapshotToStep(back)).toBe(1)
    expect(back.context.figures).toEqual(changed)
    expect(after(confirming(), { type: 'rows.changed', figures: checkedFigures }).value).toBe('confirming')
  })

  test('a blank load reference and two files keep the wizard in its step with a message', () => {
    const blank = after(begin(), choose({ reference: '  ' }), drop)
    expect(blank.value).toBe('choosing')
    expect(blank.context.notice?.message).toEqual(message('referenceBlank'))
    const afterTwoFiles = after(begin(), {
      ...drop,
      files: [
        { name: 'a.csv', size: 1 },
        { name: 'b.csv', size: 1 },
      ],
    })
    expect(afterTwoFiles.value).toBe('choosing')
    expect(afterTwoFiles.context.notice?.message).toEqual(message('oneFileOnly'))
  })

  test('a refused file leaves the previous file open', () => {
    const back = after(
      reviewing(),
      { type: 'back' },
      drop,
      done('readFile', { kind: 'refused', message: message('fileInvalid'), hint: message('fileEmpty', ['Card']) }),
    )
    expect(back.value).toBe('choosing')
    expect(back.context).toMatchObject({
      file,
      notice: { tone: 'critical', message: message('fileInvalid'), hint: message('fileEmpty', ['Card']) },
    })
    expect(after(begin(), drop, { type: 'cancel' }).context.notice?.message).toEqual(message('fileAborted'))
    expect(after(begin(), drop, failed('readFile')).context.notice?.message).toEqual(message('fileFailed'))
  })

  test('the last step is blocked while a row has an error or is unchecked', () => {
    const faulty = after(
      reviewing(),
      { type: 'check' },
      verified({ ...passedCheck, figures: { ...checkedFigures, toFix: 1, valid: 1 } }),
      { type: 'next' },
    )
    expect(faulty.value).toEqual({ reviewing: 'verified' })
    expect(faulty.context.notice?.message).toEqual(message('fixRowsFirst', 1))
    const unchecked = after(reviewing(), { type: 'check' }, verified({ ...passedCheck, figures }), { type: 'next' })
    expect(unchecked.context.notice?.message).toEqual(message('rowsUnchecked', 2))
  })

  test('rows changed since the check are checked together again before the last step', () => {
    const edited = after(
      reviewing(),
      { type: 'check' },
      verified(passedCheck),
      { type: 'rows.changed', figures: { ...checkedFigures, contentVersion: 2 } },
      { type: 'next' },
    )
    expect(edited.value).toEqual({ reviewing: { verifying: 'continuing' } })
    const newCheck = { ...verification, contentVersion: 2 }
    const valid = { ...checkedFigures, contentVersion: 2 }
    expect(after(edited, verified({ ...passedCheck, verification: newCheck, figures: valid })).value).toBe('confirming')
    const withError = { ...valid, toFix: 1 }
    expect(after(edited, verified({ ...passedCheck, verification: newCheck, figures: withError })).value).toEqual({
      reviewing: 'verified',
    })
  })

  test('a batch with the same rows as an earlier one needs a reason', () => {
    const duplicate = after(
      reviewing(),
      { type: 'check' },
      verified({ ...passedCheck, verification: { ...verification, earlier: [earlierUpload] } }),
      { type: 'next' },
    )
    expect(after(duplicate, submit).value).toBe('confirming')
    const withReason = after(duplicate, { ...submit, duplicateReason: ' top-up ' })
    expect(withReason.value).toEqual({ submitting: 'recording' })
    expect(withReason.context.duplicateReason).toBe('top-up')
  })
})

describe('an error response', () => {
  test('at the check resets the wizard with the server’s message', () => {
    const reset = after(reviewing(), { type: 'check' }, verified({ kind: 'refused', text: 'You are not authorized' }))
    expect(reset.value).toBe('choosing')
    expect(reset.context).toMatchObject({
      file: undefined,
      notice: { message: message('serverMessage', 'You are not authorized') },
    })
  })
  test('at the submission also resets the wizard', () => {
    const reset = after(sending(), submitted({ kind: 'refused', text: 'An error occurred' }))
    expect(reset.value).toBe('choosing')
    expect(reset.context).toMatchObject({
      file: undefined,
      intent: undefined,
      notice: { message: message('serverMessage', 'An error occurred') },
    })
  })
  test('that names rows leads back to these rows', () => {
    const back = after(sending(), submitted({ kind: 'rowsRefused', text: 'One row cannot be loaded.' }))
    expect(back.value).toEqual({ reviewing: { verifying: 'requested' } })
    expect(back.context).toMatchObject({
      file,
      intent: undefined,
      notice: { message: message('serverMessage', 'One row cannot be loaded.') },
    })
  })
  test('that requires a reason starts a check, which finds the earlier batch', () => {
    const back = after(sending(), submitted({ kind: 'reasonNeeded', text: 'twice' }))
    const found = { ...verification, earlier: [earlierUpload] }
    expect(after(back, verified({ ...passedCheck, verification: found })).value).toBe('confirming')
  })
  test('about the session keeps the rows open', () => {
    expect(after(reviewing(), { type: 'check' }, verified({ kind: 'sessionEnded' })).value).toEqual({
      reviewing: 'unverified',
    })
    const next = after(sending(), submitted({ kind: 'sessionEnded' }))
    expect(next.value).toBe('confirming')
    expect(next.context).toMatchObject({ file, figures: checkedFigures })
  })
  test('about the session to a repeated request leaves the outcome unknown', () => {
    const resent = after(sending(), submitted({ kind: 'noResponse' }), { type: 'resend', at }, recorded)
    const next = after(resent, submitted({ kind: 'sessionEnded' }))
    expect(next.value).toBe('outcomeUnknown')
    expect(next.context.intent).toMatchObject({ requestId })
  })
})

describe('too many attempts', () => {
  test('at the submission leave the wizard in its step with a message, and the next attempt is a new request', () => {
    const next = after(sending(), submitted({ kind: 'retryLater', text: 'Too many requests' }))
    expect(next.value).toBe('confirming')
    expect(next.context).toMatchObject({
      file,
      figures: checkedFigures,
      intent: undefined,
      notice: { message: message('serverMessage', 'Too many requests') },
    })
  })
})

describe('a proposed time', () => {
  const proposal = { proposesTime: true, proposedDate: '2026-11-30', proposedTime: '09:35' }

  test('is chosen in the last step, without another check', () => {
    const next = after(confirming(), choose(proposal))
    expect(next.value).toBe('confirming')
    expect(next.context).toMatchObject({ options: proposal, verification: passedCheck.verification })
  })
  test('that has passed meanwhile leaves the wizard in its step with the message', () => {
    const next = after(sending(), submitted({ kind: 'timeRefused', text: 'Passed' }))
    expect(next.value).toBe('confirming')
    expect(next.context).toMatchObject({ intent: undefined, notice: { message: message('serverMessage', 'Passed') } })
  })
})

describe('a missing response', () => {
  test('does not prevent another batch: the pending batch is set aside unchanged', () => {
    const setAside: unknown[] = []
    const actor = createActor(
      uploadMachine.provide({
        actions: { setDraftAside: ({ context }) => void setAside.push(contextToDraftSetAside(context)) },
      }),
      { input: { type: 'load', options, draft: { stored: uploadWithoutResponse(), figures: checkedFigures } } },
    ).start()
    actor.send({ type: 'start.over' })
    expect(setAside).toMatchObject([{ step: 'outcomeUnknown', intent: { requestId, sentAt: at } }])
    expect(actor.getSnapshot().value).toBe('choosing')
    expect(actor.getSnapshot().context).toMatchObject({ file: undefined, intent: undefined })
  })
  test('to a request that the server has forgotten by now leaves nothing pending', () => {
    const forgotten: unknown[] = []
    const actor = createActor(
      uploadMachine.provide({
        actors: { verifyRows: fromPromise(() => new Promise<VerifyOutcome>(() => undefined)) },
        actions: { forgetIntent: ({ context }) => void forgotten.push(context.intent?.requestId) },
      }),
      { input: { type: 'load', options, draft: { stored: uploadWithoutResponse(), figures: checkedFigures } } },
    ).start()
    actor.send({ type: 'resend', at: '2026-03-05T01:30:00.000Z' })
    expect(forgotten).toEqual([requestId])
    expect(actor.getSnapshot().value).toEqual({ reviewing: { verifying: 'continuing' } })
    actor.stop()
  })
  test('at the check keeps the rows and shows a message', () => {
    const next = after(reviewing(), { type: 'check' }, verified({ kind: 'noResponse' }))
    expect(next.value).toEqual({ reviewing: 'unverified' })
    expect(next.context).toMatchObject({ file, figures, notice: { message: message('noConnection') } })
  })
  test('at the submission is an unknown outcome, and the request is sent again with the same requestId', () => {
    const unknown = after(sending(), submitted({ kind: 'noResponse' }))
    expect(unknown.value).toBe('outcomeUnknown')
    expect(after(sending(), failed('submitRows')).value).toBe('outcomeUnknown')
    const again = after(unknown, { type: 'resend', at })
    expect(again.value).toEqual({ submitting: 'recording' })
    expect(again.context.intent).toEqual({ requestId, sentAt: at, isResent: true })
  })
  test('to a request that the server has forgotten by now leads to a search for the batch, not to a repeated request', () => {
    const late = after(sending(), submitted({ kind: 'noResponse' }), { type: 'resend', at: '2026-03-05T01:30:00.000Z' })
    expect(late.value).toEqual({ reviewing: { verifying: 'continuing' } })
    expect(late.context).toMatchObject({ intent: undefined, notice: { message: message('responseExpired', 'batch') } })
  })
})

describe('the stored form', () => {
  test('the requestId is in the stored form before anything is sent', async () => {
    const order: string[] = []
    const machine = uploadMachine.provide({
      actors: {
        recordIntent: fromPromise(async ({ input }) => {
          await Promise.resolve()
          order.push(`stored ${input.step} ${input.intent?.requestId}`)
        }),
        submitRows: fromPromise(async ({ input }) => {
          await Promise.resolve()
          order.push(`sent ${input.intent?.requestId}`)
          return { kind: 'noResponse' as const }
        }),
      },
    })
    const stored = snapshotToStored(confirming())
    if (!stored) throw new Error('nothing was stored')
    const actor = createActor(machine, {
      input: { type: 'load' as const, options, draft: { stored, figures: checkedFigures } },
    }).start()
    actor.send(submit)
    await expect.poll(() => actor.getSnapshot().value).toBe('outcomeUnknown')
    expect(order).toEqual([`stored outcomeUnknown ${requestId}`, `sent ${requestId}`])
  })

  test('a running submission is restored as an unknown outcome, and nothing is sent automatically', () => {
    const stored = snapshotToStored(sending())
    expect(stored).toMatchObject({ step: 'outcomeUnknown', intent: { requestId } })
    const back = begin({ stored: stored as StoredUpload, figures: checkedFigures })
    expect(back.value).toBe('outcomeUnknown')
    expect(back.context.intent?.requestId).toBe(requestId)
  })

  test('every stored step is restored unchanged', () => {
    for (const snapshot of [
      reviewing(),
      confirming(),
      after(reviewing(), { type: 'back' }),
      after(sending(), submitted({ kind: 'noResponse' })),
    ]) {
      const stored: unknown = JSON.parse(JSON.stringify(snapshotToStored(snapshot)))
      const valid = readStoredUpload(stored)
      if (!valid) throw new Error('the stored form cannot be read')
      expect(begin({ stored: valid, figures: snapshot.context.figures }).value).toEqual(snapshot.value)
    }
  })

  test.each([
    ['another version', { version: 2 }],
    ['an unknown step', { step: 'flying' }],
    ['options of another shape', { options: { reference: 'x' } }],
    ['an unknown outcome without its requestId', { step: 'outcomeUnknown', intent: undefined }],
    ['a check of another shape', { verification: { at } }],
    ['no file', { file: undefined }],
  ])('%s is not accepted', (_, change) => {
    expect(readStoredUpload({ ...snapshotToStored(confirming()), ...change })).toBeUndefined()
  })
  test.each([undefined, null, 'text', 7, []])('%j is not a stored wizard', (value) => {
    expect(readStoredUpload(value)).toBeUndefined()
  })
})

describe('generated paths', () => {
  const events: UploadEvent[] = [
    drop,
    read,
    done('readFile', { kind: 'refused', text: 'Invalid file content' }),
    { type: 'cancel' },
    { type: 'check' },
    verified(passedCheck),
    verified({ kind: 'refused', text: 'no' }),
    verified({ kind: 'noResponse' }),
    { type: 'next' },
    choose({ reference: 'April' }),
    choose({ identifierType: 2 }),
    { type: 'back' },
    submit,
    recorded,
    submitted({ kind: 'accepted', id: '12' }),
    submitted({ kind: 'refused', text: 'no' }),
    submitted({ kind: 'rowsRefused', text: 'rows' }),
    submitted({ kind: 'reasonNeeded', text: 'again' }),
    submitted({ kind: 'timeRefused', text: 'passed' }),
    submitted({ kind: 'retryLater', text: 'later' }),
    submitted({ kind: 'noResponse' }),
    { type: 'resend', at },
    { type: 'start.over' },
  ]
  const traversal = {
    events,
    input: { type: 'load' as const, options },
    limit: 20_000,
    serializeState: ({ value, context }: UploadSnapshot) =>
      JSON.stringify([
        value,
        context.file !== undefined,
        context.intent !== undefined,
        context.verification !== undefined,
        context.figures.rows > 0,
      ]),
  }

  test('reach every state, and each state keeps rows and requestId', () => {
    const paths = getShortestPaths(uploadMachine, traversal)
    const values = new Set(paths.map(({ state }) => JSON.stringify(state.value)))
    for (const value of [
      '"choosing"',
      '"reading"',
      '{"reviewing":"unverified"}',
      '{"reviewing":{"verifying":"requested"}}',
      '{"reviewing":{"verifying":"continuing"}}',
      '{"reviewing":"verified"}',
      '"confirming"',
      '{"submitting":"recording"}',
      '{"submitting":"sending"}',
      '"outcomeUnknown"',
      '"done"',
    ]) {
      expect(values, value).toContain(value)
    }
    for (const { state } of paths) {
      const stored = snapshotToStored(state)
      const hasRows = state.context.figures.rows > 0
      if (state.matches('submitting') || state.matches('outcomeUnknown')) {
        expect(stored).toMatchObject({ step: 'outcomeUnknown', intent: { requestId } })
      } else if (hasRows && !state.matches('done') && !state.matches('reading')) expect(stored).toBeDefined()
      if (stored) expect(readStoredUpload(JSON.parse(JSON.stringify(stored)))).toBeDefined()
    }
  })

  test('lead to a batch only through a sent request, and every state has a next step', () => {
    const paths = getSimplePaths(uploadMachine, {
      ...traversal,
      events: events.filter(({ type }) => type !== 'cancel'),
    })
    const toDone = paths.filter(({ state }) => state.matches('done'))
    expect(toDone.length).toBeGreaterThan(0)
    for (const { steps } of toDone) {
      const types = steps.map(({ event }) => event.type)
      const last = types.length - 1
      expect(types[last]).toBe('xstate.done.actor.submitRows')
      expect(types[last - 1]).toBe('xstate.done.actor.recordIntent')
    }
    for (const { state } of getShortestPaths(uploadMachine, traversal)) {
      expect(
        events.some((event) => state.can(event)),
        JSON.stringify(state.value),
      ).toBe(true)
    }
  })
})
