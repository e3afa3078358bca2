// Catalogue entries for testers: the upload wizard. A batch load requires every row to be valid, and a separate check.
// Orders leave rows out and are checked during the next step. All share one machine with different inputs.
import { message } from '#domain/messages/message.ts'
import { messageToText } from '#domain/messages/to-text.ts'
import type { Cents } from '#domain/money.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { keepsVerification, uploadRules } from '#machines/upload-rules.ts'
import { contextToStored, inputToContext } from '#machines/upload-stored.ts'
import { uploadMachine } from '#machines/upload.ts'
import {
  noFigures,
  defaultOptions,
  type ReadOutcome,
  type SubmitOutcome,
  type FileToMap,
  type UploadContext,
  type UploadOptions,
  type UploadStep,
  type Verification,
  type VerifyOutcome,
} from '#machines/upload-steps.ts'
import { ends, type MachineEntry, type Outcome, sends, serverText, type MachineState } from './entry.ts'

const sentAt = '2026-03-04T02:00:00.000Z'
const dayLater = '2026-03-05T03:00:00.000Z'
const requestId = '11111111-1111-4111-8111-111111111111'

interface Samples {
  readonly type: UploadType
  readonly options: UploadOptions
  readonly figures: RowsFigures
}

const validRows: RowsFigures = {
  ...noFigures,
  rows: 2,
  valid: 2,
  checkable: 2,
  unchecked: 2,
  amountCents: 3000 as Cents,
  contentVersion: 1,
}
const output = <T>(value: T): Outcome => ({ output: value })
const file = { name: 'march.csv', facts: [], damage: [] }
const droppedFile = { name: 'march.csv', size: 1 }

function createEntry(
  about: Pick<MachineEntry, 'id' | 'title' | 'purpose' | 'scenarios'>,
  { type, options, figures }: Samples,
): MachineEntry {
  const checkedRows: RowsFigures = { ...figures, unchecked: 0 }
  const rowsWithErrors: RowsFigures = { ...figures, valid: 1, toFix: figures.rows - 1, checkable: 1, unchecked: 1 }
  const editedRows: RowsFigures = { ...figures, contentVersion: 2, unchecked: 1, edited: 1 }
  const verification: Verification = { at: sentAt, contentVersion: figures.contentVersion, earlier: [] }
  const verificationWithDuplicate: Verification = {
    ...verification,
    earlier: [{ id: '7', by: 'olive', at: sentAt, state: 'Approved' }],
  }
  const fileToMap: FileToMap = {
    file: droppedFile,
    columns: { headings: ['A', 'B'], samples: [[]], map: [0, 1], width: 1, hasHeadings: true, lines: [] },
  }
  const source = { file: droppedFile, settings: {}, sheet: 'Notes', sheets: ['Notes', 'Loads'] }
  const read = (more: Partial<Extract<ReadOutcome, { kind: 'read' }>>): Outcome =>
    output<ReadOutcome>({ kind: 'read', options: {}, file, figures, ...more })
  const storedContext = { ...inputToContext({ type, options }), file, verification, intent: { requestId, sentAt } }
  const storedIn = (step: UploadStep) => contextToStored(storedContext, step)
  return {
    ...about,
    machine: uploadMachine,
    // Every type of batch is listed as a load.
    matchesContext: (context) => {
      const { type: runningType } = context as UploadContext
      const isBatch = uploadTypes[type].order === undefined
      return isBatch ? uploadTypes[runningType].order === undefined : runningType === type
    },
    inputs: {
      new: { type, options },
      'nothing typed': { type, options: defaultOptions },
      'a draft with its rows': { type, options: defaultOptions, draft: { stored: storedIn('reviewing'), figures } },
      'a draft at the last step': {
        type,
        options: defaultOptions,
        draft: { stored: storedIn('confirming'), figures: checkedRows },
      },
      'a draft with a pending submission': {
        type,
        options: defaultOptions,
        draft: { stored: storedIn('outcomeUnknown'), figures: checkedRows },
      },
    },
    events: {
      'files.dropped': {
        description: 'Files are dropped or chosen.',
        samples: {
          one: { files: [droppedFile] },
          two: { files: [droppedFile, droppedFile] },
        },
      },
      'columns.chosen': {
        description: 'The meaning of the columns is chosen.',
        samples: { usual: { mapping: { map: [0, 1], width: 1, hasHeadings: true } } },
      },
      'columns.change': { description: 'The columns have to be chosen again.', samples: { usual: {} } },
      'file.read.again': {
        description: 'The file is read in another way: another sheet or encoding, or its first rows.',
        samples: { sheet: { settings: { sheet: 'Loads' } }, split: { settings: { skipRows: 0 } } },
      },
      'options.changed': {
        description: 'An option is typed or chosen.',
        samples: {
          harmless: { options: { reference: 'April' } },
          'invalidates the check': { options: { identifierType: 2, campaignId: '9' } },
        },
      },
      'rows.changed': {
        description: 'Rows are edited, removed or restored.',
        samples: {
          edited: { figures: editedRows },
          'one removed': { figures: { ...checkedRows, rows: 1, valid: 1, removed: 1, contentVersion: 4 } },
          broken: { figures: rowsWithErrors },
          'all removed': { figures: { ...noFigures, removed: 2, contentVersion: 3 } },
        },
      },
      'reason.changed': {
        description: 'A reason for submitting the same rows again is typed.',
        samples: { usual: { reason: 'Bonus' } },
      },
      check: { description: 'Check rows is pressed.', samples: { usual: {} } },
      next: { description: 'Continue is pressed.', samples: { usual: {} } },
      back: { description: 'Back is pressed.', samples: { usual: {} } },
      cancel: { description: 'The work under way is cancelled.', samples: { usual: {} } },
      submit: {
        description: 'Submit is pressed, which creates a requestId.',
        samples: {
          'with a reason': { requestId, at: sentAt, duplicateReason: 'Bonus' },
          'without a reason': { requestId, at: sentAt, duplicateReason: '' },
        },
      },
      resend: {
        description: 'The same request is sent again.',
        samples: { 'the same day': { at: sentAt }, 'a day later': { at: dayLater } },
      },
      'start.over': { description: 'A new batch or order is begun.', samples: { usual: {} } },
      'notice.closed': { description: 'The message is closed.', samples: { usual: {} } },
    },
    effects: {
      readFile: {
        description: 'A worker reads the file.',
        outcomes: {
          read: read({}),
          'read, rows to fix': read({ figures: rowsWithErrors }),
          'read, columns may be wrong': read({ fileToMap }),
          'read, other sheets': read({ source }),
          'columns needed': output<ReadOutcome>({ kind: 'columnsNeeded', fileToMap }),
          'columns needed, other sheets': output<ReadOutcome>({ kind: 'columnsNeeded', fileToMap, source }),
          'refused, too many rows': output<ReadOutcome>({
            kind: 'refused',
            message: message('tooManyRows', 5000),
            source: { ...source, needs: 'split' },
          }),
          refused: output<ReadOutcome>({ kind: 'refused', message: message('fileInvalid') }),
        },
      },
      verifyRows: {
        description: 'The server checks the rows in one call.',
        outcomes: {
          passed: output<VerifyOutcome>({ kind: 'verified', verification, figures: checkedRows }),
          'rows to fix': output<VerifyOutcome>({
            kind: 'verified',
            verification,
            figures: { ...checkedRows, valid: 1, toFix: figures.rows - 1 },
          }),
          'same rows as before': output<VerifyOutcome>({
            kind: 'verified',
            verification: verificationWithDuplicate,
            figures: checkedRows,
          }),
          refused: output<VerifyOutcome>({ kind: 'refused', text: serverText, code: '-20500' }),
          'session ended': output<VerifyOutcome>({ kind: 'sessionEnded' }),
          lost: output<VerifyOutcome>({ kind: 'noResponse' }),
        },
      },
      recordIntent: {
        description: 'The requestId is stored on this device.',
        outcomes: { stored: output(undefined) },
      },
      submitRows: {
        description: 'The rows are sent.',
        outcomes: {
          accepted: output<SubmitOutcome>({ kind: 'accepted', id: '12' }),
          activated: output<SubmitOutcome>({
            kind: 'activated',
            results: [{ identifier: '1', activated: true, resultText: '' }],
          }),
          'rows refused': output<SubmitOutcome>({ kind: 'rowsRefused', text: serverText }),
          'reason needed': output<SubmitOutcome>({ kind: 'reasonNeeded', text: serverText }),
          'time refused': output<SubmitOutcome>({ kind: 'timeRefused', text: serverText }),
          'retry later': output<SubmitOutcome>({ kind: 'retryLater', text: serverText, code: '-20429' }),
          refused: output<SubmitOutcome>({ kind: 'refused', text: serverText, code: '-20500' }),
          'session ended': output<SubmitOutcome>({ kind: 'sessionEnded' }),
          lost: output<SubmitOutcome>({ kind: 'noResponse' }),
        },
      },
    },
    messageIn: (context) => messageToText((context as unknown as UploadContext).notice?.message) ?? '',
    invariants,
    relevantContext,
  }
}

// Leaves out texts and displayed values, which do not determine what can happen next.
function relevantContext(context: MachineState['context']): unknown {
  const {
    type,
    options,
    nextOptions,
    file: openFile,
    figures,
    fileToMap,
    source: rereadSource,
    verification,
    errorCountBeforeCheck,
    duplicateReason,
    intent,
    uploadId,
    results,
  } = context as unknown as UploadContext
  const { fileRefusal, optionsRefusal, checkRefusal } = uploadRules[type]
  return [
    [fileRefusal({ ...options, ...nextOptions }), optionsRefusal(options), checkRefusal(options)],
    [keepsVerification(type, options, { ...options, ...nextOptions })],
    [openFile !== undefined, fileToMap !== undefined, rereadSource !== undefined],
    [
      figures.rows > 0,
      figures.valid > 0,
      figures.toFix > 0,
      figures.unchecked > 0,
      figures.contentVersion === verification?.contentVersion,
    ],
    [
      verification !== undefined,
      verification?.earlier.length,
      figures.toFix > errorCountBeforeCheck,
      duplicateReason !== '',
    ],
    [intent?.requestId, intent?.isResent, uploadId, results.length],
  ]
}

const contextOf = ({ context }: MachineState) => context as unknown as UploadContext
const isIn = ({ states }: MachineState, ...paths: readonly string[]) =>
  paths.some((path) => states.some((state) => state === path || state.startsWith(`${path}.`)))
/** True if the last step has entered this state. */
const hasEntered = (path: string, now: MachineState, before: MachineState | undefined): boolean => {
  const wasIn = before !== undefined && isIn(before, path)
  return isIn(now, path) && !wasIn
}

const invariants: MachineEntry['invariants'] = [
  {
    description: 'The step of a draft is forgotten as soon as the draft is open',
    holds: (now) => contextOf(now).draftStep === undefined,
  },
  {
    description: 'Only rows that the server has checked are submitted',
    holds: (now) => !isIn(now, 'submitting') || contextOf(now).verification !== undefined,
  },
  {
    description: 'A submission has its requestId, also while its outcome is unknown',
    holds: (now) => !isIn(now, 'submitting', 'outcomeUnknown') || contextOf(now).intent !== undefined,
  },
  {
    description: 'A submission keeps its requestId each time it is sent',
    holds: (now, before) => {
      const { intent } = contextOf(now)
      const previousIntent = before && contextOf(before).intent
      return !intent || !previousIntent || intent.requestId === previousIntent.requestId
    },
  },
  {
    description: 'Rows are sent only after an attempt to store the requestId',
    holds: (now, before, step) => !hasEntered('submitting.sending', now, before) || ends(step, 'recordIntent'),
  },
  {
    description: 'A submission is done only after a response that reports it',
    holds: (now, before, step) => !hasEntered('done', now, before) || ends(step, 'submitRows', 'accepted', 'activated'),
  },
  {
    description: 'An unknown outcome is never shown as a success',
    holds: (now) => {
      const { uploadId, results } = contextOf(now)
      const showsSuccess = uploadId !== undefined || results.length > 0
      return showsSuccess ? isIn(now, 'done') : true
    },
  },
  {
    description: 'The same rows are sent a second time only with a reason',
    holds: (now, before, step) => {
      const earlierUploads = before ? (contextOf(before).verification?.earlier ?? []) : []
      const isSentAgain = sends(step, 'submit') && isIn(now, 'submitting') && earlierUploads.length > 0
      return isSentAgain ? contextOf(now).duplicateReason.length >= 3 : true
    },
  },
]

export const batchEntry = createEntry(
  {
    id: 'batch',
    title: 'Batch wizard',
    purpose: 'From a file to a batch that waits for its approval.',
    scenarios: [
      {
        name: 'A file, a check, a submission',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          { end: 'readFile', as: 'read' },
          { expect: { state: 'reviewing.unverified', context: { figures: { rows: 2 } } } },
          { send: 'check' },
          { end: 'verifyRows', as: 'passed' },
          { send: 'next' },
          { send: 'submit', sample: 'without a reason' },
          { end: 'recordIntent', as: 'stored' },
          { expect: { state: 'submitting.sending', cannot: ['start.over', 'back', 'cancel'] } },
          { end: 'submitRows', as: 'accepted' },
          { expect: { state: 'done', context: { uploadId: '12' } } },
        ],
      },
      {
        name: 'The response to the submission is lost',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          { end: 'readFile', as: 'read' },
          { send: 'check' },
          { end: 'verifyRows', as: 'passed' },
          { send: 'next' },
          { send: 'submit', sample: 'without a reason' },
          { end: 'recordIntent', as: 'stored' },
          { end: 'submitRows', as: 'lost' },
          { expect: { state: 'outcomeUnknown', context: { intent: { requestId } }, can: ['resend', 'start.over'] } },
          { send: 'resend', sample: 'the same day' },
          { end: 'recordIntent', as: 'stored' },
          { end: 'submitRows', as: 'accepted' },
          { expect: { state: 'done' } },
        ],
      },
      {
        name: 'A pending draft is checked again after a day instead of sent',
        input: 'a draft with a pending submission',
        steps: [
          { expect: { state: 'outcomeUnknown' } },
          { send: 'resend', sample: 'a day later' },
          { expect: { state: 'reviewing.verifying', underWay: ['verifyRows'] } },
        ],
      },
      {
        name: 'A file is refused while the reference is blank',
        input: 'nothing typed',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          {
            expect: {
              state: 'choosing',
              context: { notice: { message: { code: 'referenceBlank' } } },
              message: "the load reference can't be blank or the file format is incorrect",
            },
          },
        ],
      },
    ],
  },
  { type: 'load', options: { ...defaultOptions, reference: 'March' }, figures: validRows },
)

const orderOptions: UploadOptions = { ...defaultOptions, campaignId: '3', quotationNumber: 'Q-1' }

export const orderEntry = createEntry(
  {
    id: 'order',
    title: 'Order wizard',
    purpose: 'From a file, or single cards, to an order of cards.',
    scenarios: [
      {
        name: 'A file, a check, an order',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          { end: 'readFile', as: 'read' },
          { send: 'check' },
          { end: 'verifyRows', as: 'passed' },
          { send: 'next' },
          { expect: { state: 'confirming' } },
          { send: 'submit', sample: 'without a reason' },
          { end: 'recordIntent', as: 'stored' },
          { end: 'submitRows', as: 'accepted' },
          { expect: { state: 'done' } },
        ],
      },
      {
        name: 'Columns are chosen for unknown headings',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          { end: 'readFile', as: 'columns needed' },
          { expect: { state: 'mapping', can: ['columns.chosen', 'cancel'] } },
          { send: 'columns.chosen' },
          { end: 'readFile', as: 'read, columns may be wrong' },
          { send: 'check' },
          { end: 'verifyRows', as: 'passed' },
          { expect: { state: 'reviewing.verified', can: ['columns.change'] } },
        ],
      },
      {
        name: 'Rows with errors are left out after they were shown',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          { end: 'readFile', as: 'read' },
          { send: 'next' },
          { end: 'verifyRows', as: 'rows to fix' },
          { expect: { state: 'reviewing.verified' } },
          { send: 'next' },
          { send: 'submit', sample: 'without a reason' },
          { end: 'recordIntent', as: 'stored' },
          { end: 'submitRows', as: 'accepted' },
          { expect: { state: 'done' } },
        ],
      },
      {
        name: 'The connection is lost before the last step',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          { end: 'readFile', as: 'read' },
          { send: 'next' },
          { end: 'verifyRows', as: 'lost' },
          { expect: { state: 'reviewing.unverified', message: 'Cannot connect to server' } },
        ],
      },
    ],
  },
  { type: 'physical', options: orderOptions, figures: validRows },
)

export const virtualOrderEntry = createEntry(
  {
    id: 'virtualOrder',
    title: 'Virtual order wizard',
    purpose: 'From a file, or single cards, to an order of virtual cards that waits for its approval.',
    scenarios: [
      {
        name: 'One step and a confirmation',
        steps: [
          { send: 'files.dropped', sample: 'one' },
          { end: 'readFile', as: 'read' },
          { send: 'check' },
          { end: 'verifyRows', as: 'passed' },
          { send: 'next' },
          { expect: { state: 'confirming' } },
          { send: 'submit', sample: 'without a reason' },
          { end: 'recordIntent', as: 'stored' },
          { end: 'submitRows', as: 'accepted' },
          { expect: { state: 'done' } },
        ],
      },
    ],
  },
  { type: 'virtual', options: orderOptions, figures: validRows },
)
