// Sends a change and says how it ended. A missing answer is neither a yes nor a no: the change stays kept, and asking for it
// again with its requestId does it once at most (contract "The wire"). Until its outcome is known nothing else of its topic is
// sent about the same thing: neither twice, nor in place of something else.
import { client } from '#brand/current.ts'
import type { ChangingMethod } from '#contract/facts.ts'
import type { Params } from '#contract/operations.ts'
import { isAnswerKept, type Outcome, replyToOutcome } from '#domain/answers.ts'
import { instantToText } from '#domain/columns.ts'
import { sentence } from '#domain/sentences.ts'
import { type Answer, change as callToChange } from '#services/api.ts'
import { saveWireFile, type WireFile } from '#services/download.ts'
import { notify } from '#services/notices.ts'
import { refreshAnswers } from '#services/queries.ts'
import { holdUpdates } from '#services/updates.ts'
import { type AnyWanted, areaOf, areas, changeKinds, type Sent, type Unanswered, type UnansweredOperation } from './kinds.ts' // prettier-ignore
import { keepResult } from './results.ts'
import { forget, record, type Refuse } from './store.ts'

type FieldError = { readonly path: string; readonly message: string }

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
  const release = holdUpdates(areaOf(wanted).underWay)
  try {
    const recorded = await record(ownerUser, wanted, sent, refuse)
    if (recorded.refusal !== undefined) return { kind: 'refused', text: recorded.refusal, errors: [] }
    const { change, isNew } = recorded
    if (!isNew || change.kind === 'upload') return { kind: 'unknown' }
    return await end(ownerUser, change, await send(change), { isAskedAgain: false, isQuiet })
  } finally {
    release()
  }
}

/** The same request once more, with everything that it was sent with. */
export async function askAgain(
  ownerUser: string,
  change: UnansweredOperation,
  { isQuiet = false }: Pick<Manner, 'isQuiet'> = {},
): Promise<Ending> {
  if (!mayAskAgain(change)) return { kind: 'unknown' }
  const release = holdUpdates(areaOf(change).underWay)
  try {
    return await end(ownerUser, change, await send(change), { isAskedAgain: true, isQuiet })
  } finally {
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
    const ending = answerToEnding(answer, isAskedAgain)
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

async function end(
  ownerUser: string,
  change: UnansweredOperation,
  answer: Answer<ChangingMethod>,
  { isAskedAgain, isQuiet }: { readonly isAskedAgain: boolean; readonly isQuiet: boolean },
): Promise<Ending> {
  const ending = await endingWithFile(change, answer, answerToEnding(answer, isAskedAgain))
  if (answer.ok) await keepResult(ownerUser, change, answer.result)
  if (ending.kind !== 'unknown') await forget(ownerUser, change)
  // Whatever the answer, what is on screen is old: changed now, or by somebody else before (`-20409`).
  if (ending.kind !== 'unknown') refreshAnswers(...areaOf(change).refreshes)
  if (ending.kind === 'done' && !isQuiet) notify(successOf(change, isAskedAgain))
  return ending
}

// A file that could not be handed over can be asked for again: the host has its answer for a day.
async function endingWithFile(
  { kind }: UnansweredOperation,
  answer: Answer<ChangingMethod>,
  ending: Ending,
): Promise<Ending> {
  if (!changeKinds[kind].answersFile || ending.kind !== 'done' || !answer.ok) return ending
  const isSaved = await saveWireFile(answer.result as unknown as WireFile)
  return isSaved ? ending : { kind: 'unknown', text: 'The file came, but it could not be saved.' }
}

function answerToEnding(answer: Answer<ChangingMethod>, isAskedAgain: boolean): Ending {
  const errors = (!answer.ok && answer.kind === 'refused' && answer.errors) || []
  const text = answer.ok ? '' : (errors[0]?.message ?? answer.text)
  const retryAfter = answer.ok || answer.kind !== 'refused' ? undefined : answer.retryAfter
  const said = { text, ...(retryAfter !== undefined && { retryAfter }) }
  switch (answerToOutcome(answer, isAskedAgain)) {
    case 'done':
      return { kind: 'done' }
    case 'notDone':
      return { kind: 'refused', errors, ...said }
    case 'unknown':
      return { kind: 'unknown', ...said }
  }
}

// The thing may have been changed since by others: the notice says which request it answers.
function successOf(change: Unanswered, isAskedAgain: boolean) {
  const about = change.successAbout ?? sentence(change.done)
  const which = `This answers the request of ${instantToText(change.sentAt, client)}`
  return {
    kind: 'success',
    text: change.success,
    about: isAskedAgain ? `${about}. ${which}` : about,
    stays: isAskedAgain || changeKinds[change.kind].movesMoney,
    ...(areaOf(change).refreshesOnClose && { onClose: () => refreshAnswers(...areaOf(change).refreshes) }),
  } as const
}

const send = ({ kind, params, requestId }: UnansweredOperation): Promise<Answer<ChangingMethod>> =>
  callToChange(kind, { ...params, requestId })
