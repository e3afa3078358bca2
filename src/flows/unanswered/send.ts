// Sends a change and says how it ended. A missing answer is neither a yes nor a no: the change stays kept, and asking for it
// again with its requestId does it once at most (contract "The wire"). Until its outcome is known nothing else of its topic is
// sent about the same thing: neither twice, nor in place of something else.
import { createActor, fromPromise, waitFor } from 'xstate'
import { client } from '#brand/current.ts'
import type { ChangingMethod } from '#contract/facts.ts'
import type { Params } from '#contract/operations.ts'
import { isAnswerKept, type Outcome, replyToOutcome } from '#domain/answers.ts'
import { instantToText } from '#domain/instants.ts'
import { sentence } from '#domain/sentences.ts'
import {
  type ChangeContext,
  type ChangeInput,
  changeMachine,
  type FieldError,
  type HandedOver,
  type Kept,
  type Said,
  type Sending,
} from '#machines/change.ts'
import { type Answer, change as callToChange } from '#services/server/api.ts'
import { saveWireFile, type WireFile } from '#services/files/download.ts'
import { inspecting } from '#services/inspect/inspect.ts'
import { notify } from '#services/notices.ts'
import { refreshAnswers } from '#services/server/queries.ts'
import { holdUpdates } from '#services/device/updates.ts'
import * as say from '#words/flows/unanswered.ts'
import {
  type AnyWanted,
  areaOf,
  areas,
  changeKinds,
  type Sent,
  type Unanswered,
  type UnansweredOperation,
} from './kinds.ts'
import { keepResult } from './results.ts'
import { forget, record, type Refuse } from './store.ts'

/** How a sent change ended. */
export type Ending =
  | { readonly kind: 'done' }
  /** The host has said no, in its words, and at which parameters, where it says so. */
  | {
      readonly kind: 'refused'
      readonly text: string
      readonly errors: readonly FieldError[]
      readonly retryAfter?: number
    }
  /** Neither a yes nor a no. What it said all the same, or that it could not be reached; nothing where nothing was sent. */
  | { readonly kind: 'unknown'; readonly text?: string; readonly retryAfter?: number }

/** How a change is sent that is one of many. */
export interface Manner {
  /** Its id and time, where they are made already. */
  readonly sent?: Sent
  /** True where somebody else says how all of them ended: a success has no notice of its own. */
  readonly isQuiet?: boolean
}

/** Whether asking again is safe still; past that the host would carry it out a second time. */
export const mayAskAgain = ({ sentAt }: Pick<Unanswered, 'sentAt'>): boolean => isAnswerKept(sentAt, Date.now())

/**
 * Sends a change that was not sent before. Sends nothing while an earlier one must be known first, or where `refuse` says a
 * sentence, which comes back as a refusal.
 */
export async function carryOut(
  ownerUser: string,
  wanted: Exclude<AnyWanted, { kind: 'upload' }>,
  refuse?: Refuse,
  { sent, isQuiet = false }: Manner = {},
): Promise<Ending> {
  return live(ownerUser, wanted, { sent: undefined }, isQuiet, async () => {
    const recorded = await record(ownerUser, wanted, sent, refuse)
    if (recorded.refusal !== undefined) return { kind: 'refused', text: recorded.refusal }
    return recorded.isNew ? { kind: 'kept', sent: recorded.change } : { kind: 'earlier' }
  })
}

/** The same request once more, with everything that it was sent with. */
export async function askAgain(
  ownerUser: string,
  change: UnansweredOperation,
  { isQuiet = false }: Pick<Manner, 'isQuiet'> = {},
): Promise<Ending> {
  return live(ownerUser, change, { sent: change }, isQuiet, () => Promise.resolve({ kind: 'earlier' }))
}

/** Runs the chart of a change (machines/change) until it is known how it ended, or that nobody knows. */
async function live(
  ownerUser: string,
  wanted: Exclude<AnyWanted, { kind: 'upload' }>,
  input: ChangeInput,
  isQuiet: boolean,
  keep: () => Promise<Kept>,
): Promise<Ending> {
  const release = holdUpdates(areaOf(wanted).underWay)
  let answer: Answer<ChangingMethod> | undefined
  const whole = ({ sent }: Sending) =>
    ({ ...wanted, requestId: sent.requestId, sentAt: sent.sentAt }) as UnansweredOperation
  const actor = createActor(
    changeMachine.provide({
      actors: {
        keep: fromPromise(keep),
        send: fromPromise<Said, Sending>(async ({ input: sending }) => {
          answer = await send(whole(sending))
          return answerToSaid(answer, sending.isAskedAgain)
        }),
        handOver: fromPromise<HandedOver, Sending>(({ input: sending }) => handOver(ownerUser, whole(sending), answer)),
        forget: fromPromise<void, Sending>(({ input: sending }) => forget(ownerUser, whole(sending))),
      },
    }),
    { ...inspecting, input },
  )
  try {
    actor.start()
    if (input.sent) actor.send({ type: 'ask.again', at: new Date().toISOString() })
    const { value, context } = await waitFor(actor, (snapshot) => snapshot.hasTag('settled'))
    return end(wanted, value, context, isQuiet)
  } finally {
    actor.stop()
    release()
  }
}

/** The operator has seen how it ended. */
export async function dismiss(ownerUser: string, change: Unanswered): Promise<void> {
  await forget(ownerUser, change)
  refreshAnswers(...areaOf(change).refreshes)
}

/** A new PIN, which is stored nowhere: its requestId and digits are the caller's to keep until the answer is there. */
export async function changePin(params: Params<'changePin'>, done: string, success: string, isAskedAgain: boolean) {
  const release = holdUpdates(areas.card.underWay)
  try {
    const answer = await callToChange('changePin', params)
    const ending = saidToEnding(answerToSaid(answer, isAskedAgain))
    if (answer.ok || answer.kind === 'refused') refreshAnswers(...areas.card.refreshes)
    if (ending.kind === 'done') notify({ kind: 'success', text: success, about: sentence(done) })
    return ending
  } finally {
    release()
  }
}

/** What an answer says about a change. */
export const answerToOutcome = (answer: Answer<ChangingMethod>, isAskedAgain: boolean): Outcome =>
  replyToOutcome(!answer.ok && answer.kind === 'unreachable' ? { ok: false } : answer, isAskedAgain)

// Whatever the answer, what is on screen is old: changed now, or by somebody else before (`-20409`).
function end(wanted: AnyWanted, value: string, context: ChangeContext, isQuiet: boolean): Ending {
  const { text, errors, isAskedAgain, sent, retryAfter } = context
  const later = retryAfter !== undefined && { retryAfter }
  if (value === 'barred') return { kind: 'unknown' }
  if (value === 'unknown') return { kind: 'unknown', ...(text !== '' && { text }), ...later }
  if (sent) refreshAnswers(...areaOf(wanted).refreshes)
  if (value === 'refused') return { kind: 'refused', text, errors, ...later }
  if (sent && !isQuiet) notify(successOf(wanted, sent.sentAt, isAskedAgain))
  return { kind: 'done' }
}

// A file that could not be handed over can be asked for again: the host has its answer for a day.
async function handOver(
  ownerUser: string,
  change: UnansweredOperation,
  answer: Answer<ChangingMethod> | undefined,
): Promise<HandedOver> {
  if (!answer?.ok) return { kind: 'handedOver' }
  const isSaved = !changeKinds[change.kind].answersFile || (await saveWireFile(answer.result as unknown as WireFile))
  await keepResult(ownerUser, change, answer.result)
  return isSaved ? { kind: 'handedOver' } : { kind: 'notHandedOver', text: say.fileCameButItCould }
}

function answerToSaid(answer: Answer<ChangingMethod>, isAskedAgain: boolean): Said {
  const errors = (!answer.ok && answer.kind === 'refused' && answer.errors) || []
  const text = answer.ok ? '' : (errors[0]?.message ?? answer.text)
  const retryAfter = answer.ok || answer.kind !== 'refused' ? undefined : answer.retryAfter
  return {
    outcome: answerToOutcome(answer, isAskedAgain),
    text,
    errors,
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

function saidToEnding({ outcome, errors, ...said }: Said): Ending {
  if (outcome === 'done') return { kind: 'done' }
  return outcome === 'notDone' ? { kind: 'refused', errors, ...said } : { kind: 'unknown', ...said }
}

// The thing may have been changed since by others: the notice says which request it answers.
function successOf(change: AnyWanted, sentAt: string, isAskedAgain: boolean) {
  const about = change.successAbout ?? sentence(change.done)
  const which = say.thisAnswersRequest(instantToText(sentAt, client))
  return {
    kind: 'success',
    text: change.success,
    about: isAskedAgain ? `${about}. ${which}` : about,
    lasts: isAskedAgain || changeKinds[change.kind].movesMoney ? 'long' : 'short',
    ...(areaOf(change).refreshesOnClose && { onClose: () => refreshAnswers(...areaOf(change).refreshes) }),
  } as const
}

const send = ({ kind, params, requestId }: UnansweredOperation): Promise<Answer<ChangingMethod>> =>
  callToChange(kind, { ...params, requestId })
