// The texts for the messages of the access state machines.
import { CODE_RESENT, CODE_WRONG } from '#domain/access/login-outcomes.ts'
import { REMINDER_SENT } from '#domain/access/links.ts'
import { failureWords } from '#domain/answers.ts'
import type { Message } from '#machines/session-steps.ts'
import { passkeyFaultWords } from '#services/session/passkey-faults.ts'

const sentences = {
  codeWrong: CODE_WRONG,
  codeSentAgain: CODE_RESENT,
  reminderSent: REMINDER_SENT,
  ...failureWords,
  ...passkeyFaultWords,
}

/** '' if there is no message. */
export function messageToText(message: Message | { readonly code: 'reminderSent' } | undefined): string {
  if (message === undefined) return ''
  return message.code === 'answered' ? message.text : sentences[message.code]
}
