// The batch wizard as a chart: upload, verification, submit (batches §4 "Wizard"). It holds steps, not rows and not
// keystrokes. Who reads, checks and submits is left open; src/flows/batch binds it.
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { CANNOT_CONNECT, isAnswerKept } from '#domain/answers.ts'
import { refuseReference } from '#domain/batch/reference.ts'
import { refuseCheck, refuseDuplicateReason, refuseNext } from './batch-rules.ts'
import type * as Steps from './batch-steps.ts'
import { noFigures, noOptions, type Notice } from './batch-steps.ts'
import { contextToStored, inputToContext } from './batch-stored.ts'

export const ONE_FILE_ONLY = 'Only one file can be uploaded at a time. Drop a single file.'

export const ANSWER_FORGOTTEN =
  'This batch was sent more than a day ago and the answer never came. The rows are checked again; what arrived of it is ' +
  'named before you submit.'

export const batchMachine = setup({
  types: {
    context: {} as Steps.BatchContext,
    events: {} as Steps.BatchEvent,
    input: {} as Steps.BatchInput,
  },
  actors: {
    readFile: fromPromise<Steps.ReadOutcome, { file: Steps.FileLike; options: Steps.BatchOptions }>(open),
    verifyRows: fromPromise<Steps.VerifyOutcome, Steps.BatchOptions>(open),
    recordIntent: fromPromise<void, Steps.StoredBatch>(open),
    submitRows: fromPromise<Steps.SubmitOutcome, Steps.StoredBatch>(open),
  },
  actions: {
    /** The rows stay as a draft that is offered, and this wizard begins anew. */
    setDraftAside: () => {},
    /** The batch is the host's now; nothing of it stays here. */
    dropDraft: () => {},
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
  },
}).createMachine({
  id: 'batch',
  initial: 'opening',
  context: ({ input }) => inputToContext(input),
  states: {
    /** Where a draft was left decides where the wizard begins. */
    opening: {
      always: [
        { guard: ({ context }) => context.beginIn === 'outcomeUnknown', target: 'outcomeUnknown' },
        { guard: ({ context }) => context.beginIn === 'confirming', target: 'confirming' },
        { guard: ({ context }) => context.beginIn === 'reviewing', target: 'reviewing' },
        { target: 'choosing' },
      ],
    },

    choosing: {
      on: {
        'files.dropped': [
          // batches §5: the load reference is required.
          {
            guard: ({ context, event }) => refuseReference(event.options.reference, context.type) !== undefined,
            actions: {
              type: 'tell',
              params: ({ context, event }) => critical(refuseReference(event.options.reference, context.type) ?? ''),
            },
          },
          {
            guard: ({ event }) => event.files.length !== 1,
            actions: { type: 'tell', params: critical(ONE_FILE_ONLY) },
          },
          { target: 'reading', actions: 'hush' },
        ],
        // Back here from a later step: the file is still loaded and the way on is open.
        next: [
          {
            guard: ({ context, event }) =>
              context.file === undefined || refuseReference(event.options?.reference ?? '', context.type) !== undefined,
            actions: {
              type: 'tell',
              params: ({ context, event }) =>
                critical(refuseReference(event.options?.reference ?? '', context.type) ?? 'Choose a file first.'),
            },
          },
          {
            target: 'reviewing',
            actions: [
              'hush',
              assign({
                options: ({ context, event }) => event.options ?? context.options,
                // Another way of naming cards makes the host's answer one about other cards; whether they are retired is
                // part of its verdict.
                verification: ({ context, event }) =>
                  event.options?.identifierType === context.options.identifierType &&
                  event.options.retire === context.options.retire
                    ? context.verification
                    : undefined,
              }),
            ],
          },
        ],
        // Of an open batch, so that its draft has it; all else of the first step takes effect on the way on.
        'reference.changed': {
          actions: assign({ options: ({ context, event }) => ({ ...context.options, reference: event.reference }) }),
        },
        'rows.changed': { actions: assign({ figures: ({ event }) => event.figures }) },
        'start.over': { actions: ['setDraftAside', 'reset', 'hush'] },
      },
    },

    reading: {
      invoke: {
        src: 'readFile',
        input: ({ context, event }) => dropToInput(event, context.options),
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'read',
            target: 'reviewing',
            actions: ['reset', assign(({ event }) => readToContext(event.output))],
          },
          {
            target: 'choosing',
            actions: { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
          },
        ],
        // batches §8
        onError: { target: 'choosing', actions: { type: 'tell', params: critical('File upload failed') } },
      },
      on: { cancel: { target: 'choosing', actions: { type: 'tell', params: warning('File upload aborted') } } },
    },

    reviewing: {
      initial: 'deciding',
      on: {
        'rows.changed': { actions: assign({ figures: ({ event }) => event.figures }) },
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'hush'] },
      },
      states: {
        deciding: {
          always: [
            { guard: ({ context }) => context.verification !== undefined, target: 'verified' },
            { target: 'unverified' },
          ],
        },
        unverified: {
          on: {
            check: [
              {
                guard: ({ context }) => refuseCheck(context.figures) !== undefined,
                actions: { type: 'tell', params: ({ context }) => warning(refuseCheck(context.figures) ?? '') },
              },
              { target: 'verifying', actions: ['hush', assign({ isOnTheWay: false })] },
            ],
            back: { target: '#batch.choosing', actions: 'hush' },
          },
        },
        verifying: {
          invoke: {
            src: 'verifyRows',
            input: ({ context }) => context.options,
            onDone: [
              {
                guard: ({ event }) => event.output.kind === 'verified',
                target: 'checked',
                actions: assign(({ event }) =>
                  event.output.kind === 'verified'
                    ? { verification: event.output.verification, figures: event.output.figures }
                    : {},
                ),
              },
              { guard: ({ event }) => event.output.kind === 'sessionEnded', target: 'deciding' },
              {
                guard: ({ event }) => event.output.kind === 'missing',
                target: 'deciding',
                actions: { type: 'tell', params: warning(CANNOT_CONNECT) },
              },
              {
                // batches §4: the server's message resets the wizard; its rows are offered again as a draft.
                target: '#batch.choosing',
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
          always: [
            {
              guard: ({ context }) => context.isOnTheWay && refuseNext(context.figures) === undefined,
              target: '#batch.confirming',
            },
            { target: 'verified' },
          ],
        },
        verified: {
          on: {
            check: [
              {
                guard: ({ context }) => refuseCheck(context.figures) !== undefined,
                actions: { type: 'tell', params: ({ context }) => warning(refuseCheck(context.figures) ?? '') },
              },
              { target: 'verifying', actions: ['hush', assign({ isOnTheWay: false })] },
            ],
            next: [
              {
                guard: ({ context }) => refuseNext(context.figures) !== undefined,
                actions: { type: 'tell', params: ({ context }) => warning(refuseNext(context.figures) ?? '') },
              },
              {
                // The rows are no longer those the host saw together: what they equal has to be asked again.
                guard: ({ context }) => context.verification?.content !== context.figures.content,
                target: 'verifying',
                actions: ['hush', assign({ isOnTheWay: true })],
              },
              { target: '#batch.confirming', actions: 'hush' },
            ],
            back: { target: '#batch.choosing', actions: 'hush' },
          },
        },
      },
    },

    confirming: {
      on: {
        // The rows stay on screen for a moment after the step has changed: what is done to them there is seen and checked first.
        'rows.changed': [
          {
            guard: ({ context, event }) => event.figures.content !== context.figures.content,
            target: 'reviewing',
            actions: assign({ figures: ({ event }) => event.figures }),
          },
          { actions: assign({ figures: ({ event }) => event.figures }) },
        ],
        back: { target: 'reviewing', actions: 'hush' },
        'reason.changed': { actions: assign({ duplicateReason: ({ event }) => event.reason }) },
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'hush'] },
        submit: [
          {
            guard: ({ context, event }) =>
              refuseDuplicateReason(context.verification, event.duplicateReason) !== undefined,
            actions: {
              type: 'tell',
              params: ({ context, event }) =>
                critical(refuseDuplicateReason(context.verification, event.duplicateReason) ?? ''),
            },
          },
          {
            target: 'submitting',
            actions: [
              'hush',
              assign({
                intent: ({ event }) => ({ requestId: event.requestId, sentAt: event.at }),
                duplicateReason: ({ event }) => event.duplicateReason.trim(),
              }),
            ],
          },
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
                guard: ({ event }) => event.output.kind === 'accepted',
                target: '#batch.done',
                actions: assign(({ event }) =>
                  event.output.kind === 'accepted' ? { batchLoadFileID: event.output.batchLoadFileID } : {},
                ),
              },
              {
                guard: ({ event }) => event.output.kind === 'activated',
                target: '#batch.done',
                actions: assign(({ event }) =>
                  event.output.kind === 'activated' ? { results: event.output.results } : {},
                ),
              },
              { guard: ({ event }) => event.output.kind === 'missing', target: '#batch.outcomeUnknown' },
              {
                guard: ({ context, event }) =>
                  event.output.kind === 'sessionEnded' && context.intent?.isAskedAgain !== true,
                target: '#batch.confirming',
                actions: assign({ intent: undefined }),
              },
              { guard: ({ event }) => event.output.kind === 'sessionEnded', target: '#batch.outcomeUnknown' },
              {
                guard: ({ event }) => event.output.kind === 'turnedAway',
                target: '#batch.confirming',
                actions: [
                  assign({ intent: undefined }),
                  { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
              {
                guard: ({ event }) => event.output.kind === 'rowsRefused',
                target: '#batch.reviewing.verifying',
                actions: [
                  assign({ intent: undefined, isOnTheWay: false }),
                  { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
              {
                guard: ({ event }) => event.output.kind === 'reasonNeeded',
                target: '#batch.reviewing.verifying',
                actions: assign({ intent: undefined, isOnTheWay: true }),
              },
              {
                target: '#batch.choosing',
                actions: [
                  assign({ intent: undefined }),
                  'setDraftAside',
                  'reset',
                  { type: 'tell', params: ({ event }) => outcomeToNotice(event.output) },
                ],
              },
            ],
            onError: '#batch.outcomeUnknown',
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
            guard: ({ context, event }) => isAnswerKept(context.intent?.sentAt, Date.parse(event.at)),
            target: 'submitting',
            actions: assign({ intent: ({ context }) => context.intent && { ...context.intent, isAskedAgain: true } }),
          },
          {
            // The host no longer knows the id, so sending again could load twice: look for the batch instead.
            target: 'reviewing.verifying',
            actions: [
              'forgetIntent',
              assign({ intent: undefined, isOnTheWay: true }),
              { type: 'tell', params: warning(ANSWER_FORGOTTEN) },
            ],
          },
        ],
      },
    },

    done: {
      entry: 'dropDraft',
      on: {
        'start.over': {
          target: 'choosing',
          actions: ['reset', assign({ batchLoadFileID: undefined, results: [] }), 'hush'],
        },
      },
    },
  },
})

export type BatchSnapshot = SnapshotFrom<typeof batchMachine>

/** The step of `batchSteps` that a snapshot is in, from 0. */
export function snapshotToStep(snapshot: BatchSnapshot): 0 | 1 | 2 {
  if (snapshot.matches('reviewing')) return 1
  return snapshot.matches('choosing') || snapshot.matches('reading') || snapshot.matches('opening') ? 0 : 2
}

/** What to keep of a snapshot, or undefined where there is nothing to keep. Never a step in which a call is under way. */
export function snapshotToStored(snapshot: BatchSnapshot): Steps.StoredBatch | undefined {
  const { context } = snapshot
  if (context.file === undefined || snapshot.matches('done') || snapshot.matches('reading')) return undefined
  if (snapshot.matches('choosing')) return contextToStored(context, 'choosing')
  if (snapshot.matches('reviewing')) return contextToStored(context, 'reviewing')
  return contextToStored(context, snapshot.matches('confirming') ? 'confirming' : 'outcomeUnknown')
}

const readToContext = (outcome: Steps.ReadOutcome) =>
  outcome.kind === 'read' ? { options: outcome.options, file: outcome.file, figures: outcome.figures } : {}

const dropToInput = (event: Steps.BatchEvent, options: Steps.BatchOptions) => ({
  file: (event.type === 'files.dropped' ? event.files[0] : undefined) ?? { name: '', size: 0 },
  options: event.type === 'files.dropped' ? event.options : options,
})

const outcomeToNotice = ({ text = '', hint }: { kind: string; text?: string; hint?: string }): Notice => ({
  tone: 'critical',
  text,
  ...(hint !== undefined && { hint }),
})

function critical(text: string): Notice {
  return { tone: 'critical', text }
}

function warning(text: string): Notice {
  return { tone: 'warning', text }
}

function open(): never {
  throw new Error('the wizard was started without its flow')
}
