// Sends a change and returns its result. If no response arrives, the outcome is unknown and the change stays stored.
// The user can then send it again: thanks to its requestId, the server carries it out only once. Until the outcome is
// known, no other change with the same topic and subject is sent.
import { m } from '#words/messages.js'
import { createActor, fromPromise, waitFor } from 'xstate'
import { client } from '#brand/current.ts'
import type { ChangingMethod } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import { failureMessages, isResponseStored, type Outcome, replyToOutcome } from '#domain/request-outcomes.ts'
import { instantToText } from '#domain/instants.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { LIST_FULL_MESSAGE } from '#domain/merchants/list.ts'
import {
  type ChangeInput,
  changeMachine,
  type ChangeMessage,
  type ChangeOutcome,
  type Sending,
  type StoreResult,
} from '#machines/change.ts'
import { type CallResponse, change as callToChange } from '#services/server/api.ts'
import { saveApiFile, type ApiFile } from '#services/files/download.ts'
import { inspectOptions } from '#services/inspect/inspect.ts'
import { notify } from '#services/notices.ts'
import { refreshQueries } from '#services/server/queries.ts'
import { holdUpdates } from '#services/device/updates.ts'
import { addMerchant } from '../merchants/list.ts'
import {
  type AnyChangeRequest,
  type AnyOperationRequest,
  type Area,
  areaInfoOf,
  areas,
  changeTypes,
  type SentRequest,
  type PendingChange,
  type PendingOperation,
} from './change-types.ts'
import { forgetChange, storeChange, type RefusalCheck } from './store.ts'

/** How a change ended, with the sentence to show. `text` is undefined if nothing was sent. */
export type SendResult =
  | Extract<ChangeOutcome, { kind: 'done' }>
  | (Extract<ChangeOutcome, { kind: 'refused' }> & { readonly text: string })
  | (Extract<ChangeOutcome, { kind: 'unknown' }> & { readonly text: string | undefined })

const messageTexts = {
  ...failureMessages,
  notSaved: m.pending_fileNotSaved(),
  changesLocked: m.pending_earlierChangesAreLocked(),
  listFull: LIST_FULL_MESSAGE,
}

export const changeMessageToText = (message: ChangeMessage): string =>
  message.code === 'serverMessage' ? message.text : messageTexts[message.code]

interface SendOptions {
  /** Returns the reason if the change must not be sent. */
  readonly refuse?: RefusalCheck
  /** True for one of several changes. The caller reports the overall result, so no change shows a notice of success. */
  readonly isSilent?: boolean
}

/**
 * True while the server still knows the request. Later, the server would carry out a repeated request a second time.
 */
export const canResend = ({ sentAt }: Pick<PendingChange, 'sentAt'>): boolean => isResponseStored(sentAt, Date.now())

/**
 * Sends a new change. Sends nothing if an earlier change with the same topic and subject has an unknown outcome, or if
 * `refuse` returns a reason.
 */
export const sendChange = (
  ownerUser: string,
  request: AnyOperationRequest,
  { refuse, isSilent = false }: SendOptions = {},
): Promise<SendResult> =>
  runChange(toEffects(ownerUser, request, { isSilent }), { sent: undefined }, async () => {
    const result = await storeChange(ownerUser, request, { refuse })
    if (result.kind === 'refused') return { kind: 'refused', message: { code: result.refusal }, errors: [] }
    return result.kind === 'stored' ? { kind: 'stored', sent: result.change } : { kind: 'unknown' }
  })

/** Repeats a request with exactly the same content. */
export const resendChange = (ownerUser: string, change: PendingOperation): Promise<SendResult> =>
  runChange(toEffects(ownerUser, change, { isSilent: false }), { sent: change })

export interface PinChange {
  readonly params: Omit<Params<'changePin'>, 'requestId'>
  readonly sent: SentRequest
  /** True to repeat a request whose response was lost. */
  readonly isResent: boolean
  readonly texts: { readonly done: string; readonly success: string }
}

/** Changes a PIN. A PIN is never stored. The caller keeps the digits and the requestId until the response arrives. */
export const changePin = ({ params, sent, isResent, texts }: PinChange): Promise<SendResult> =>
  runChange(
    {
      area: 'card',
      send: ({ sent: { requestId } }) => callToChange('changePin', { ...params, requestId }),
      reportSuccess: (sending) => notify(toNotice({ ...texts, movesMoney: false }, sending)),
    },
    { sent: isResent ? sent : undefined },
    () => Promise.resolve({ kind: 'stored', sent }),
  )

/** The effects of sending a change, apart from storing it. */
interface ChangeEffects {
  readonly area: Area
  readonly send: (sending: Sending) => Promise<CallResponse<ChangingMethod>>
  /** Stores the content of the response, e.g. a file or a merchant. */
  readonly handleResult?: (
    sending: Sending,
    response: CallResponse<ChangingMethod> | undefined,
  ) => Promise<ChangeOutcome>
  readonly forget?: (sending: Sending) => Promise<void>
  readonly reportSuccess: (sending: Sending) => void
}

function toEffects(
  ownerUser: string,
  request: AnyOperationRequest,
  { isSilent }: { readonly isSilent: boolean },
): ChangeEffects {
  const { area, movesMoney } = changeTypes[request.kind]
  const toPendingChange = ({ sent: { requestId, sentAt } }: Sending) =>
    ({ ...request, requestId, sentAt }) as PendingOperation
  return {
    area,
    send: ({ sent: { requestId } }) => callToChange(request.kind, { ...request.params, requestId }),
    handleResult: (sending, response) => storeResult(ownerUser, toPendingChange(sending), response),
    forget: (sending) => forgetChange(ownerUser, toPendingChange(sending)),
    reportSuccess: (sending) => {
      if (isSilent) return
      const { refreshes, refreshesOnClose } = areas[area]
      const notice = toNotice({ ...request, movesMoney }, sending)
      notify({ ...notice, onClose: refreshesOnClose && (() => refreshQueries(...refreshes)) })
    },
  }
}

/** For a change that is stored already, and whose outcome is therefore unknown. */
const keepStored = (): Promise<StoreResult> => Promise.resolve({ kind: 'unknown' })

/** Runs the machine of a change until it is at rest: the outcome is known, or remains unknown. */
async function runChange(
  effects: ChangeEffects,
  input: ChangeInput,
  store: () => Promise<StoreResult> = keepStored,
): Promise<SendResult> {
  const { area } = effects
  const releaseUpdates = holdUpdates(area)
  let response: CallResponse<ChangingMethod> | undefined
  const actor = createActor(
    changeMachine.provide({
      actors: {
        store: fromPromise(store),
        send: fromPromise<ChangeOutcome, Sending>(async ({ input: sending }) => {
          response = await effects.send(sending)
          return responseToChangeOutcome(response, sending)
        }),
        handleResult: fromPromise<ChangeOutcome, Sending>(async ({ input: sending }) =>
          effects.handleResult ? effects.handleResult(sending, response) : { kind: 'done' },
        ),
        forget: fromPromise<void, Sending>(async ({ input: sending }) => effects.forget?.(sending)),
      },
    }),
    { ...inspectOptions, input },
  )
  try {
    actor.start()
    // The machine keeps a pending change until it is told to send the change again.
    if (input.sent) actor.send({ type: 'resend', at: new Date().toISOString() })
    const { context } = await waitFor(actor, (snapshot) => snapshot.hasTag('atRest'), { timeout: Infinity })
    const { outcome, sent, isResent } = context
    // The data on screen is outdated after every response. Even if this change was refused, another user may have
    // changed the item before (-20409).
    if (sent && outcome.kind !== 'unknown') refreshQueries(...areas[area].refreshes)
    if (sent && outcome.kind === 'done') effects.reportSuccess({ sent, isResent })
    return withText(outcome)
  } finally {
    actor.stop()
    releaseUpdates()
  }
}

/** Called when the user dismisses a change after checking its result elsewhere. */
export async function dismissChange(ownerUser: string, change: PendingChange): Promise<void> {
  await forgetChange(ownerUser, change)
  refreshQueries(...areaInfoOf(change).refreshes)
}

/** Converts a response to the outcome of a change. */
export function responseToOutcome(
  response: CallResponse<ChangingMethod>,
  { isResent }: Pick<Sending, 'isResent'>,
): Outcome {
  const isUnreachable = !response.ok && response.kind === 'unreachable'
  return replyToOutcome(isUnreachable ? { ok: false } : response, { isResent })
}

// If the file could not be saved, the outcome counts as unknown, so that the user can repeat the request. The server
// keeps its response for a day.
async function storeResult(
  ownerUser: string,
  change: PendingOperation,
  response: CallResponse<ChangingMethod> | undefined,
): Promise<ChangeOutcome> {
  // The machine handles only the results of accepted changes.
  if (!response?.ok) return { kind: 'done' }
  if (changeTypes[change.kind].returnsFile) {
    const isSaved = await saveApiFile(response.result as unknown as ApiFile)
    if (!isSaved) return { kind: 'unknown', message: { code: 'notSaved' } }
  }
  if (change.kind === 'merchantSignUp') {
    const { qrCode } = response.result as Result<'merchantSignUp'>
    await addMerchant(ownerUser, { id: change.requestId, entry: change.params, qr: qrCode, at: change.sentAt })
  }
  return { kind: 'done' }
}

function withText(outcome: ChangeOutcome): SendResult {
  if (outcome.kind === 'done') return outcome
  if (outcome.kind === 'refused') return { ...outcome, text: changeMessageToText(outcome.message) }
  return { ...outcome, text: outcome.message && changeMessageToText(outcome.message) }
}

function responseToChangeOutcome(
  response: CallResponse<ChangingMethod>,
  sending: Pick<Sending, 'isResent'>,
): ChangeOutcome {
  if (response.ok) return { kind: 'done' }
  if (response.kind === 'unreachable') return { kind: 'unknown', message: { code: 'noConnection' } }
  const { errors = [], retryAfter } = response
  const message: ChangeMessage = { code: 'serverMessage', text: errors[0]?.message ?? response.text }
  const isRefused = responseToOutcome(response, sending) === 'refused'
  return isRefused ? { kind: 'refused', message, errors, retryAfter } : { kind: 'unknown', message, retryAfter }
}

interface SuccessDetails extends Pick<AnyChangeRequest, 'done' | 'success' | 'successSubject'> {
  readonly movesMoney: boolean
}

// After a repeated request, the notice names the time of the first request, because other users may have made changes
// since then.
function toNotice(
  { done, success, successSubject, movesMoney }: SuccessDetails,
  { sent: { sentAt }, isResent }: Sending,
) {
  const subject = successSubject ?? capitalise(done)
  const earlierRequest = m.pending_answerToEarlierRequest({ sentAt: instantToText(sentAt, client) })
  return {
    kind: 'success',
    text: success,
    about: isResent ? m.common_twoSentences({ first: subject, second: earlierRequest }) : subject,
    duration: isResent || movesMoney ? 'long' : 'short',
  } as const
}
