// What becomes of the host's answers when nobody reads them: who keeps them on this device, and who forgets them at the end of
// a session. Apart from the query cache, which the sign-in page has no use for and does not load.

/** Keeps answers on this device, per owner and user. Reading gives undefined where there is none. */
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

/** Set by the query cache once it is loaded; before that there is nothing to forget. */
export const forgetAnswersWith = (next: () => void): void => {
  forget = next
}

/** Nothing read for one user is there for the next (threats T18). */
export const forgetAnswers = (): void => forget?.()
