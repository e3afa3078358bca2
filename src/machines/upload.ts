// The batch wizard as a chart: upload, verification, submit (batches §4 "Wizard"). It holds steps, not rows and not
// keystrokes. Who reads, checks and submits is left open; src/flows/upload binds it.
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { CANNOT_CONNECT, isAnswerKept } from '#domain/answers.ts'
import { UPLOAD_ABORTED, UPLOAD_FAILED } from '#domain/batch/read-errors.ts'
import { refuseReference } from '#domain/batch/reference.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { refuseCheck, refuseDuplicateReason, refuseNext } from './upload-refusals.ts'
import type * as Steps from './upload-steps.ts'
import { noFigures, noOptions, type Notice } from './upload-steps.ts'
import { contextToStored, inputToContext } from './upload-stored.ts'

export const ONE_FILE_ONLY = 'Only one file can be uploaded at a time. Drop a single file.'

export const ANSWER_FORGOTTEN =
  'This batch was sent more than a day ago and the answer never came. The rows are checked again; what arrived of it is ' +
  'named before you submit.'

export const uploadMachine = setup({
  types: {
    context: {} as Steps.UploadContext,
    events: {} as Steps.UploadEvent,
    input: {} as Steps.UploadInput,
  },
  actors: {
    readFile: fromPromise<Steps.ReadOutcome, { file: Steps.FileLike; options: Steps.UploadOptions }>(open),
    verifyRows: fromPromise<Steps.VerifyOutcome, Steps.UploadOptions>(open),
    recordIntent: fromPromise<void, Steps.StoredUpload>(open),
    submitRows: fromPromise<Steps.SubmitOutcome, Steps.StoredUpload>(open),
  },
  actions: {
    /** The rows stay as a draft that is offered, and this wizard begins anew. */
    setDraftAside: () => {},
    /** The batch is the host's now; its rows are looked at still, but are no draft any more. */
    releaseDraft: () => {},
    /** The host knows the request no more: what became of it is looked for by another way. */
    forgetIntent: () => {},
    tell: assign({ notice: (_, notice: Notice) => notice }),
    hush: assign({ notice: undefined }),
    // What was meant for one batch must not slip into the next: retiring is for good.
    reset: assign({
      options: noOptions,
      file: undefined,
      figures: noFigures,
      verification: undefined,
      duplicateReason: '',
      intent: undefined,
      isOnTheWay: false,
    }),
    forgetResult: assign({ batchLoadFileID: undefined, results: [] }),
    count: assign({ figures: (_, figures: RowsFigures) => figures }),
    takeReference: assign({
      options: ({ context }, reference: string) => ({ ...context.options, reference }),
    }),
    takeReason: assign({ duplicateReason: (_, reason: string) => reason }),
    // Another way of naming cards makes the host's answer one about other cards; whether they are retired is part of its verdict.
    takeOptions: assign(({ context }, options: Steps.UploadOptions | undefined = context.options) => ({
      options,
      verification:
        options.identifierType === context.options.identifierType && options.retire === context.options.retire
          ? context.verification
          : undefined,
    })),
    takeRead: assign((_, outcome: Steps.ReadOutcome) =>
      outcome.kind === 'read' ? { options: outcome.options, file: outcome.file, figures: outcome.figures } : {},
    ),
    takeVerdicts: assign((_, outcome: Steps.VerifyOutcome) =>
      outcome.kind === 'verified' ? { verification: outcome.verification, figures: outcome.figures } : {},
    ),
    takeResult: assign((_, outcome: Steps.SubmitOutcome) => {
      if (outcome.kind === 'accepted') return { batchLoadFileID: outcome.batchLoadFileID }
      return outcome.kind === 'activated' ? { results: outcome.results } : {}
    }),
    makeIntent: assign(
      (_, { requestId, at, duplicateReason }: { requestId: string; at: string; duplicateReason: string }) => ({
        intent: { requestId, sentAt: at },
        duplicateReason: duplicateReason.trim(),
      }),
    ),
    askAgain: assign({ intent: ({ context }) => context.intent && { ...context.intent, isAskedAgain: true } }),
    dropIntent: assign({ intent: undefined }),
    /** A check on the way to the last step goes on to it by itself. */
    goOnTheWay: assign({ isOnTheWay: true }),
    stopOnTheWay: assign({ isOnTheWay: false }),
  },
  guards: {
    beginsIn: ({ context }, step: Steps.UploadStep) => context.beginIn === step,
    // batches §5: the load reference is required.
    lacksReference: ({ context }, reference: string) => refuseReference(reference, context.type) !== undefined,
    areNotOne: (_, files: readonly Steps.FileLike[]) => files.length !== 1,
    lacksFile: ({ context }) => context.file === undefined,
    isVerified: ({ context }) => context.verification !== undefined,
    cannotBeChecked: ({ context }) => refuseCheck(context.figures) !== undefined,
    cannotGoOn: ({ context }) => refuseNext(context.figures) !== undefined,
    isOnTheWay: ({ context }) => context.isOnTheWay && refuseNext(context.figures) === undefined,
    // The rows are no longer those the host saw together: what they equal has to be asked again.
    hasChangedSince: ({ context }) => context.verification?.content !== context.figures.content,
    changesContent: ({ context }, figures: RowsFigures) => figures.content !== context.figures.content,
    lacksReason: ({ context }, reason: string) => refuseDuplicateReason(context.verification, reason) !== undefined,
    is: (_, { outcome, kind }: { outcome: { readonly kind: string }; kind: string }) => outcome.kind === kind,
    // Nothing of an earlier try can have come in.
    isFirstTry: ({ context }, { kind }: { readonly kind: string }) =>
      kind === 'sessionEnded' && context.intent?.isAskedAgain !== true,
    isAnswerKept: ({ context }, at: string) => isAnswerKept(context.intent?.sentAt, Date.parse(at)),
  },
}).createMachine({
  id: 'upload',
  initial: 'opening',
  context: ({ input }) => inputToContext(input),
  states: {
    /** Where a draft was left decides where the wizard begins. */
    opening: {
      always: [
        { guard: { type: 'beginsIn', params: 'outcomeUnknown' }, target: 'outcomeUnknown' },
        { guard: { type: 'beginsIn', params: 'confirming' }, target: 'confirming' },
        { guard: { type: 'beginsIn', params: 'reviewing' }, target: 'reviewing' },
        { target: 'choosing' },
      ],
    },

    choosing: {
      on: {
        'files.dropped': [
          {
            guard: { type: 'lacksReference', params: ({ event }) => event.options.reference },
            actions: {
              type: 'tell',
              params: ({ context, event }) => critical(refuseReference(event.options.reference, context.type)),
            },
          },
          {
            guard: { type: 'areNotOne', params: ({ event }) => event.files },
            actions: { type: 'tell', params: critical(ONE_FILE_ONLY) },
          },
          { target: 'reading', actions: 'hush' },
        ],
        // Back here from a later step: the file is still loaded and the way on is open.
        next: [
          {
            guard: { type: 'lacksReference', params: ({ event }) => event.options?.reference ?? '' },
            actions: {
              type: 'tell',
              params: ({ context, event }) => critical(refuseReference(event.options?.reference ?? '', context.type)),
            },
          },
          { guard: 'lacksFile', actions: { type: 'tell', params: critical('Choose a file first.') } },
          {
            target: 'reviewing',
            actions: ['hush', { type: 'takeOptions', params: ({ event }) => event.options }],
          },
        ],
        // Of an open batch, so that its draft has it; all else of the first step takes effect on the way on.
        'reference.changed': { actions: { type: 'takeReference', params: ({ event }) => event.reference } },
        'rows.changed': { actions: { type: 'count', params: ({ event }) => event.figures } },
        'start.over': { actions: ['setDraftAside', 'reset', 'hush'] },
      },
    },

    reading: {
      invoke: {
        src: 'readFile',
        input: ({ context, event }) => dropToInput(event, context.options),
        onDone: [
          {
            guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'read' }) },
            target: 'reviewing',
            actions: ['reset', { type: 'takeRead', params: ({ event }) => event.output }],
          },
          {
            target: 'choosing',
            actions: { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
          },
        ],
        // batches §8
        onError: { target: 'choosing', actions: { type: 'tell', params: critical(UPLOAD_FAILED) } },
      },
      on: { cancel: { target: 'choosing', actions: { type: 'tell', params: warning(UPLOAD_ABORTED) } } },
    },

    reviewing: {
      initial: 'deciding',
      on: {
        'rows.changed': { actions: { type: 'count', params: ({ event }) => event.figures } },
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'hush'] },
      },
      states: {
        deciding: {
          always: [{ guard: 'isVerified', target: 'verified' }, { target: 'unverified' }],
        },
        unverified: {
          on: {
            check: [
              {
                guard: 'cannotBeChecked',
                actions: { type: 'tell', params: ({ context }) => warning(refuseCheck(context.figures)) },
              },
              { target: 'verifying', actions: ['hush', 'stopOnTheWay'] },
            ],
            back: { target: '#upload.choosing', actions: 'hush' },
          },
        },
        verifying: {
          invoke: {
            src: 'verifyRows',
            input: ({ context }) => context.options,
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
                actions: { type: 'tell', params: warning(CANNOT_CONNECT) },
              },
              {
                // batches §4: the server's message resets the wizard; its rows are offered again as a draft.
                target: '#upload.choosing',
                actions: [
                  'setDraftAside',
                  'reset',
                  { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
            ],
            onError: { target: 'deciding', actions: { type: 'tell', params: warning(CANNOT_CONNECT) } },
          },
          on: { cancel: 'deciding' },
        },
        checked: {
          always: [{ guard: 'isOnTheWay', target: '#upload.confirming' }, { target: 'verified' }],
        },
        verified: {
          on: {
            check: [
              {
                guard: 'cannotBeChecked',
                actions: { type: 'tell', params: ({ context }) => warning(refuseCheck(context.figures)) },
              },
              { target: 'verifying', actions: ['hush', 'stopOnTheWay'] },
            ],
            next: [
              {
                guard: 'cannotGoOn',
                actions: { type: 'tell', params: ({ context }) => warning(refuseNext(context.figures)) },
              },
              { guard: 'hasChangedSince', target: 'verifying', actions: ['hush', 'goOnTheWay'] },
              { target: '#upload.confirming', actions: 'hush' },
            ],
            back: { target: '#upload.choosing', actions: 'hush' },
          },
        },
      },
    },

    confirming: {
      on: {
        // The rows stay on screen for a moment after the step has changed: what is done to them there is seen and checked first.
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
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'hush'] },
        submit: [
          {
            guard: { type: 'lacksReason', params: ({ event }) => event.duplicateReason },
            actions: {
              type: 'tell',
              params: ({ context, event }) =>
                critical(refuseDuplicateReason(context.verification, event.duplicateReason)),
            },
          },
          { target: 'submitting', actions: ['hush', { type: 'makeIntent', params: ({ event }) => event }] },
        ],
      },
    },

    submitting: {
      initial: 'recording',
      states: {
        // contract "The wire": the requestId is stored before anything is sent.
        recording: {
          invoke: {
            src: 'recordIntent',
            input: ({ context }) => contextToStored(context, 'outcomeUnknown'),
            onDone: 'sending',
            onError: 'sending', // no store on this device: the flow has told so, and the id lives in memory
          },
        },
        sending: {
          invoke: {
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
                actions: ['dropIntent', { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) }],
              },
              {
                guard: { type: 'is', params: ({ event }) => ({ outcome: event.output, kind: 'rowsRefused' }) },
                target: '#upload.reviewing.verifying',
                actions: [
                  'dropIntent',
                  'stopOnTheWay',
                  { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
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
                  { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
            ],
            onError: '#upload.outcomeUnknown',
          },
        },
      },
    },

    /** Sent, and nobody knows whether it arrived. One safe way on: ask with the same requestId. */
    outcomeUnknown: {
      on: {
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'hush'] },
        'ask.again': [
          {
            guard: { type: 'isAnswerKept', params: ({ event }) => event.at },
            target: 'submitting',
            actions: 'askAgain',
          },
          {
            // The host no longer knows the id, so sending again could load twice: look for the batch instead.
            target: 'reviewing.verifying',
            actions: ['forgetIntent', 'dropIntent', 'goOnTheWay', { type: 'tell', params: warning(ANSWER_FORGOTTEN) }],
          },
        ],
      },
    },

    done: {
      entry: 'releaseDraft',
      on: { 'start.over': { target: 'choosing', actions: ['reset', 'forgetResult', 'hush'] } },
    },
  },
})

export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/** The step of `batchSteps` that a snapshot is in, from 0. */
export function snapshotToStep(snapshot: UploadSnapshot): 0 | 1 | 2 {
  if (snapshot.matches('reviewing')) return 1
  return snapshot.matches('choosing') || snapshot.matches('reading') || snapshot.matches('opening') ? 0 : 2
}

/** What to keep of a snapshot, or undefined where there is nothing to keep. Never a step in which a call is under way. */
export function snapshotToStored(snapshot: UploadSnapshot): Steps.StoredUpload | undefined {
  const { context } = snapshot
  if (context.file === undefined || snapshot.matches('done') || snapshot.matches('reading')) return undefined
  if (snapshot.matches('choosing')) return contextToStored(context, 'choosing')
  if (snapshot.matches('reviewing')) return contextToStored(context, 'reviewing')
  return contextToStored(context, snapshot.matches('confirming') ? 'confirming' : 'outcomeUnknown')
}

const dropToInput = (event: Steps.UploadEvent, options: Steps.UploadOptions) => ({
  file: (event.type === 'files.dropped' ? event.files[0] : undefined) ?? { name: '', size: 0 },
  options: event.type === 'files.dropped' ? event.options : options,
})

const outcomeToNotice = ({ text = '', hint }: { kind: string; text?: string; hint?: string }): Notice => ({
  tone: 'critical',
  text,
  ...(hint !== undefined && { hint }),
})

/** What a guard has found is never missing where its sentence is asked for. */
function critical(text = ''): Notice {
  return { tone: 'critical', text }
}

function warning(text = ''): Notice {
  return { tone: 'warning', text }
}

function open(): never {
  throw new Error('the wizard was started without its flow')
}
