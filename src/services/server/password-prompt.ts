// Asks the user for the password again, if the server requires it for a change. The change is then sent again.
// src/app/frame/PasswordPrompt.tsx shows the question.
import { createObservable } from '../observable.ts'

interface Question {
  /** Called with true once the server has accepted the password, or with false if the user cancels. */
  readonly answer: (isConfirmed: boolean) => void
}

export const passwordQuestion = createObservable<Question | undefined>(undefined)

/** Only one question is open at a time. A second change waits for the answer to the same question. */
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
