// Sends one change of a card and says how it ended. A missing answer is neither a yes nor a no: the intent stays on this
// device, and asking again with its requestId does it once at most (contract "The wire").
import { codes } from '#contract/codes.ts'
import type { Params } from '#contract/operations.ts'
import { createIntents, type Ending } from '#flows/intents.ts'
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

export interface CardIntent {
  readonly requestId: string
  /** The card, or what else it is done to: with the method it says which intent a new one would repeat. */
  readonly about: string
  /** For words about it when its dialog is gone: 'card 9000 01•• •••• 0012 was devalued'. */
  readonly done: string
  /** The notice of success (cards §8). */
  readonly success: string
  readonly change: CardChange
}

export type WantedChange = Omit<CardIntent, 'requestId'>

const intents = createIntents<CardIntent>({
  key: 'intents of card changes',
  about: ({ about, change: { method } }) => `${method} ${about}`,
  isSame: () => true,
})
export const useUnansweredChanges = intents.useUnanswered

export async function carryOut(ownerUser: string, wanted: WantedChange): Promise<Ending> {
  const release = holdUpdates('A change of a card is on its way')
  try {
    const intent = await intents.store(ownerUser, wanted)
    const answer = await send(intent.change, intent.requestId)
    const ending = toEnding(answer, intent.success, movesMoney.includes(intent.change.method))
    if (ending.kind !== 'unknown') await intents.forget(ownerUser, intent)
    return ending
  } finally {
    release()
  }
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

const send = <M extends CardMethod>({ method, params }: CardChange<M>, requestId: string): Promise<Answer<M>> =>
  change(method, { ...params, requestId } as unknown as Params<M>)

function toEnding(answer: Answer<CardMethod | 'changePin'>, success: string, stays = false): Ending {
  if (!answer.ok && answer.kind === 'unreachable') return { kind: 'unknown' }
  // Whatever the answer, what is on screen is old: changed now, or by somebody else before (`-20409`).
  if (answer.ok || answer.code !== codes.sessionInvalid)
    refreshAnswers('cardDetails', 'cardStatement', 'cardSearch', 'cardBalanceHistory', 'cardHistory')
  if (!answer.ok) return { kind: 'refused', text: answer.errors?.[0]?.message ?? answer.text }
  notify({ kind: 'success', text: success, stays })
  return { kind: 'done' }
}
