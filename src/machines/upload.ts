// The state machine of an upload: rows are chosen, reviewed, confirmed and submitted. It has the steps and the options,
// not the rows. Differences between the types are in upload-rules.ts; src/flows/upload provides what reads, checks and
// submits.
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { CANNOT_CONNECT, isAnswerStored } from '#domain/answers.ts'
import { UPLOAD_ABORTED, UPLOAD_FAILED } from '#domain/batch/read-errors.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { uploadKinds, type UploadType } from '#domain/uploads.ts'
import * as say from '#words/machines.ts'
import { refuseCheck, refuseDuplicateReason, refuseNext } from './upload-refusals.ts'
import { checkingOptions, keepsVerification, uploadRules } from './upload-rules.ts'
import type * as Steps from './upload-steps.ts'
import { noFigures, noOptions, type Notice } from './upload-steps.ts'
import { contextToStored, inputToContext } from './upload-stored.ts'

export const ONE_FILE_ONLY = say.onlyOneFileCanBeUploaded

export const answerForgotten = (type: UploadType): string => say.thisWasSentMoreThanDay(uploadKinds[type].itemName)

export interface OptionsChange {
  readonly before: Steps.UploadOptions
  readonly after: Steps.UploadOptions
}

export const uploadMachine = setup({
  types: {
    context: {} as Steps.UploadContext,
    events: {} as Steps.UploadEvent,
    input: {} as Steps.UploadInput,
  },
  actors: {
    readFile: fromPromise<Steps.ReadOutcome, Steps.FileToRead>(open),
    verifyRows: fromPromise<Steps.VerifyOutcome, Steps.CheckInput>(open),
    recordIntent: fromPromise<void, Steps.StoredUpload>(open),
    submitRows: fromPromise<Steps.SubmitOutcome, Steps.StoredUpload>(open),
  },
  actions: {
    /** The rows stay as a draft that is offered, and this wizard starts fresh. */
    setDraftAside: () => {},
    /** The server has accepted it; its rows can still be viewed, but are no longer a draft. */
    releaseDraft: () => {},
    /** The server has forgotten the request, so a new check looks for its result. */
    forgetIntent: () => {},
    /** Checks the open rows with other options. */
    checkByOptions: (_, options: OptionsChange) => void options,
    setNotice: assign({ notice: (_, notice: Notice) => notice }),
    hush: assign({ notice: undefined }),
    // Options meant for one upload must not carry over to the next: retiring cards cannot be undone.
    reset: assign({
      options: noOptions,
      chosen: {},
      file: undefined,
      figures: noFigures,
      unsure: undefined,
      source: undefined,
      verification: undefined,
      duplicateReason: '',
      intent: undefined,
      isOnTheWay: false,
    }),
    forgetResult: assign({ uploadId: undefined, results: [] }),
    count: assign({ figures: (_, figures: RowsFigures) => figures }),
    takeReason: assign({ duplicateReason: (_, reason: string) => reason }),
    takeOptions: assign(({ context }, next: Partial<Steps.UploadOptions>) =>
      withOptions(context, { ...context.options, ...next }),
    ),
    chooseOptions: assign(({ context: { file, options, chosen } }, next: Partial<Steps.UploadOptions>) => {
      if (file === undefined) return { options: { ...options, ...next } }
      const { waiting, others } = splitOptions(next)
      return { options: { ...options, ...others }, chosen: { ...chosen, ...waiting } }
    }),
    takeChosen: assign(({ context }) => withOptions(context, formOptions(context))),
    // What was typed while the file was read stays; everything else of an earlier upload is dropped.
    takeRead: assign(({ context }, outcome: Steps.ReadOutcome) =>
      outcome.kind === 'read'
        ? {
            options: { ...formOptions(context), ...outcome.options },
            chosen: {},
            file: outcome.file,
            figures: outcome.figures,
            unsure: outcome.unsure,
            source: outcome.source,
            verification: undefined,
            duplicateReason: '',
            intent: undefined,
            isOnTheWay: false,
          }
        : {},
    ),
    takeUnsure: assign((_, outcome: Steps.ReadOutcome) =>
      outcome.kind === 'columnsNeeded' ? { unsure: outcome.unsure, source: outcome.source } : {},
    ),
    takeSource: assign((_, outcome: Steps.ReadOutcome) => ({ source: outcome.source })),
    takeVerdicts: assign(({ context }, outcome: Steps.VerifyOutcome) => {
      if (outcome.kind !== 'verified') return {}
      const { verification, figures } = outcome
      const found = context.isOnTheWay ? figures.toFix - context.toFixBefore : 0
      return { verification, figures, ...(found > 0 && foundOnTheWay(found)) }
    }),
    takeResult: assign((_, outcome: Steps.SubmitOutcome) => {
      if (outcome.kind === 'accepted') return { uploadId: outcome.id }
      return outcome.kind === 'activated' ? { results: outcome.results } : {}
    }),
    makeIntent: assign(
      (_, { requestId, at, duplicateReason }: { requestId: string; at: string; duplicateReason: string }) => ({
        intent: { requestId, sentAt: at },
        duplicateReason: duplicateReason.trim(),
      }),
    ),
    resend: assign({ intent: ({ context }) => context.intent && { ...context.intent, isResent: true } }),
    dropIntent: assign({ intent: undefined }),
    /** A check on the way to the last step continues to it automatically. */
    goOnTheWay: assign(({ context }) => ({ isOnTheWay: true, toFixBefore: context.figures.toFix })),
    stopOnTheWay: assign({ isOnTheWay: false }),
  },
  guards: {
    beginsIn: ({ context }, step: Steps.UploadStep) => context.beginIn === step,
    cannotBeRead: ({ context }) => refuseFile(context) !== undefined,
    areNotOne: (_, files: readonly Steps.FileLike[]) => files.length !== 1,
    lacksFile: ({ context }) => context.file === undefined,
    hasSource: ({ context }) => context.source !== undefined,
    hasOtherColumns: ({ context }) => context.unsure !== undefined,
    isVerified: ({ context }) => context.verification !== undefined,
    cannotBeChecked: ({ context }) => refuseCheck(context) !== undefined,
    cannotGoOn: ({ context }) => refuseNext(context) !== undefined,
    isOnTheWay: ({ context }) => context.isOnTheWay && refuseNext(context) === undefined,
    // The rows are no longer those that the server checked together, so earlier uploads with the same rows must be
    // looked for again.
    hasChangedSince: ({ context }) => context.verification?.content !== context.figures.content,
    changesContent: ({ context }, figures: RowsFigures) => figures.content !== context.figures.content,
    lacksReason: ({ context }, reason: string) => refuseDuplicateReason(context.verification, reason) !== undefined,
    checksOnSubmit: ({ context }) => uploadRules[context.type].checksOnSubmit,
    /** The rows are reviewed in a step of their own, not where the file was chosen. */
    isStepOfItsOwn: ({ context }) => uploadRules[context.type].steps.reviewing > 0,
    voidsCheck: ({ context }, options: Partial<Steps.UploadOptions>) =>
      !keepsVerification(context.type, context.options, { ...context.options, ...options }),
    is: (_, { outcome, kind }: { outcome: { readonly kind: string }; kind: string }) => outcome.kind === kind,
    // An earlier try cannot have arrived.
    isFirstTry: ({ context }, { kind }: { readonly kind: string }) =>
      kind === 'sessionEnded' && context.intent?.isResent !== true,
    isAnswerStored: ({ context }, at: string) => isAnswerStored(context.intent?.sentAt, Date.parse(at)),
  },
}).createMachine({
  id: 'upload',
  initial: 'opening',
  context: ({ input }) => inputToContext(input),
  on: { 'notice.closed': { actions: 'hush' } },
  states: {
    opening: {
      description: 'Where a draft was left decides where the wizard begins.',
      always: [
        { guard: { type: 'beginsIn', params: 'outcomeUnknown' }, target: 'outcomeUnknown' },
        { guard: { type: 'beginsIn', params: 'confirming' }, target: 'confirming' },
        { guard: { type: 'beginsIn', params: 'reviewing' }, target: 'reviewing' },
        { target: 'choosing' },
      ],
    },

    choosing: {
      description: 'A file is chosen, or the open one is left for a moment.',
      on: {
        'files.dropped': [
          {
            guard: 'cannotBeRead',
            actions: { type: 'setNotice', params: ({ context }) => critical(refuseFile(context)) },
          },
          {
            guard: { type: 'areNotOne', params: ({ event }) => event.files },
            actions: { type: 'setNotice', params: critical(ONE_FILE_ONLY) },
          },
          { target: 'reading', actions: 'hush' },
        ],
        // The user is back from a later step: the file is still loaded and the next step is available.
        next: [
          {
            guard: 'cannotBeRead',
            actions: { type: 'setNotice', params: ({ context }) => critical(refuseFile(context)) },
          },
          { guard: 'lacksFile', actions: { type: 'setNotice', params: critical(say.chooseFileFirst) } },
          {
            target: 'reviewing',
            actions: [
              'hush',
              {
                type: 'checkByOptions',
                params: ({ context }) => ({ before: context.options, after: formOptions(context) }),
              },
              'takeChosen',
            ],
          },
        ],
        'file.read.again': { guard: 'hasSource', target: 'reading', actions: 'hush' },
        'options.changed': { actions: { type: 'chooseOptions', params: ({ event }) => event.options } },
        'rows.changed': { actions: { type: 'count', params: ({ event }) => event.figures } },
        'start.over': { actions: ['setDraftAside', 'reset', 'hush'] },
      },
    },

    reading: {
      description: 'A worker reads the file; nothing of it has left the machine.',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context, event }) => eventToFile(event, context),
        onDone: [
          {
            guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'read' }) },
            target: 'reviewing',
            actions: [{ type: 'takeRead', params: ({ event }) => event.output }],
          },
          {
            guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'columnsNeeded' }) },
            target: 'mapping',
            actions: { type: 'takeUnsure', params: ({ event }) => event.output },
          },
          {
            target: 'choosing',
            actions: [
              { type: 'takeSource', params: ({ event }) => event.output },
              { type: 'setNotice', params: ({ event }) => outcomeToNotice(event.output) },
            ],
          },
        ],
        onError: { target: 'choosing', actions: { type: 'setNotice', params: critical(UPLOAD_FAILED) } },
      },
      on: {
        'options.changed': { actions: { type: 'chooseOptions', params: ({ event }) => event.options } },
        cancel: { target: 'choosing', actions: { type: 'setNotice', params: warning(UPLOAD_ABORTED) } },
      },
    },

    mapping: {
      description: 'Nobody but who has the file knows which of its columns is which.',
      on: {
        'options.changed': { actions: { type: 'chooseOptions', params: ({ event }) => event.options } },
        'columns.chosen': 'reading',
        'file.read.again': { guard: 'hasSource', target: 'reading' },
        cancel: [{ guard: 'lacksFile', target: 'choosing' }, { target: 'reviewing' }],
      },
      exit: 'hush',
    },

    reviewing: {
      description: 'The rows are on screen: mended, removed, put back.',
      initial: 'deciding',
      on: {
        'columns.change': { guard: 'hasOtherColumns', target: 'mapping' },
        'file.read.again': { guard: 'hasSource', target: 'reading', actions: 'hush' },
        'options.changed': [
          {
            guard: { type: 'voidsCheck', params: ({ event }) => event.options },
            target: '.deciding',
            actions: [
              {
                type: 'checkByOptions',
                params: ({ context: { options: before }, event }) => ({
                  before,
                  after: { ...before, ...event.options },
                }),
              },
              { type: 'takeOptions', params: ({ event }) => event.options },
            ],
          },
          { actions: { type: 'takeOptions', params: ({ event }) => event.options } },
        ],
        'rows.changed': { actions: { type: 'count', params: ({ event }) => event.figures } },
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'hush'] },
      },
      states: {
        deciding: {
          description: 'Whether the last check still holds.',
          always: [{ guard: 'isVerified', target: 'verified' }, { target: 'unverified' }],
        },
        unverified: {
          description: 'The server has not checked these rows.',
          on: {
            check: [
              {
                guard: 'cannotBeChecked',
                actions: { type: 'setNotice', params: ({ context }) => warning(refuseCheck(context)) },
              },
              { target: 'verifying', actions: ['hush', 'stopOnTheWay'] },
            ],
            next: [
              {
                guard: 'cannotGoOn',
                actions: { type: 'setNotice', params: ({ context }) => warning(refuseNext(context)) },
              },
              { guard: 'checksOnSubmit', target: 'verifying', actions: ['hush', 'goOnTheWay'] },
            ],
            back: { guard: 'isStepOfItsOwn', target: '#upload.choosing', actions: 'hush' },
          },
        },
        verifying: {
          description: 'The server checks the rows, in one call or in parts.',
          invoke: {
            id: 'verifyRows',
            src: 'verifyRows',
            input: ({ context: { options, verification, isOnTheWay } }) => ({ options, verification, isOnTheWay }),
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'verified' }) },
                target: 'checked',
                actions: { type: 'takeVerdicts', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'sessionEnded' }) },
                target: 'deciding',
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'missing' }) },
                target: 'deciding',
                actions: { type: 'setNotice', params: warning(CANNOT_CONNECT) },
              },
              {
                // The server's message resets the wizard; its rows are offered again as a draft.
                target: '#upload.choosing',
                actions: [
                  'setDraftAside',
                  'reset',
                  { type: 'setNotice', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
            ],
            onError: { target: 'deciding', actions: { type: 'setNotice', params: warning(CANNOT_CONNECT) } },
          },
          on: {
            cancel: 'deciding',
            back: { guard: 'isStepOfItsOwn', target: '#upload.choosing', actions: 'hush' },
          },
        },
        checked: {
          description: 'Verdicts are there.',
          always: [{ guard: 'isOnTheWay', target: '#upload.confirming' }, { target: 'verified' }],
        },
        verified: {
          description: 'The server has checked the rows.',
          on: {
            check: [
              {
                guard: 'cannotBeChecked',
                actions: { type: 'setNotice', params: ({ context }) => warning(refuseCheck(context)) },
              },
              { target: 'verifying', actions: ['hush', 'stopOnTheWay'] },
            ],
            next: [
              {
                guard: 'cannotGoOn',
                actions: { type: 'setNotice', params: ({ context }) => warning(refuseNext(context)) },
              },
              { guard: 'hasChangedSince', target: 'verifying', actions: ['hush', 'goOnTheWay'] },
              { target: '#upload.confirming', actions: 'hush' },
            ],
            back: { guard: 'isStepOfItsOwn', target: '#upload.choosing', actions: 'hush' },
          },
        },
      },
    },

    confirming: {
      description: 'The last look: figures, and a reason where the rows were uploaded before.',
      on: {
        // The rows stay on screen for a moment after the step has changed: edits made then are counted and checked
        // first.
        'rows.changed': [
          {
            guard: { type: 'changesContent', params: ({ event }) => event.figures },
            target: 'reviewing',
            actions: { type: 'count', params: ({ event }) => event.figures },
          },
          { actions: { type: 'count', params: ({ event }) => event.figures } },
        ],
        back: { target: 'reviewing', actions: 'hush' },
        'reason.changed': { actions: { type: 'takeReason', params: ({ event }) => event.reason } },
        submit: [
          {
            guard: { type: 'lacksReason', params: ({ event }) => event.duplicateReason },
            actions: {
              type: 'setNotice',
              params: ({ context, event }) =>
                critical(refuseDuplicateReason(context.verification, event.duplicateReason)),
            },
          },
          { target: 'submitting', actions: ['hush', { type: 'makeIntent', params: ({ event }) => event }] },
        ],
      },
    },

    submitting: {
      description: 'On its way to the server, once.',
      initial: 'recording',
      states: {
        // The requestId is stored before anything is sent, so that the request can be repeated safely.
        recording: {
          description: 'Its requestId is stored before anything is sent.',
          invoke: {
            id: 'recordIntent',
            src: 'recordIntent',
            input: ({ context }) => contextToStored(context, 'outcomeUnknown'),
            onDone: 'sending',
            onError: 'sending', // without storage the id exists only in memory; the flow has reported that
          },
        },
        sending: {
          description: 'Sent; the answer may take long, or never come.',
          invoke: {
            id: 'submitRows',
            src: 'submitRows',
            input: ({ context }) => contextToStored(context, 'outcomeUnknown'),
            onDone: [
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'accepted' }) },
                target: '#upload.done',
                actions: { type: 'takeResult', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'activated' }) },
                target: '#upload.done',
                actions: { type: 'takeResult', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'missing' }) },
                target: '#upload.outcomeUnknown',
              },
              {
                guard: { type: 'isFirstTry', params: ({ event }) => event.output },
                target: '#upload.confirming',
                actions: 'dropIntent',
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'sessionEnded' }) },
                target: '#upload.outcomeUnknown',
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'turnedAway' }) },
                target: '#upload.confirming',
                actions: ['dropIntent', { type: 'setNotice', params: ({ event }) => outcomeToNotice(event.output) }],
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'rowsRefused' }) },
                target: '#upload.reviewing.verifying',
                actions: [
                  'dropIntent',
                  'stopOnTheWay',
                  { type: 'setNotice', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'reasonNeeded' }) },
                target: '#upload.reviewing.verifying',
                actions: ['dropIntent', 'goOnTheWay'],
              },
              {
                target: '#upload.choosing',
                actions: [
                  'dropIntent',
                  'setDraftAside',
                  'reset',
                  { type: 'setNotice', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
            ],
            onError: '#upload.outcomeUnknown',
          },
        },
      },
    },

    outcomeUnknown: {
      description: 'Sent, and nobody knows whether it arrived. One safe way on: ask with the same requestId.',
      on: {
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'hush'] },
        resend: [
          {
            guard: { type: 'isAnswerStored', params: ({ event }) => event.at },
            target: 'submitting',
            actions: 'resend',
          },
          {
            // The server has forgotten the id, so sending again could submit it twice: look for the result instead.
            target: 'reviewing.verifying',
            actions: [
              'forgetIntent',
              'dropIntent',
              'goOnTheWay',
              { type: 'setNotice', params: ({ context }) => warning(answerForgotten(context.type)) },
            ],
          },
        ],
      },
    },

    done: {
      description: 'The server has it.',
      entry: 'releaseDraft',
      on: { 'start.over': { target: 'choosing', actions: ['reset', 'forgetResult', 'hush'] } },
    },
  },
})

export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/** The step shown for a snapshot, from 0. */
export function snapshotToStep(snapshot: UploadSnapshot): 0 | 1 | 2 {
  const { steps } = uploadRules[snapshot.context.type]
  if (snapshot.matches('reviewing')) return steps.reviewing
  const isFirst = (['choosing', 'reading', 'mapping', 'opening'] as const).some((state) => snapshot.matches(state))
  return isFirst ? 0 : steps.confirming
}

/**
 * What to store of a snapshot, or undefined if there is nothing to store. Never a step in which a call is under way.
 */
export function snapshotToStored(snapshot: UploadSnapshot): Steps.StoredUpload | undefined {
  const { context } = snapshot
  if (context.file === undefined || snapshot.matches('done')) return undefined
  if (snapshot.matches('reading') || snapshot.matches('mapping')) return undefined
  if (snapshot.matches('choosing')) return contextToStored(context, 'choosing')
  if (snapshot.matches('reviewing')) return contextToStored(context, 'reviewing')
  return contextToStored(context, snapshot.matches('confirming') ? 'confirming' : 'outcomeUnknown')
}

/** The options as the form shows them. */
export const formOptions = ({ options, chosen }: Pick<Steps.UploadContext, 'options' | 'chosen'>) => ({
  ...options,
  ...chosen,
})

/** Why no file can be read with the options of the form, or undefined. */
export const refuseFile = (context: Pick<Steps.UploadContext, 'type' | 'options' | 'chosen'>): string | undefined =>
  uploadRules[context.type].refuseFile(formOptions(context))

const withOptions = ({ type, options: now, verification }: Steps.UploadContext, options: Steps.UploadOptions) => ({
  options,
  chosen: {},
  verification: keepsVerification(type, now, options) ? verification : undefined,
})

function splitOptions(options: Partial<Steps.UploadOptions>) {
  const isWaiting = (name: string) => (checkingOptions as readonly string[]).includes(name)
  const pick = (waits: boolean): Partial<Steps.UploadOptions> =>
    Object.fromEntries(Object.entries(options).filter(([name]) => isWaiting(name) === waits))
  return { waiting: pick(true), others: pick(false) }
}

function eventToFile(event: Steps.UploadEvent, context: Steps.UploadContext): Steps.FileToRead {
  const options = formOptions(context)
  const { source, unsure } = context
  if (event.type === 'columns.chosen' && unsure) {
    const { file, columns } = unsure
    return { file, options, chosen: { columns, taken: event.taken }, settings: source?.settings }
  }
  if (event.type === 'file.read.again' && source)
    return { file: source.file, options, settings: { ...source.settings, ...event.settings } }
  const [file = { name: '', size: 0 }] = event.type === 'files.dropped' ? event.files : []
  return { file, options }
}

const outcomeToNotice = (outcome: {
  kind: string
  text?: string
  hint?: string | undefined
  code?: string | undefined
}): Notice => {
  const { text = '', hint, code } = outcome
  return { tone: 'critical', text, ...(hint !== undefined && { hint }), ...(code !== undefined && { code }) }
}

/** Shown before the user continues, because rows with errors would be left out. */
const foundOnTheWay = (rows: number) => ({
  isOnTheWay: false,
  notice: {
    ...warning(say.checkFoundWithErrors(rows)),
    hint: say.rowsWithErrorsAreLeftOut,
  },
})

/** A guard has found a refusal before its sentence is requested, so the text is never missing here. */
function critical(text = ''): Notice {
  return { tone: 'critical', text }
}

function warning(text = ''): Notice {
  return { tone: 'warning', text }
}

function open(): never {
  throw new Error('the wizard was started without its flow')
}
