// The sentences for the messages of the sign-in machine.
import { CODE_RESENT, CODE_WRONG } from '#domain/access/login-outcomes.ts'
import { AN_ERROR } from '#domain/answers.ts'
import type { Message } from '#machines/session-steps.ts'

const sentences = { codeWrong: CODE_WRONG, codeSentAgain: CODE_RESENT, failed: AN_ERROR }

/** '' for none. */
export function messageToText(message: Message | undefined): string {
  if (message === undefined) return ''
  return message.code === 'answered' ? message.text : sentences[message.code]
}
