// The state machine of an upload: rows are chosen, reviewed, confirmed and submitted. It contains the steps and the
// options, but not the rows. Differences between the types are in upload-rules.ts. src/flows/upload provides reading,
// checking and submitting.
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { isResponseStored } from '#domain/request-outcomes.ts'
import { type Message, message } from '#domain/messages/message.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { uploadTypes } from '#domain/uploads.ts'
import { checkRefusal, duplicateReasonRefusal, lastStepRefusal } from './upload-refusals.ts'
import { optionsOfLocalCheck, keepsVerification, uploadRules } from './upload-rules.ts'
import type * as Steps from './upload-steps.ts'
import { noFigures, defaultOptions, type Notice } from './upload-steps.ts'
import { contextToStored, inputToContext } from './upload-stored.ts'
import { is, field, isGuard, output, wholeEvent } from './params.ts'
import { notProvided } from './not-provided.ts'

export interface OptionsChange {
  readonly before: Steps.UploadOptions
  readonly after: Steps.UploadOptions
}

// The arguments with which the machine calls the functions for `params`.
interface WithContext {
  readonly context: Steps.UploadContext
}
interface WithOptionsEvent extends WithContext {
  readonly event: { readonly options: Partial<Steps.UploadOptions> }
}

const toFormOptions = ({ context }: WithContext): OptionsChange => ({
  before: context.options,
  after: formOptions(context),
})

const toChangedOptions = ({ context, event }: WithOptionsEvent): OptionsChange => ({
  before: context.options,
  after: { ...context.options, ...event.options },
})

const toCheckInput = (
  { options, verification }: Steps.UploadContext,
  { isBeforeLastStep }: Pick<Steps.CheckInput, 'isBeforeLastStep'>,
): Steps.CheckInput => ({ options, verification, isBeforeLastStep })

// Transitions that several states of the review have.
const startCheck = [
  { guard: 'cannotCheck', actions: 'showCheckRefusal' },
  { target: 'verifying', actions: 'clearNotice' },
] as const
const stayIfRefused = { guard: 'cannotContinue', actions: 'showNextRefusal' } as const
const backToFile = { guard: 'isReviewSeparate', target: '#upload.choosing', actions: 'clearNotice' } as const
const showNoConnection = { type: 'setNotice', params: warning(message('noConnection')) } as const
const checkFailed = { target: '#upload.reviewing.deciding', actions: showNoConnection } as const
const afterFailedCheck = [
  { guard: is('sessionEnded'), target: '#upload.reviewing.deciding' },
  { guard: is('noResponse'), ...checkFailed },
  // 'refused': the wizard starts again with the server's message. Its rows are offered again as a draft.
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
    readFile: fromPromise<Steps.ReadOutcome, Steps.FileToRead>(notProvided('uploadMachine', 'readFile')),
    verifyRows: fromPromise<Steps.VerifyOutcome, Steps.CheckInput>(notProvided('uploadMachine', 'verifyRows')),
    recordIntent: fromPromise<void, Steps.StoredUpload>(notProvided('uploadMachine', 'recordIntent')),
    submitRows: fromPromise<Steps.SubmitOutcome, Steps.StoredUpload>(notProvided('uploadMachine', 'submitRows')),
  },
  actions: {
    // src/flows/upload provides the actions up to `checkRowsWithOptions`. Here, they only declare their parameters.
    /** Sets the open rows aside as a draft. */
    setDraftAside: () => {},
    /** The server has accepted the rows. They can still be viewed, but are no longer a draft. */
    releaseDraft: () => {},
    /** The server has forgotten the request, so a new check looks for its result. */
    forgetIntent: () => {},
    /** Checks the open rows on this device with different options. */
    checkRowsWithOptions: (_, options: OptionsChange) => void options,
    setNotice: assign({ notice: (_, notice: Notice) => notice }),
    showOutcome: assign({
      notice: (_, outcome: Steps.ReadOutcome | Steps.VerifyOutcome | Steps.SubmitOutcome) => outcomeToNotice(outcome),
    }),
    showFileRefusal: assign({ notice: ({ context }) => critical(fileRefusal(context)) }),
    showCheckRefusal: assign({ notice: ({ context }) => warning(checkRefusal(context)) }),
    showNextRefusal: assign({ notice: ({ context }) => warning(lastStepRefusal(context)) }),
    showReasonRefusal: assign({
      notice: ({ context }, reason: string) => critical(duplicateReasonRefusal(context.verification, reason)),
    }),
    showRequestExpired: assign({
      notice: ({ context }) => warning(message('responseExpired', uploadTypes[context.type].itemName)),
    }),
    // Shown before the user continues, because rows with errors would be left out.
    showFoundErrors: assign({
      notice: ({ context: { figures, errorCountBeforeCheck } }) => {
        const notice = warning(message('errorsFound', figures.toFix - errorCountBeforeCheck))
        // Without a valid row, nothing is left to submit.
        return figures.valid > 0 ? { ...notice, hint: message('errorsLeftOut') } : notice
      },
    }),
    clearNotice: assign({ notice: undefined }),
    // Options for one upload must not carry over to the next, because retiring cards cannot be undone.
    reset: assign({
      options: defaultOptions,
      nextOptions: {},
      file: undefined,
      figures: noFigures,
      fileToMap: undefined,
      source: undefined,
      verification: undefined,
      duplicateReason: '',
      intent: undefined,
    }),
    forgetResult: assign({ uploadId: undefined, results: [] }),
    setFigures: assign({ figures: (_, figures: RowsFigures) => figures }),
    setReason: assign({ duplicateReason: (_, reason: string) => reason }),
    applyOptions: assign(({ context }, changes: Partial<Steps.UploadOptions>) =>
      withOptions(context, { ...context.options, ...changes }),
    ),
    setFormOptions: assign(({ context: { file, options, nextOptions } }, changes: Partial<Steps.UploadOptions>) => {
      if (file === undefined) return { options: { ...options, ...changes } }
      const { changesForNow, changesForLater } = splitOptions(changes)
      return { options: { ...options, ...changesForNow }, nextOptions: { ...nextOptions, ...changesForLater } }
    }),
    applyFormOptions: assign(({ context }) => withOptions(context, formOptions(context))),
    // Keeps options that the user has typed while the file was read. Drops everything else of an earlier upload.
    setReadResult: assign(({ context }, outcome: Steps.ReadOutcome) => {
      if (outcome.kind !== 'read') return {}
      return {
        options: { ...formOptions(context), ...outcome.options },
        nextOptions: {},
        file: outcome.file,
        figures: outcome.figures,
        fileToMap: outcome.fileToMap,
        source: outcome.source,
        verification: undefined,
        duplicateReason: '',
        intent: undefined,
      }
    }),
    setFileToMap: assign((_, outcome: Steps.ReadOutcome) =>
      outcome.kind === 'columnsNeeded' ? { fileToMap: outcome.fileToMap, source: outcome.source } : {},
    ),
    setSource: assign((_, outcome: Steps.ReadOutcome) => ({ source: outcome.source })),
    setVerification: assign((_, outcome: Steps.VerifyOutcome) =>
      outcome.kind === 'verified' ? { verification: outcome.verification, figures: outcome.figures } : {},
    ),
    /** Used before a check, since the findings of the check change the figures while it runs. */
    recordErrorCount: assign({ errorCountBeforeCheck: ({ context }) => context.figures.toFix }),
    clearDraftStep: assign({ draftStep: undefined }),
    setResult: assign((_, outcome: Steps.SubmitOutcome) => {
      if (outcome.kind === 'accepted') return { uploadId: outcome.id }
      return outcome.kind === 'activated' ? { results: outcome.results } : {}
    }),
    createIntent: assign(
      (_, { requestId, at, duplicateReason }: { requestId: string; at: string; duplicateReason: string }) => ({
        intent: { requestId, sentAt: at },
        duplicateReason: duplicateReason.trim(),
      }),
    ),
    resend: assign({ intent: ({ context }) => context.intent && { ...context.intent, isResent: true } }),
    clearIntent: assign({ intent: undefined }),
  },
  guards: {
    startsIn: ({ context }, step: Steps.UploadStep) => context.draftStep === step,
    cannotReadFile: ({ context }) => fileRefusal(context) !== undefined,
    isNotOneFile: (_, files: readonly Steps.FileLike[]) => files.length !== 1,
    hasNoFile: ({ context }) => context.file === undefined,
    hasSource: ({ context }) => context.source !== undefined,
    hasFileToMap: ({ context }) => context.fileToMap !== undefined,
    isVerified: ({ context }) => context.verification !== undefined,
    cannotCheck: ({ context }) => checkRefusal(context) !== undefined,
    cannotContinue: ({ context }) => lastStepRefusal(context) !== undefined,
    canContinue: ({ context }) => lastStepRefusal(context) === undefined,
    hasFoundErrors: ({ context }) => context.figures.toFix > context.errorCountBeforeCheck,
    // True if the rows differ from those that the server has checked together. The server then has to search again for
    // earlier uploads with the same rows.
    hasChangedSinceCheck: ({ context }) => context.verification?.contentVersion !== context.figures.contentVersion,
    changesContent: ({ context }, figures: RowsFigures) => figures.contentVersion !== context.figures.contentVersion,
    hasInvalidReason: ({ context }, reason: string) =>
      duplicateReasonRefusal(context.verification, reason) !== undefined,
    checksBeforeLastStep: ({ context }) => uploadRules[context.type].checksBeforeLastStep,
    /** True if the rows are reviewed in a separate step, not where the file was chosen. */
    isReviewSeparate: ({ context }) => uploadRules[context.type].steps.reviewing > 0,
    invalidatesCheck: ({ context }, options: Partial<Steps.UploadOptions>) => !keepsCheck(context, options),
    keepsCheck: ({ context }, options: Partial<Steps.UploadOptions>) => keepsCheck(context, options),
    is: isGuard,
    // True if the server has not executed the request, because the session had ended, and no earlier request was sent.
    isFirstAttempt: ({ context }, { kind }: { readonly kind: string }) =>
      kind === 'sessionEnded' && context.intent?.isResent !== true,
    isResponseStored: ({ context }, at: string) => isResponseStored(context.intent?.sentAt, Date.parse(at)),
  },
}).createMachine({
  id: 'upload',
  initial: 'opening',
  context: ({ input }) => inputToContext(input),
  on: { 'notice.closed': { actions: 'clearNotice' } },
  states: {
    opening: {
      description: 'Starts in the step in which the draft was left.',
      exit: 'clearDraftStep',
      always: [
        { guard: { type: 'startsIn', params: 'outcomeUnknown' }, target: 'outcomeUnknown' },
        { guard: { type: 'startsIn', params: 'confirming' }, target: 'confirming' },
        { guard: { type: 'startsIn', params: 'reviewing' }, target: 'reviewing' },
        { target: 'choosing' },
      ],
    },

    choosing: {
      description: 'First step: a file is chosen, or the user has returned from a later step.',
      on: {
        'files.dropped': [
          {
            guard: 'cannotReadFile',
            actions: 'showFileRefusal',
          },
          {
            guard: { type: 'isNotOneFile', params: field('files') },
            actions: { type: 'setNotice', params: critical(message('oneFileOnly')) },
          },
          { target: 'reading', actions: 'clearNotice' },
        ],
        // The user has returned from a later step. The file is still loaded and the next step is available.
        next: [
          {
            guard: 'cannotReadFile',
            actions: 'showFileRefusal',
          },
          { guard: 'hasNoFile', actions: { type: 'setNotice', params: critical(message('fileFirst')) } },
          {
            target: 'reviewing',
            actions: ['clearNotice', { type: 'checkRowsWithOptions', params: toFormOptions }, 'applyFormOptions'],
          },
        ],
        'file.read.again': { guard: 'hasSource', target: 'reading', actions: 'clearNotice' },
        'options.changed': { actions: { type: 'setFormOptions', params: field('options') } },
        'rows.changed': { actions: { type: 'setFigures', params: field('figures') } },
        'start.over': { actions: ['setDraftAside', 'reset', 'clearNotice'] },
      },
    },

    reading: {
      description: 'A worker reads the file on this device.',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context, event }) => eventToFile(event, context),
        onDone: [
          {
            guard: is('read'),
            target: 'reviewing',
            actions: [{ type: 'setReadResult', params: output }],
          },
          {
            guard: is('columnsNeeded'),
            target: 'mapping',
            actions: { type: 'setFileToMap', params: output },
          },
          // 'refused'.
          {
            target: 'choosing',
            actions: [
              { type: 'setSource', params: output },
              { type: 'showOutcome', params: output },
            ],
          },
        ],
        onError: { target: 'choosing', actions: { type: 'setNotice', params: critical(message('fileFailed')) } },
      },
      on: {
        'options.changed': { actions: { type: 'setFormOptions', params: field('options') } },
        cancel: { target: 'choosing', actions: { type: 'setNotice', params: warning(message('fileAborted')) } },
      },
    },

    mapping: {
      description: 'The user maps the columns of the file to fields.',
      on: {
        'options.changed': { actions: { type: 'setFormOptions', params: field('options') } },
        'columns.chosen': 'reading',
        'file.read.again': { guard: 'hasSource', target: 'reading' },
        cancel: [{ guard: 'hasNoFile', target: 'choosing' }, { target: 'reviewing' }],
      },
      exit: 'clearNotice',
    },

    reviewing: {
      description: 'The rows are on screen and can be edited and removed.',
      initial: 'deciding',
      on: {
        'columns.change': { guard: 'hasFileToMap', target: 'mapping' },
        'file.read.again': { guard: 'hasSource', target: 'reading', actions: 'clearNotice' },
        'options.changed': [
          {
            guard: { type: 'invalidatesCheck', params: field('options') },
            target: '.deciding',
            actions: [
              { type: 'checkRowsWithOptions', params: toChangedOptions },
              { type: 'applyOptions', params: field('options') },
            ],
          },
          { actions: { type: 'applyOptions', params: field('options') } },
        ],
        'rows.changed': { actions: { type: 'setFigures', params: field('figures') } },
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'clearNotice'] },
      },
      states: {
        deciding: {
          description: 'Decides whether the last check is still valid.',
          always: [{ guard: 'isVerified', target: 'verified' }, { target: 'unverified' }],
        },
        unverified: {
          description: 'The server has not checked these rows.',
          on: {
            check: startCheck,
            next: [
              stayIfRefused,
              { guard: 'checksBeforeLastStep', target: 'verifying.continuing', actions: 'clearNotice' },
            ],
            back: backToFile,
          },
        },
        verifying: {
          description: 'The server checks the rows, in one call or in chunks.',
          initial: 'requested',
          on: { cancel: 'deciding', back: backToFile },
          states: {
            requested: {
              description: 'The user has requested a check.',
              invoke: {
                id: 'verifyRows',
                src: 'verifyRows',
                input: ({ context }) => toCheckInput(context, { isBeforeLastStep: false }),
                onDone: [
                  {
                    guard: is('verified'),
                    target: '#upload.reviewing.verified',
                    actions: { type: 'setVerification', params: output },
                  },
                  ...afterFailedCheck,
                ],
                onError: checkFailed,
              },
            },
            continuing: {
              description: 'A check before the last step, which follows if the check finds no errors.',
              entry: 'recordErrorCount',
              invoke: {
                id: 'verifyRows',
                src: 'verifyRows',
                input: ({ context }) => toCheckInput(context, { isBeforeLastStep: true }),
                onDone: [
                  {
                    guard: is('verified'),
                    target: 'checked',
                    actions: { type: 'setVerification', params: output },
                  },
                  ...afterFailedCheck,
                ],
                onError: checkFailed,
              },
            },
            checked: {
              description: 'Continues with the last step if the check found no errors.',
              always: [
                { guard: 'hasFoundErrors', target: '#upload.reviewing.verified', actions: 'showFoundErrors' },
                { guard: 'canContinue', target: '#upload.confirming' },
                { target: '#upload.reviewing.verified' },
              ],
            },
          },
        },
        verified: {
          description: 'The server has checked the rows.',
          on: {
            check: startCheck,
            next: [
              stayIfRefused,
              { guard: 'hasChangedSinceCheck', target: 'verifying.continuing', actions: 'clearNotice' },
              { target: '#upload.confirming', actions: 'clearNotice' },
            ],
            back: backToFile,
          },
        },
      },
    },

    confirming: {
      description: 'Last step: the totals, and a reason if the same rows were uploaded before.',
      on: {
        // The rows stay on screen for a moment after the step has changed. Edits made then are counted and checked
        // first.
        'rows.changed': [
          {
            guard: { type: 'changesContent', params: field('figures') },
            target: 'reviewing',
            actions: { type: 'setFigures', params: field('figures') },
          },
          { actions: { type: 'setFigures', params: field('figures') } },
        ],
        back: { target: 'reviewing', actions: 'clearNotice' },
        'reason.changed': { actions: { type: 'setReason', params: field('reason') } },
        // Only the proposed time can change in this step.
        'options.changed': {
          guard: { type: 'keepsCheck', params: field('options') },
          actions: { type: 'applyOptions', params: field('options') },
        },
        submit: [
          {
            guard: { type: 'hasInvalidReason', params: field('duplicateReason') },
            actions: { type: 'showReasonRefusal', params: field('duplicateReason') },
          },
          { target: 'submitting', actions: ['clearNotice', { type: 'createIntent', params: wholeEvent }] },
        ],
      },
    },

    submitting: {
      description: 'The rows are being submitted.',
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
            // Without storage the id exists only in memory, and a notice has informed the user.
            onError: 'sending',
          },
        },
        sending: {
          description: 'Sent. The response can take long or never arrive.',
          invoke: {
            id: 'submitRows',
            src: 'submitRows',
            input: ({ context }) => contextToStored(context, 'outcomeUnknown'),
            onDone: [
              {
                guard: is('accepted'),
                target: '#upload.done',
                actions: { type: 'setResult', params: output },
              },
              {
                guard: is('activated'),
                target: '#upload.done',
                actions: { type: 'setResult', params: output },
              },
              {
                guard: is('noResponse'),
                target: '#upload.outcomeUnknown',
              },
              {
                guard: { type: 'isFirstAttempt', params: output },
                target: '#upload.confirming',
                actions: 'clearIntent',
              },
              {
                guard: is('sessionEnded'),
                target: '#upload.outcomeUnknown',
              },
              {
                guard: is('retryLater'),
                target: '#upload.confirming',
                actions: ['clearIntent', { type: 'showOutcome', params: output }],
              },
              {
                guard: is('timeRefused'),
                target: '#upload.confirming',
                actions: ['clearIntent', { type: 'showOutcome', params: output }],
              },
              {
                guard: is('rowsRefused'),
                target: '#upload.reviewing.verifying',
                actions: ['clearIntent', { type: 'showOutcome', params: output }],
              },
              {
                guard: is('reasonNeeded'),
                target: '#upload.reviewing.verifying.continuing',
                actions: 'clearIntent',
              },
              // 'refused': the same as after a refused check.
              {
                target: '#upload.choosing',
                actions: ['clearIntent', 'setDraftAside', 'reset', { type: 'showOutcome', params: output }],
              },
            ],
            onError: '#upload.outcomeUnknown',
          },
        },
      },
    },

    outcomeUnknown: {
      description: 'Sent, but no response arrived. It can be repeated safely with the same requestId.',
      on: {
        'start.over': { target: 'choosing', actions: ['setDraftAside', 'reset', 'clearNotice'] },
        resend: [
          {
            guard: { type: 'isResponseStored', params: field('at') },
            target: 'submitting',
            actions: 'resend',
          },
          {
            // The server has forgotten the id. If the rows were sent again, they could be submitted twice. A check
            // looks for the result instead.
            target: 'reviewing.verifying.continuing',
            actions: ['forgetIntent', 'clearIntent', 'showRequestExpired'],
          },
        ],
      },
    },

    done: {
      description: 'The server has accepted the rows.',
      entry: 'releaseDraft',
      on: { 'start.over': { target: 'choosing', actions: ['reset', 'forgetResult', 'clearNotice'] } },
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

/** The stored form of a snapshot. Undefined if there is nothing to store. Never a step in which a call is running. */
export function snapshotToStored(snapshot: UploadSnapshot): Steps.StoredUpload | undefined {
  const { context } = snapshot
  if (context.file === undefined || snapshot.matches('done')) return undefined
  if (snapshot.matches('reading') || snapshot.matches('mapping')) return undefined
  if (snapshot.matches('choosing')) return contextToStored(context, 'choosing')
  if (snapshot.matches('reviewing')) return contextToStored(context, 'reviewing')
  return contextToStored(context, snapshot.matches('confirming') ? 'confirming' : 'outcomeUnknown')
}

/** The options as shown in the form. */
export const formOptions = ({ options, nextOptions }: Pick<Steps.UploadContext, 'options' | 'nextOptions'>) => ({
  ...options,
  ...nextOptions,
})

/** The reason why no file can be read with the options of the form. Undefined if a file can be read. */
export const fileRefusal = (
  context: Pick<Steps.UploadContext, 'type' | 'options' | 'nextOptions'>,
): Message | undefined => uploadRules[context.type].fileRefusal(formOptions(context))

const keepsCheck = ({ type, options }: Steps.UploadContext, changes: Partial<Steps.UploadOptions>): boolean =>
  keepsVerification(type, options, { ...options, ...changes })

const withOptions = (
  { type, options: before, verification }: Steps.UploadContext,
  options: Steps.UploadOptions,
): Pick<Steps.UploadContext, 'options' | 'nextOptions' | 'verification'> => ({
  options,
  nextOptions: {},
  verification: keepsVerification(type, before, options) ? verification : undefined,
})

/** Splits changes in the first step, while rows are open. Changes for later apply when the user continues. */
function splitOptions(changes: Partial<Steps.UploadOptions>) {
  const appliesLater = (name: string) => (optionsOfLocalCheck as readonly string[]).includes(name)
  const entries = Object.entries(changes)
  const entriesForLater = entries.filter(([name]) => appliesLater(name))
  const entriesForNow = entries.filter(([name]) => !appliesLater(name))
  return {
    changesForLater: Object.fromEntries(entriesForLater) as Partial<Steps.UploadOptions>,
    changesForNow: Object.fromEntries(entriesForNow) as Partial<Steps.UploadOptions>,
  }
}

/** The file that the state 'reading' reads. The event decides which file it is, and how it is read. */
function eventToFile(event: Steps.UploadEvent, context: Steps.UploadContext): Steps.FileToRead {
  const options = formOptions(context)
  const { source, fileToMap } = context
  if (event.type === 'columns.chosen' && fileToMap) {
    const { file, columns } = fileToMap
    return { file, options, chosenColumns: { columns, mapping: event.mapping }, settings: source?.settings }
  }
  if (event.type === 'file.read.again' && source)
    return { file: source.file, options, settings: { ...source.settings, ...event.settings } }
  const droppedFile = event.type === 'files.dropped' ? event.files[0] : undefined
  return { file: droppedFile ?? NO_FILE, options }
}

/** Never read, because the guards let exactly one file through. Reading it would fail with a message. */
const NO_FILE: Steps.FileLike = { name: '', size: 0 }

function outcomeToNotice(outcome: Steps.ReadOutcome | Steps.VerifyOutcome | Steps.SubmitOutcome): Notice | undefined {
  if ('message' in outcome) return { ...critical(outcome.message), hint: outcome.hint }
  if (!('text' in outcome)) return undefined
  return { ...critical(message('serverMessage', outcome.text)), code: 'code' in outcome ? outcome.code : undefined }
}

/**
 * Throws for an undefined message. The type allows it for calls such as `critical(fileRefusal(context))`, which a guard
 * permits only if there is a refusal.
 */
function critical(text: Message | undefined): Notice {
  if (text === undefined) throw new Error('a notice without a message')
  return { tone: 'critical', message: text }
}

function warning(text: Message | undefined): Notice {
  return { ...critical(text), tone: 'warning' }
}
