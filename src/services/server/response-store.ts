// Connects the query cache to the store of responses on this device, and clears both at the end of a session. Separate
// from the query cache, which the sign-in page does not load.

/** Stores responses on this device, per owner and user. Reading returns undefined if there is none. */
export interface ResponseStore {
  store: (ownerUser: string, key: string, response: unknown, at: number) => Promise<void>
  read: (ownerUser: string, key: string) => Promise<{ response: unknown; at: number } | undefined>
}

let responses: ResponseStore | undefined
let clear: (() => void) | undefined

export const setResponseStore = (next: ResponseStore): void => {
  responses = next
}
export const responseStore = (): ResponseStore | undefined => responses

/** Set by the query cache once it is loaded; before that there is nothing to clear. */
export const setClearResponses = (next: () => void): void => {
  clear = next
}

/** Clears all responses, so that the next user sees nothing that was loaded for this user. */
export const clearResponses = (): void => clear?.()
