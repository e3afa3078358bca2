// The storage of responses: the store that holds them on this device, and the functions that clear them at the end of a
// session. Separate from the query cache, which the sign-in page does not load.

/** Stores responses on this device, per owner and user. Reading returns undefined if there is none. */
export interface AnswerKeeper {
  keep: (ownerUser: string, key: string, answer: unknown, at: number) => Promise<void>
  read: (ownerUser: string, key: string) => Promise<{ answer: unknown; at: number } | undefined>
}

let keeper: AnswerKeeper | undefined
let forget: (() => void) | undefined

export const keepAnswersWith = (next: AnswerKeeper): void => {
  keeper = next
}
export const answerKeeper = (): AnswerKeeper | undefined => keeper

/** Set by the query cache once it is loaded; before that there is nothing to clear. */
export const forgetAnswersWith = (next: () => void): void => {
  forget = next
}

/** Clears all responses, so that the next user sees nothing that was loaded for this user. */
export const forgetAnswers = (): void => forget?.()
