// Sends a change and gives how it ended. Without an answer it is neither done nor refused: the change stays stored, and asking for it
// again with its requestId does it at most once. Until its outcome is known nothing else of its topic is sent about the same thing.
import { createActor, fromPromise, waitFor } from 'xstate'
import { client } from '#brand/current.ts'
import type { ChangingMethod } from '#contract/facts.ts'
import type { Params, Result } from '#contract/operations.ts'
import { isAnswerKept, type Outcome, replyToOutcome } from '#domain/answers.ts'
import { instantToText } from '#domain/instants.ts'
import { sentence } from '#domain/sentences.ts'
import { type ChangeInput, changeMachine, type Ending, type Sending, type Stored } from '#machines/change.ts'
import { type Answer, change as callToChange } from '#services/server/api.ts'
import { saveWireFile, type WireFile } from '#services/files/download.ts'
import { inspecting } from '#services/inspect/inspect.ts'
import { notify } from '#services/notices.ts'
import { refreshAnswers } from '#services/server/queries.ts'
import { holdUpdates } from '#services/device/updates.ts'
import * as say from '#words/flows/unanswered.ts'
import { addMerchant } from '../merchants/list.ts'
import {
  type AnyWanted,
  type Area,
  areaOf,
  areas,
  changeKinds,
  type Sent,
  type Unanswered,
  type UnansweredOperation,
} from './kinds.ts'
import { forget, record, type Refuse } from './store.ts'

export type { Ending }

/** How a change is sent that is one of many. */
export interface Manner {
  /** Its requestId and time, if it has them already. */
  readonly sent?: Sent
  /** True if somebody else reports how all of them ended: a success has no notice. */
  readonly isQuiet?: boolean
}

/** Whether asking again is still safe; after that the server would carry it out a second time. */
export const mayAskAgain = ({ sentAt }: Pick<Unanswered, 'sentAt'>): boolean => isAnswerKept(sentAt, Date.now())

/**
 * Sends a change that was not sent before. Sends nothing while an earlier one about the same thing is unknown, or if `refuse` gives a
 * sentence, which comes back as a refusal.
 */
export const carryOut = (
  ownerUser: string,
  wanted: Exclude<AnyWanted, { kind: 'upload' }>,
  refuse?: Refuse,
  { sent, isQuiet = false }: Manner = {},
): Promise<Ending> =>
  run(toRun(ownerUser, wanted, isQuiet), { sent: undefined }, async () => {
    const recorded = await record(ownerUser, wanted, sent, refuse)
    if (recorded.refusal !== undefined) return { kind: 'refused', text: recorded.refusal, errors: [] }
    return recorded.isNew ? { kind: 'stored', sent: recorded.change } : { kind: 'unknown' }
  })

/** The same request once more, with everything that it was sent with. */
export const askAgain = (
  ownerUser: string,
  change: UnansweredOperation,
  { isQuiet = false }: Pick<Manner, 'isQuiet'> = {},
): Promise<Ending> => run(toRun(ownerUser, change, isQuiet), { sent: change })

/** A new PIN, which is stored nowhere: its requestId and digits are the caller's to keep until the answer is there. */
export const changePin = (
  params: Omit<Params<'changePin'>, 'requestId'>,
  sent: Sent,
  words: { readonly done: string; readonly success: string },
  isAskedAgain: boolean,
): Promise<Ending> =>
  run(
    {
      area: 'card',
      send: ({ sent: { requestId } }) => callToChange('changePin', { ...params, requestId }),
      succeed: (again) => notify(toNotice({ ...words, movesMoney: false }, sent, again)),
    },
    { sent: isAskedAgain ? sent : undefined },
    () => Promise.resolve({ kind: 'stored', sent }),
  )

/** What a change needs on its way besides being stored. */
interface Run {
  readonly area: Area
  readonly send: (sending: Sending) => Promise<Answer<ChangingMethod>>
  /** Puts what the answer brought where it belongs. */
  readonly handOver?: (sending: Sending, answer: Answer<ChangingMethod> | undefined) => Promise<Ending>
  readonly forget?: (sending: Sending) => Promise<void>
  /** Reports that it is done. */
  readonly succeed: (isAskedAgain: boolean, sent: Sent) => void
}

function toRun(ownerUser: string, wanted: Exclude<AnyWanted, { kind: 'upload' }>, isQuiet: boolean): Run {
  const { area, movesMoney } = changeKinds[wanted.kind]
  const whole = ({ sent: { requestId, sentAt } }: Sending) => ({ ...wanted, requestId, sentAt }) as UnansweredOperation
  return {
    area,
    send: ({ sent: { requestId } }) => callToChange(wanted.kind, { ...wanted.params, requestId }),
    handOver: (sending, answer) => handOver(ownerUser, whole(sending), answer),
    forget: (sending) => forget(ownerUser, whole(sending)),
    succeed: (isAskedAgain, sent) => {
      if (isQuiet) return
      const { refreshes, refreshesOnClose } = areas[area]
      const notice = toNotice({ ...wanted, movesMoney }, sent, isAskedAgain)
      notify({ ...notice, onClose: refreshesOnClose && (() => refreshAnswers(...refreshes)) })
    },
  }
}

/** Runs the machine of a change until it is known how it ended, or that it is unknown. */
async function run(
  { area, send, handOver: hand, forget: drop, succeed }: Run,
  input: ChangeInput,
  keep: () => Promise<Stored> = () => Promise.resolve({ kind: 'unknown' }),
): Promise<Ending> {
  const release = holdUpdates(areas[area].underWay)
  let answer: Answer<ChangingMethod> | undefined
  const actor = createActor(
    changeMachine.provide({
      actors: {
        keep: fromPromise(keep),
        send: fromPromise<Ending, Sending>(async ({ input: sending }) => {
          answer = await send(sending)
          return answerToEnding(answer, sending.isAskedAgain)
        }),
        handOver: fromPromise<Ending, Sending>(
          async ({ input: sending }) => (await hand?.(sending, answer)) ?? { kind: 'done' },
        ),
        forget: fromPromise<void, Sending>(async ({ input: sending }) => drop?.(sending)),
      },
    }),
    { ...inspecting, input },
  )
  try {
    actor.start()
    if (input.sent) actor.send({ type: 'ask.again', at: new Date().toISOString() })
    const { context } = await waitFor(actor, (snapshot) => snapshot.hasTag('settled'), { timeout: Infinity })
    const { ending, sent, isAskedAgain } = context
    // Whatever the answer, what is on screen is old: changed now, or by somebody else before (`-20409`).
    if (sent && ending.kind !== 'unknown') refreshAnswers(...areas[area].refreshes)
    if (sent && ending.kind === 'done') succeed(isAskedAgain, sent)
    return ending
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

/** What an answer says about a change. */
export const answerToOutcome = (answer: Answer<ChangingMethod>, isAskedAgain: boolean): Outcome =>
  replyToOutcome(!answer.ok && answer.kind === 'unreachable' ? { ok: false } : answer, isAskedAgain)

// A file that could not be handed over can be asked for again: the host has its answer for a day.
async function handOver(
  ownerUser: string,
  change: UnansweredOperation,
  answer: Answer<ChangingMethod> | undefined,
): Promise<Ending> {
  if (!answer?.ok) return { kind: 'done' }
  const isSaved = !changeKinds[change.kind].answersFile || (await saveWireFile(answer.result as unknown as WireFile))
  if (change.kind === 'merchantSignUp') {
    const { qrCode } = answer.result as Result<'merchantSignUp'>
    await addMerchant(ownerUser, { id: change.requestId, entry: change.params, qr: qrCode, at: change.sentAt })
  }
  return isSaved ? { kind: 'done' } : { kind: 'unknown', text: say.fileCameButItCould }
}

function answerToEnding(answer: Answer<ChangingMethod>, isAskedAgain: boolean): Ending {
  if (answer.ok) return { kind: 'done' }
  const { errors = [], retryAfter } = answer.kind === 'refused' ? answer : {}
  const text = errors[0]?.message ?? answer.text
  return answerToOutcome(answer, isAskedAgain) === 'refused'
    ? { kind: 'refused', text, errors, retryAfter }
    : { kind: 'unknown', text, retryAfter }
}

interface Success extends Pick<AnyWanted, 'done' | 'success' | 'successAbout'> {
  readonly movesMoney: boolean
}

// The thing may have been changed since by others: the notice says which request it answers.
function toNotice({ done, success, successAbout, movesMoney }: Success, { sentAt }: Sent, isAskedAgain: boolean) {
  const about = successAbout ?? sentence(done)
  return {
    kind: 'success',
    text: success,
    about: isAskedAgain ? `${about}. ${say.thisAnswersRequest(instantToText(sentAt, client))}` : about,
    lasts: isAskedAgain || movesMoney ? 'long' : 'short',
  } as const
}
