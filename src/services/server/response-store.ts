// Connects the query cache to the store of responses on this device, and clears the cache when the session ends. This
// module is separate from the query cache, because the sign-in page does not load the query cache.

/** Stores responses on this device, per owner and user. `read` returns undefined if no response is stored. */
export interface ResponseStore {
  store: (ownerUser: string, key: string, response: unknown, at: number) => Promise<void>
  read: (ownerUser: string, key: string) => Promise<{ response: unknown; at: number } | undefined>
}

let currentStore: ResponseStore | undefined
let clearQueryCache: (() => void) | undefined

export const setResponseStore = (store: ResponseStore): void => {
  currentStore = store
}
export const responseStore = (): ResponseStore | undefined => currentStore

/** Called by the query cache when it is loaded. Before that there is nothing to clear. */
export const setClearResponses = (clearCache: () => void): void => {
  clearQueryCache = clearCache
}

/** Clears the query cache, so that the next user sees nothing that was loaded for this user. */
export const clearResponses = (): void => clearQueryCache?.()
