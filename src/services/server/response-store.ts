// The storage of responses: the store that holds them on this device, and the functions that clear them at the end of a
// session. Separate from the query cache, which the sign-in page does not load.

/** Stores responses on this device, per owner and user. Reading returns undefined if there is none. */
export interface ResponseStore {
  keep: (ownerUser: string, key: string, response: unknown, at: number) => Promise<void>
  read: (ownerUser: string, key: string) => Promise<{ response: unknown; at: number } | undefined>
}

let keeper: ResponseStore | undefined
let forget: (() => void) | undefined

export const setResponseStore = (next: ResponseStore): void => {
  keeper = next
}
export const responseStore = (): ResponseStore | undefined => keeper

/** Set by the query cache once it is loaded; before that there is nothing to clear. */
export const setClearResponses = (next: () => void): void => {
  forget = next
}

/** Clears all responses, so that the next user sees nothing that was loaded for this user. */
export const clearResponses = (): void => forget?.()
