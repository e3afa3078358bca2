// What a page holds that must be there again after a reload and must not be in the address, since it can be a name or a card number:
// encrypted on this device under the user's key, for this tab only, and deleted at the sign-out.
import { useSyncExternalStore } from 'react'
import { createCell } from '#services/cell.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { keepAnswer, readAnswer } from '#storage/kept.ts'
import { isDraftKeyMissing, onDraftKeys } from '#storage/keys.ts'

export interface KeptState<State> {
  /** `ready` is false until it is known whether an earlier page has left something. */
  readonly use: () => { readonly state: State; readonly ready: boolean }
  readonly get: () => State
  /** The state once it is known whether an earlier page has left something. */
  readonly recalled: () => Promise<State>
  /** As `use` tells it. */
  readonly isReady: () => boolean
  /** Calls back after each change of the state or of whether it is ready. */
  readonly subscribe: (watcher: () => void) => void
  readonly change: (change: Partial<State>) => void
}

/** `read` gives what was kept as a state, or undefined where another version of the portal has kept something else. */
export function createKeptState<State extends object>(
  name: string,
  initial: State,
  read: (kept: unknown) => State | undefined,
): KeptState<State> {
  const cell = createCell({ state: initial, ready: false })
  let user: string | undefined
  let isWriting = false
  let isStale = false

  // Nothing of one user is there for the next (docs/rules/access.md, "What a reload keeps").
  const follow = () => {
    const session = sessionStore.get()
    const now = session && ownerUserOf(session)
    if (now === user) return
    user = now
    cell.set({ state: initial, ready: now === undefined })
    if (now !== undefined) void recall(now)
  }
  const recall = async (ownerUser: string) => {
    const before = cell.get()
    const kept = await readAnswer(ownerUser, keyOf(name)).catch(() => undefined)
    // What was done meanwhile is newer than what was kept.
    if (user !== ownerUser || cell.get() !== before) return
    cell.set({ state: read(kept?.answer) ?? initial, ready: true })
    if (isDraftKeyMissing(ownerUser)) waitForKey(ownerUser)
  }
  const waitForKey = (ownerUser: string) => {
    const before = cell.get()
    const stop = onDraftKeys(() => {
      if (isDraftKeyMissing(ownerUser)) return
      stop()
      if (user !== ownerUser) return
      void (cell.get() === before ? recall(ownerUser) : write())
    })
  }
  // One at a time, the newest last.
  const write = async () => {
    isStale = true
    if (isWriting) return
    isWriting = true
    while (isStale && user !== undefined) {
      isStale = false
      await keepAnswer(user, keyOf(name), cell.get().state, Date.now()).catch(() => undefined)
    }
    isWriting = false
  }
  sessionStore.subscribe(follow)

  return {
    use: () => {
      follow()
      return useSyncExternalStore(cell.subscribe, cell.get)
    },
    get: () => {
      follow()
      return cell.get().state
    },
    recalled: () => {
      follow()
      return new Promise((resolve) => {
        const look = () => {
          const { ready, state } = cell.get()
          if (!ready) return
          stop()
          resolve(state)
        }
        const stop = cell.subscribe(look)
        look()
      })
    },
    isReady: () => {
      follow()
      return cell.get().ready
    },
    subscribe: (watcher) => void cell.subscribe(watcher),
    change: (change) => {
      follow()
      cell.set({ state: { ...cell.get().state, ...change }, ready: true })
      void write()
    },
  }
}

const keyOf = (name: string): string => `state ${name} ${tabId()}`

let ownTab: string | undefined

/** The same after a reload of the tab, another one in every other tab. */
function tabId(): string {
  try {
    ownTab ??= sessionStorage.getItem(TAB) ?? crypto.randomUUID()
    sessionStorage.setItem(TAB, ownTab)
  } catch {
    // Storage is switched off: nothing is kept either.
    ownTab ??= ''
  }
  return ownTab
}
const TAB = 'portal.tab'
