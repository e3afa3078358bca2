// What a person has decided and the host has not answered yet. Each intent gets its requestId once and is stored on this
// device before the call is sent, so that asking again, even after a reload, can never do it twice (contract "The wire",
// threats T38, T39). Sealed and per user like every kept answer.
import { useSyncExternalStore } from 'react'
import { type Cell, createCell } from '#services/cell.ts'
import { newRequestId } from '#services/request-id.ts'
import { keepIntents, readIntents } from '#storage/kept.ts'

/** How a sent change ended. */
export type Ending =
  | { readonly kind: 'done' }
  /** The host has said no, in its words. */
  | { readonly kind: 'refused'; readonly text: string }
  /** No answer came: neither a yes nor a no. The intent stays, and asking again with its requestId is safe. */
  | { readonly kind: 'unknown' }

/** What every intent is given when it is stored. */
export interface Sent {
  readonly requestId: string
  /** ISO 8601; how long it may be asked for again is said in domain/answers. */
  readonly sentAt: string
}

/** An intent before it is stored. */
export type Wanted<Intent> = Omit<Intent, keyof Sent>

export interface Intents<Intent extends Sent> {
  /** The unanswered intents of one user, for the screen. */
  useUnanswered: (ownerUser: string) => readonly Intent[]
  /** The intent to go on with, once it is stored: a new one, or the unanswered one that does not give way to it. */
  store: (ownerUser: string, wanted: Wanted<Intent>) => Promise<{ readonly intent: Intent; readonly isNew: boolean }>
  /** Its outcome is known: the intent is no more. */
  forget: (ownerUser: string, intent: Intent) => Promise<void>
}

interface Rules<Intent> {
  /** Under which it lies on the device; one for each area. */
  readonly key: string
  /** What it is about: there is one unanswered intent at most about a thing. */
  readonly about: (intent: Wanted<Intent>) => string
  /** Whether the unanswered one is dropped for the new one. */
  readonly givesWay: (earlier: Intent, wanted: Wanted<Intent>) => boolean
}

/** A store of intents for one area of the portal. */
export function createIntents<Intent extends Sent>(rules: Rules<Intent>): Intents<Intent> {
  type All = Readonly<Record<string, Intent>>
  // What is known in this page; the device's copy is for the next one.
  const known = new Map<string, { readonly cell: Cell<All>; readonly read: Promise<void> }>()

  const intentsOf = (ownerUser: string) => {
    const made = known.get(ownerUser)
    if (made) return made
    const cell = createCell<All>({})
    const read = readIntents(ownerUser, rules.key).then((kept) => {
      if (kept) cell.set({ ...(kept as All), ...cell.get() })
    })
    const entry = { cell, read }
    known.set(ownerUser, entry)
    return entry
  }
  const write = async (ownerUser: string, cell: Cell<All>, intents: All) => {
    cell.set(intents)
    await keepIntents(ownerUser, rules.key, intents)
  }
  const without = (all: All, gone: Intent | undefined): All =>
    Object.fromEntries(Object.entries(all).filter(([, { requestId }]) => requestId !== gone?.requestId))

  return {
    useUnanswered(ownerUser) {
      const { cell } = intentsOf(ownerUser)
      return Object.values(useSyncExternalStore(cell.subscribe, cell.get))
    },
    async store(ownerUser, wanted) {
      const { cell, read } = intentsOf(ownerUser)
      await read
      const about = rules.about(wanted)
      const earlier = Object.values(cell.get()).find((each) => rules.about(each) === about)
      if (earlier && !rules.givesWay(earlier, wanted)) return { intent: earlier, isNew: false }
      const sent: Sent = { requestId: newRequestId(), sentAt: new Date().toISOString() }
      const intent = { ...wanted, ...sent } as Intent
      await write(ownerUser, cell, { ...without(cell.get(), earlier), [sent.requestId]: intent })
      return { intent, isNew: true }
    },
    async forget(ownerUser, intent) {
      const { cell } = intentsOf(ownerUser)
      await write(ownerUser, cell, without(cell.get(), intent))
    },
  }
}
