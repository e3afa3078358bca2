// Asks the user for the password again when the server requires it for a change, and then lets the change be sent again.
// src/app/frame/PasswordPrompt.tsx shows the question.
import { createObservable } from '../observable.ts'

interface Question {
  /** True once the server has accepted the password; false if the user cancelled. */
  readonly answer: (isConfirmed: boolean) => void
}

export const passwordQuestion = createObservable<Question | undefined>(undefined)

/** One question at a time: a second change waits for the answer to the first. */
let openQuestion: Promise<boolean> | undefined

export function askForPassword(): Promise<boolean> {
  openQuestion ??= new Promise<boolean>((resolve) => {
    passwordQuestion.set({
      answer(isConfirmed) {
        openQuestion = undefined
        passwordQuestion.set(undefined)
        resolve(isConfirmed)
      },
    })
  })
  return openQuestion
}
