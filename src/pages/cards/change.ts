// Sends one change of a card and says how it ended. A missing answer is neither a yes nor a no: the intent stays on this
// device, and asking again with its requestId does it once at most (contract "The wire"). Until that outcome is known, by
// asking again or by looking at the card, nothing else of its kind is sent: neither twice, nor in place of something else.
import { client } from '#brand/current.ts'
import { codes } from '#contract/codes.ts'
import type { Params } from '#contract/operations.ts'
import { isAnswerKept } from '#domain/answers.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { instantToText } from '#domain/columns.ts'
import { createIntents, type Ending, type Sent, type Wanted } from '#flows/intents.ts'
import { type Answer, change } from '#services/api.ts'
import { notify } from '#services/notices.ts'
import { refreshAnswers } from '#services/queries.ts'
import { holdUpdates } from '#services/updates.ts'

/** The changes that may be asked for again after a reload. A new PIN is not among them: it is stored nowhere. */
export type CardMethod =
  | 'devalueCard'
  | 'retireCard'
  | 'stopCard'
  | 'unstopCard'
  | 'setCardStatus'
  | 'toggleMagstripe'
  | 'reverseTransaction'
  | 'addCardNote'
  | 'insertCardFee'

export interface CardChange<M extends CardMethod = CardMethod> {
  readonly method: M
  readonly params: Omit<Params<M>, 'requestId'>
}

/** Where the card is to be looked at: on its own page, or found by the number that was typed. */
export type CardPlace =
  { readonly voucherID: string } | { readonly identifierType: IdentifierType; readonly identifier: string }

export interface CardIntent extends Sent {
  /** The card, or what else it is done to: with the method it says which intent must be known before a new one. */
  readonly about: string
  readonly place?: CardPlace
  /** For words about it when its dialog is gone: 'card 9000 01•• •••• 0012 was devalued'. */
  readonly done: string
  /** The notice of success (cards §8). */
  readonly success: string
  readonly change: CardChange
}

export type WantedChange = Wanted<CardIntent>

const keyOf = (method: CardMethod, about: string): string =>
  // The two undo each other: while one is unanswered, nobody knows what the other would do.
  `${method === 'unstopCard' ? 'stopCard' : method} ${about}`

const intents = createIntents<CardIntent>({
  key: 'intents of card changes',
  about: ({ about, change: { method } }) => keyOf(method, about),
  givesWay: () => false,
})
export const useUnansweredChanges = intents.useUnanswered

/** The unanswered change that must be known before one of that kind is sent. */
export function useUnanswered(ownerUser: string, method: CardMethod, about: string): CardIntent | undefined {
  const key = keyOf(method, about)
  return useUnansweredChanges(ownerUser).find((intent) => keyOf(intent.change.method, intent.about) === key)
}

/** Whether asking again is safe still; past that the host would carry it out a second time. */
export const mayAskAgain = ({ sentAt }: CardIntent): boolean => isAnswerKept(sentAt, Date.now())

/** Sends a change that was not sent before. Sends nothing while an earlier one of its kind is unanswered. */
export async function carryOut(ownerUser: string, wanted: WantedChange): Promise<Ending> {
  const release = holdUpdates('A change of a card is on its way')
  try {
    const { intent, isNew } = await intents.store(ownerUser, wanted)
    if (!isNew) return { kind: 'unknown' }
    const answer = await send(intent.change, intent.requestId)
    const ending = toEnding(answer, intent.success, movesMoney.includes(intent.change.method))
    if (ending.kind !== 'unknown') await intents.forget(ownerUser, intent)
    return ending
  } finally {
    release()
  }
}

/** The same request once more, with everything that it was sent with. */
export async function askAgain(ownerUser: string, intent: CardIntent): Promise<Ending> {
  if (!mayAskAgain(intent)) return { kind: 'unknown' }
  const release = holdUpdates('A change of a card is on its way')
  try {
    const answer = await send(intent.change, intent.requestId)
    // The card may have been changed since by others: the notice says which request it answers.
    const success = `${intent.success}. This answers the request of ${instantToText(intent.sentAt, client)}.`
    const ending = toEnding(answer, success, true)
    if (ending.kind !== 'unknown' && !leavesOpen(answer)) await intents.forget(ownerUser, intent)
    return ending
  } finally {
    release()
  }
}

/** The operator has seen how it ended. */
export async function dismiss(ownerUser: string, intent: CardIntent): Promise<void> {
  await intents.forget(ownerUser, intent)
  refreshCards()
}

/** The same for a new PIN, whose requestId and digits the caller keeps in memory until the answer is there. */
export async function changePin(params: Params<'changePin'>, success: string): Promise<Ending> {
  const release = holdUpdates('A change of a card is on its way')
  try {
    return toEnding(await change('changePin', params), success)
  } finally {
    release()
  }
}

/** What is said about money stays until it is closed. */
const movesMoney: readonly CardMethod[] = ['devalueCard', 'reverseTransaction', 'insertCardFee']

// The host says these before it looks whether it knows the request: they tell nothing about the first time it was sent.
const saidBefore: readonly string[] = [
  codes.sessionInvalid,
  codes.notAuthorized,
  codes.tooManyAttempts,
  codes.internal,
  codes.refusedParameters,
]
const leavesOpen = (answer: Answer<CardMethod>): boolean =>
  !answer.ok && answer.kind === 'refused' && saidBefore.includes(answer.code)

const send = <M extends CardMethod>({ method, params }: CardChange<M>, requestId: string): Promise<Answer<M>> =>
  change(method, { ...params, requestId } as unknown as Params<M>)

function toEnding(answer: Answer<CardMethod | 'changePin'>, success: string, stays = false): Ending {
  if (!answer.ok && answer.kind === 'unreachable') return { kind: 'unknown' }
  // Whatever the answer, what is on screen is old: changed now, or by somebody else before (`-20409`).
  if (answer.ok || answer.code !== codes.sessionInvalid) refreshCards()
  if (!answer.ok) return { kind: 'refused', text: answer.errors?.[0]?.message ?? answer.text }
  notify({ kind: 'success', text: success, stays })
  return { kind: 'done' }
}

const refreshCards = () =>
  refreshAnswers('cardDetails', 'cardStatement', 'cardSearch', 'cardBalanceHistory', 'cardHistory')
