// State of a page that must survive a reload but must not be in the address, because it can be a name or a card number.
// Such state is encrypted on this device with the user's key. It belongs to this tab and is deleted at sign-out. To add
// a state, call `createPersistedState` and add a row to tests/pages/reload.test.tsx. Choices belong in the address
// instead: `useUrlListState`, `useUrlParam`, `useTableView` or `useAddressParams`.
import { useSyncExternalStore } from 'react'
import { createObservable } from '#services/observable.ts'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'
import { storeResponse, readStoredResponse } from '#storage/stored-responses.ts'
import { isDraftKeyMissing, watchDraftKeys } from '#storage/keys.ts'
import { randomUuid } from '#services/random-uuid.ts'

export interface PersistedState<State> {
  /** `ready` is false until it is known whether an earlier page stored a state. */
  readonly use: () => { readonly state: State; readonly ready: boolean }
  readonly get: () => State
  /** Resolves to the state once it is known whether an earlier page stored a state. */
  readonly whenReady: () => Promise<State>
  /** The same `ready` as in `use`. */
  readonly isReady: () => boolean
  /** Calls back after each change of the state or of `ready`. */
  readonly subscribe: (watcher: () => void) => void
  readonly change: (change: Partial<State>) => void
}

/**
 * `read` converts a stored value to a state. It returns undefined for a value that another version of the portal
 * stored.
 */
export function createPersistedState<State extends object>(
  name: string,
  initial: State,
  read: (stored: unknown) => State | undefined,
): PersistedState<State> {
  const observable = createObservable({ state: initial, ready: false })
  /** The user (`ownerUser`) whose state this is. Undefined without a session. */
  let stateUser: string | undefined
  let isWriting = false
  let hasUnsavedState = false

  // The next user must not see the previous user's state (docs/rules/access.md, "What a reload keeps").
  const syncUser = () => {
    const session = sessionStore.get()
    const currentUser = session && ownerUserOf(session)
    if (currentUser === stateUser) return
    stateUser = currentUser
    // Without a user, no stored state has to be read.
    observable.set({ state: initial, ready: currentUser === undefined })
    if (currentUser !== undefined) void load(currentUser)
  }
  const load = async (ownerUser: string) => {
    const stateBefore = observable.get()
    const stored = await readStoredResponse(ownerUser, keyOf(name)).catch(() => undefined)
    // A change made meanwhile is newer than what was stored.
    if (stateUser !== ownerUser || observable.get() !== stateBefore) return
    observable.set({ state: read(stored?.response) ?? initial, ready: true })
    if (isDraftKeyMissing(ownerUser)) waitForKey(ownerUser)
  }
  // Without the key, the stored state cannot be read. When the key arrives, the state is read, or saved if it was
  // changed meanwhile.
  const waitForKey = (ownerUser: string) => {
    const stateBefore = observable.get()
    const stopWatching = watchDraftKeys(() => {
      if (isDraftKeyMissing(ownerUser)) return
      stopWatching()
      if (stateUser !== ownerUser) return
      const hasChanged = observable.get() !== stateBefore
      if (hasChanged) void saveState()
      else void load(ownerUser)
    })
  }
  // Only one write runs at a time. A state that changes during a write is written by the next turn of the loop.
  const saveState = async () => {
    hasUnsavedState = true
    if (isWriting) return
    isWriting = true
    while (hasUnsavedState && stateUser !== undefined) {
      hasUnsavedState = false
      await storeResponse(stateUser, keyOf(name), observable.get().state, Date.now()).catch(() => undefined)
    }
    isWriting = false
  }
  sessionStore.subscribe(syncUser)

  return {
    use: () => {
      syncUser()
      return useSyncExternalStore(observable.subscribe, observable.get)
    },
    get: () => {
      syncUser()
      return observable.get().state
    },
    whenReady: () => {
      syncUser()
      return new Promise((resolve) => {
        const resolveIfReady = () => {
          const { ready, state } = observable.get()
          if (!ready) return
          stopWatching()
          resolve(state)
        }
        const stopWatching = observable.subscribe(resolveIfReady)
        resolveIfReady()
      })
    },
    isReady: () => {
      syncUser()
      return observable.get().ready
    },
    subscribe: (watcher) => void observable.subscribe(watcher),
    change: (change) => {
      syncUser()
      observable.set({ state: { ...observable.get().state, ...change }, ready: true })
      void saveState()
    },
  }
}

const keyOf = (name: string): string => `state ${name} ${tabId()}`

let cachedTabId: string | undefined

/** An id that survives a reload of the tab and differs in every other tab. */
function tabId(): string {
  try {
    cachedTabId ??= sessionStorage.getItem(TAB_KEY) ?? randomUuid()
    sessionStorage.setItem(TAB_KEY, cachedTabId)
  } catch {
    // Storage is disabled, so the state is not stored either.
    cachedTabId ??= ''
  }
  return cachedTabId
}
const TAB_KEY = 'portal.tab'
