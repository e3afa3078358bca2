// What a person has decided and the host has not answered yet. Each intent gets its requestId once and is stored on this
// device before the call is sent, so that asking again, even after a reload, can never do it twice (contract "The wire",
// threats T38, T39). Sealed and per user like every kept answer.
import { useSyncExternalStore } from 'react'
import { type Cell, createCell } from '#services/cell.ts'
import { newRequestId } from '#services/request-id.ts'
import { keepAnswer, readAnswer } from '#storage/kept.ts'

/** How a sent change ended. */
export type Ending =
  | { readonly kind: 'done' }
  /** The host has said no, in its words. */
  | { readonly kind: 'refused'; readonly text: string }
  /** No answer came: neither a yes nor a no. The intent stays, and asking again with its requestId is safe. */
  | { readonly kind: 'unknown' }

export interface Intents<Intent extends { readonly requestId: string }> {
  /** The unanswered intents of one user, for the screen. */
  useUnanswered: (ownerUser: string) => readonly Intent[]
  /** The intent of that decision: the one still unanswered, or a new one. Resolves once it is stored. */
  store: (ownerUser: string, wanted: Omit<Intent, 'requestId'>) => Promise<Intent>
  /** The host has answered: the intent is no more. */
  forget: (ownerUser: string, intent: Omit<Intent, 'requestId'>) => Promise<void>
}

interface Rules<Intent> {
  /** Under which it lies on the device; one for each area. */
  readonly key: string
  /** What it is about: there is one unanswered intent at most about a thing. */
  readonly about: (intent: Omit<Intent, 'requestId'>) => string
  /** Whether the unanswered one is repeated, or gives way to the new one. */
  readonly isSame: (earlier: Intent, wanted: Omit<Intent, 'requestId'>) => boolean
}

/** A store of intents for one area of the portal. */
export function createIntents<Intent extends { readonly requestId: string }>(rules: Rules<Intent>): Intents<Intent> {
  type All = Readonly<Record<string, Intent>>
  // What is known in this page; the device's copy is for the next one.
  const known = new Map<string, { readonly cell: Cell<All>; readonly read: Promise<void> }>()

  const intentsOf = (ownerUser: string) => {
    const made = known.get(ownerUser)
    if (made) return made
    const cell = createCell<All>({})
    const read = readAnswer(ownerUser, rules.key).then((kept) => {
      if (kept) cell.set({ ...(kept.answer as All), ...cell.get() })
    })
    const entry = { cell, read }
    known.set(ownerUser, entry)
    return entry
  }
  const write = async (ownerUser: string, cell: Cell<All>, intents: All) => {
    cell.set(intents)
    await keepAnswer(ownerUser, rules.key, intents, Date.now())
  }

  return {
    useUnanswered(ownerUser) {
      const { cell } = intentsOf(ownerUser)
      return Object.values(useSyncExternalStore(cell.subscribe, cell.get))
    },
    async store(ownerUser, wanted) {
      const { cell, read } = intentsOf(ownerUser)
      await read
      const about = rules.about(wanted)
      const earlier = cell.get()[about]
      if (earlier && rules.isSame(earlier, wanted)) return earlier
      const intent = { ...wanted, requestId: newRequestId() } as Intent
      await write(ownerUser, cell, { ...cell.get(), [about]: intent })
      return intent
    },
    async forget(ownerUser, intent) {
      const { cell } = intentsOf(ownerUser)
      const { [rules.about(intent)]: _answered, ...rest } = cell.get()
      await write(ownerUser, cell, rest)
    },
  }
}
