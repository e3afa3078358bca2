// The state machine of an upload: rows are chosen, reviewed, confirmed and submitted. It contains the steps and the
// options, but not the rows. Differences between the types are in upload-rules.ts. src/flows/upload provides reading,
// checking and submitting.
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { isAnswerStored } from '#domain/answers.ts'
import { type Message, message } from '#domain/messages.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { uploadKinds } from '#domain/uploads.ts'
import { refuseCheck, refuseDuplicateReason, refuseNext } from './upload-refusals.ts'
import { checkingOptions, keepsVerification, uploadRules } from './upload-rules.ts'
import type * as Steps from './upload-steps.ts'
import { noFigures, noOptions, type Notice } from './upload-steps.ts'
import { contextToStored, inputToContext } from './upload-stored.ts'
import { endedAs, field, isKind, output, wholeEvent } from './params.ts'

export interface OptionsChange {
  readonly before: Steps.UploadOptions
  readonly after: Steps.UploadOptions
}

type At = { readonly context: Steps.UploadContext }

const toFormOptions = ({ context }: At): OptionsChange => ({ before: context.options, after: formOptions(context) })

const toChangedOptions = ({
  context: { options: before },
  event,
}: At & { readonly event: { readonly options: Partial<Steps.UploadOptions> } }): OptionsChange => ({
  before,
  after: { ...before, ...event.options },
})

const toCheck = ({ options, verification }: Steps.UploadContext, isOnTheWay: boolean): Steps.CheckInput => ({
  options,
  verification,
  isOnTheWay,
})

// Transitions shared by states of the review.
const askForCheck = [
  { guard: 'cannotBeChecked', actions: 'showCheckRefusal' },
  { target: 'verifying', actions: 'hush' },
] as const
const stayIfRefused = { guard: 'cannotGoOn', actions: 'showNextRefusal' } as const
const toTheFile = { guard: 'isStepOfItsOwn', target: '#upload.choosing', actions: 'hush' } as const
const showNoConnection = { type: 'setNotice', params: warning(message('noConnection')) } as const
const checkFailed = { target: '#upload.reviewing.deciding', actions: showNoConnection } as const
const withoutVerdicts = [
  { guard: endedAs('sessionEnded'), target: '#upload.reviewing.deciding' },
  { guard: endedAs('missing'), ...checkFailed },
  // The server's message resets the wizard. Its rows are offered again as a draft.
  {
    target: '#upload.choosing',
    actions: ['setDraftAside', 'reset', { type: 'showOutcome', params: output }],
  },
] as const

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
    /** Sets the rows aside as a draft, and starts this wizard afresh. */
    setDraftAside: () => {},
    /** The server has accepted the rows. They can still be viewed, but are no longer a draft. */
    releaseDraft: () => {},
    /** The server has forgotten the request, so a new check looks for its result. */
    forgetIntent: () => {},
    /** Checks the open rows with different options. */
    checkByOptions: (_, options: OptionsChange) => void options,
    setNotice: assign({ notice: (_, notice: Notice) => notice }),
    showOutcome: assign({
      notice: (_, outcome: Steps.ReadOutcome | Steps.VerifyOutcome | Steps.SubmitOutcome) => outcomeToNotice(outcome),
    }),
    showFileRefusal: assign({ notice: ({ context }) => critical(refuseFile(context)) }),
    showCheckRefusal: assign({ notice: ({ context }) => warning(refuseCheck(context)) }),
    showNextRefusal: assign({ notice: ({ context }) => warning(refuseNext(context)) }),
    showReasonRefusal: assign({
      notice: ({ context }, reason: string) => critical(refuseDuplicateReason(context.verification, reason)),
    }),
    showForgotten: assign({
      notice: ({ context }) => warning(message('answerForgotten', uploadKinds[context.type].itemName)),
    }),
    // Shown before the user continues, because rows with errors would be left out.
    showFoundErrors: assign({ notice: ({ context }) => foundErrors(context.figures.toFix - context.toFixBefore) }),
    hush: assign({ notice: undefined }),
    // Options for one upload must not carry over to the next, because retiring cards cannot be undone.
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
    // Input that was typed while the file was read stays. Everything else of an earlier upload is dropped.
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
          }
        : {},
    ),
    takeUnsure: assign((_, outcome: Steps.ReadOutcome) =>
      outcome.kind === 'columnsNeeded' ? { unsure: outcome.unsure, source: outcome.source } : {},
    ),
    takeSource: assign((_, outcome: Steps.ReadOutcome) => ({ source: outcome.source })),
    takeVerdicts: assign((_, outcome: Steps.VerifyOutcome) =>
      outcome.kind === 'verified' ? { verification: outcome.verification, figures: outcome.figures } : {},
    ),
    /** The results of a check arrive row by row, so remember the count before it. */
    noteErrors: assign({ toFixBefore: ({ context }) => context.figures.toFix }),
    dropDraftStep: assign({ draftStep: undefined }),
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
  },
  guards: {
    beginsIn: ({ context }, step: Steps.UploadStep) => context.draftStep === step,
    cannotBeRead: ({ context }) => refuseFile(context) !== undefined,
    areNotOne: (_, files: readonly Steps.FileLike[]) => files.length !== 1,
    lacksFile: ({ context }) => context.file === undefined,
    hasSource: ({ context }) => context.source !== undefined,
    hasOtherColumns: ({ context }) => context.unsure !== undefined,
    isVerified: ({ context }) => context.verification !== undefined,
    cannotBeChecked: ({ context }) => refuseCheck(context) !== undefined,
    cannotGoOn: ({ context }) => refuseNext(context) !== undefined,
    canGoOn: ({ context }) => refuseNext(context) === undefined,
    hasFoundErrors: ({ context }) => context.figures.toFix > context.toFixBefore,
    // The rows differ from those that the server checked together, so it must look again for earlier uploads with the
    // same rows.
    hasChangedSince: ({ context }) => context.verification?.content !== context.figures.content,
    changesContent: ({ context }, figures: RowsFigures) => figures.content !== context.figures.content,
    lacksReason: ({ context }, reason: string) => refuseDuplicateReason(context.verification, reason) !== undefined,
    checksOnSubmit: ({ context }) => uploadRules[context.type].checksOnSubmit,
    /** True if the rows are reviewed in a separate step, not where the file was chosen. */
    isStepOfItsOwn: ({ context }) => uploadRules[context.type].steps.reviewing > 0,
    voidsCheck: ({ context }, options: Partial<Steps.UploadOptions>) =>
      !keepsVerification(context.type, context.options, { ...context.options, ...options }),
    is: isKind,
    // True if no earlier attempt can have arrived.
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
      exit: 'dropDraftStep',
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
            actions: 'showFileRefusal',
          },
          {
            guard: { type: 'areNotOne', params: field('files') },
            actions: { type: 'setNotice', params: critical(message('oneFileOnly')) },
          },
          { target: 'reading', actions: 'hush' },
        ],
        // The user has returned from a later step. The file is still loaded and the next step is available.
        next: [
          {
            guard: 'cannotBeRead',
            actions: 'showFileRefusal',
          },
          { guard: 'lacksFile', actions: { type: 'setNotice', params: critical(message('fileFirst')) } },
          {
            target: 'reviewing',
            actions: ['hush', { type: 'checkByOptions', params: toFormOptions }, 'takeChosen'],
          },
        ],
        'file.read.again': { guard: 'hasSource', target: 'reading', actions: 'hush' },
        'options.changed': { actions: { type: 'chooseOptions', params: field('options') } },
        'rows.changed': { actions: { type: 'count', params: field('figures') } },
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
            guard: endedAs('read'),
            target: 'reviewing',
            actions: [{ type: 'takeRead', params: output }],
          },
          {
            guard: endedAs('columnsNeeded'),
            target: 'mapping',
            actions: { type: 'takeUnsure', params: output },
          },
          {
            target: 'choosing',
            actions: [
              { type: 'takeSource', params: output },
              { type: 'showOutcome', params: output },
            ],
          },
        ],
        onError: { target: 'choosing', actions: { type: 'setNotice', params: critical(message('fileFailed')) } },
      },
      on: {
        'options.changed': { actions: { type: 'chooseOptions', params: field('options') } },
        cancel: { target: 'choosing', actions: { type: 'setNotice', params: warning(message('fileAborted')) } },
      },
    },

    mapping: {
      description: 'Nobody but who has the file knows which of its columns is which.',
      on: {
        'options.changed': { actions: { type: 'chooseOptions', params: field('options') } },
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
            guard: { type: 'voidsCheck', params: field('options') },
            target: '.deciding',
            actions: [
              { type: 'checkByOptions', params: toChangedOptions },
              { type: 'takeOptions', params: field('options') },
            ],
          },
          { actions: { type: 'takeOptions', params: field('options') } },
        ],
        'rows.changed': { actions: { type: 'count', params: field('figures') } },
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
            check: askForCheck,
            next: [stayIfRefused, { guard: 'checksOnSubmit', target: 'verifying.continuing', actions: 'hush' }],
            back: toTheFile,
          },
        },
        verifying: {
          description: 'The server checks the rows, in one call or in parts.',
          initial: 'requested',
          on: { cancel: 'deciding', back: toTheFile },
          states: {
            requested: {
              description: 'The user has asked for the check alone.',
              invoke: {
                id: 'verifyRows',
                src: 'verifyRows',
                input: ({ context }) => toCheck(context, false),
                onDone: [
                  {
                    guard: endedAs('verified'),
                    target: '#upload.reviewing.verified',
                    actions: { type: 'takeVerdicts', params: output },
                  },
                  ...withoutVerdicts,
                ],
                onError: checkFailed,
              },
            },
            continuing: {
              description: 'A check on the way to the last step, which follows if it finds nothing.',
              entry: 'noteErrors',
              invoke: {
                id: 'verifyRows',
                src: 'verifyRows',
                input: ({ context }) => toCheck(context, true),
                onDone: [
                  {
                    guard: endedAs('verified'),
                    target: 'checked',
                    actions: { type: 'takeVerdicts', params: output },
                  },
                  ...withoutVerdicts,
                ],
                onError: checkFailed,
              },
            },
            checked: {
              description: 'What was found decides whether the last step follows.',
              always: [
                { guard: 'hasFoundErrors', target: '#upload.reviewing.verified', actions: 'showFoundErrors' },
                { guard: 'canGoOn', target: '#upload.confirming' },
                { target: '#upload.reviewing.verified' },
              ],
            },
          },
        },
        verified: {
          description: 'The server has checked the rows.',
          on: {
            check: askForCheck,
            next: [
              stayIfRefused,
              { guard: 'hasChangedSince', target: 'verifying.continuing', actions: 'hush' },
              { target: '#upload.confirming', actions: 'hush' },
            ],
            back: toTheFile,
          },
        },
      },
    },

    confirming: {
      description: 'The last look: figures, and a reason where the rows were uploaded before.',
      on: {
        // The rows stay on screen for a moment after the step has changed. Edits made then are counted and checked
        // first.
        'rows.changed': [
          {
            guard: { type: 'changesContent', params: field('figures') },
            target: 'reviewing',
            actions: { type: 'count', params: field('figures') },
          },
          { actions: { type: 'count', params: field('figures') } },
        ],
        back: { target: 'reviewing', actions: 'hush' },
        'reason.changed': { actions: { type: 'takeReason', params: field('reason') } },
        submit: [
          {
            guard: { type: 'lacksReason', params: field('duplicateReason') },
            actions: { type: 'showReasonRefusal', params: field('duplicateReason') },
          },
          { target: 'submitting', actions: ['hush', { type: 'makeIntent', params: wholeEvent }] },
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
                guard: endedAs('accepted'),
                target: '#upload.done',
                actions: { type: 'takeResult', params: output },
              },
              {
                guard: endedAs('activated'),
                target: '#upload.done',
                actions: { type: 'takeResult', params: output },
              },
              {
                guard: endedAs('missing'),
                target: '#upload.outcomeUnknown',
              },
              {
                guard: { type: 'isFirstTry', params: output },
                target: '#upload.confirming',
                actions: 'dropIntent',
              },
              {
                guard: endedAs('sessionEnded'),
                target: '#upload.outcomeUnknown',
              },
              {
                guard: endedAs('turnedAway'),
                target: '#upload.confirming',
                actions: ['dropIntent', { type: 'showOutcome', params: output }],
              },
              {
                guard: endedAs('rowsRefused'),
                target: '#upload.reviewing.verifying',
                actions: ['dropIntent', { type: 'showOutcome', params: output }],
              },
              {
                guard: endedAs('reasonNeeded'),
                target: '#upload.reviewing.verifying.continuing',
                actions: 'dropIntent',
              },
              {
                target: '#upload.choosing',
                actions: ['dropIntent', 'setDraftAside', 'reset', { type: 'showOutcome', params: output }],
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
            guard: { type: 'isAnswerStored', params: field('at') },
            target: 'submitting',
            actions: 'resend',
          },
          {
            // The server has forgotten the id, so sending again could submit the rows twice. Look for the result
            // instead.
            target: 'reviewing.verifying.continuing',
            actions: ['forgetIntent', 'dropIntent', 'showForgotten'],
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

/** The number of the step shown for a snapshot (from 0). */
export function snapshotToStep(snapshot: UploadSnapshot): 0 | 1 | 2 {
  const { steps } = uploadRules[snapshot.context.type]
  if (snapshot.matches('reviewing')) return steps.reviewing
  const isFirst = (['choosing', 'reading', 'mapping', 'opening'] as const).some((state) => snapshot.matches(state))
  return isFirst ? 0 : steps.confirming
}

/**
 * The stored form of a snapshot, or undefined if there is nothing to store. Never a step in which a call is running.
 */
export function snapshotToStored(snapshot: UploadSnapshot): Steps.StoredUpload | undefined {
  const { context } = snapshot
  if (context.file === undefined || snapshot.matches('done')) return undefined
  if (snapshot.matches('reading') || snapshot.matches('mapping')) return undefined
  if (snapshot.matches('choosing')) return contextToStored(context, 'choosing')
  if (snapshot.matches('reviewing')) return contextToStored(context, 'reviewing')
  return contextToStored(context, snapshot.matches('confirming') ? 'confirming' : 'outcomeUnknown')
}

/** The options as shown in the form. */
export const formOptions = ({ options, chosen }: Pick<Steps.UploadContext, 'options' | 'chosen'>) => ({
  ...options,
  ...chosen,
})

/** The reason why no file can be read with the options of the form, or undefined. */
export const refuseFile = (context: Pick<Steps.UploadContext, 'type' | 'options' | 'chosen'>): Message | undefined =>
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

function outcomeToNotice(outcome: Steps.ReadOutcome | Steps.VerifyOutcome | Steps.SubmitOutcome): Notice | undefined {
  if ('message' in outcome) return { ...critical(outcome.message), hint: outcome.hint }
  if (!('text' in outcome)) return undefined
  return { ...critical(message('answered', outcome.text)), code: 'code' in outcome ? outcome.code : undefined }
}

const foundErrors = (rows: number): Notice => ({
  ...warning(message('errorsFound', rows)),
  hint: message('errorsLeftOut'),
})

/** A guard finds the refusal before its notice is made, so it is never undefined here. */
function critical(refusal: Message | undefined): Notice {
  if (refusal === undefined) throw new Error('a notice without a message')
  return { tone: 'critical', message: refusal }
}

function warning(refusal: Message | undefined): Notice {
  return { ...critical(refusal), tone: 'warning' }
}

function open(): never {
  throw new Error('the wizard was started without its flow')
}
