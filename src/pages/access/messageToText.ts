// The texts for the messages of the access pages.
import { m } from '#words/messages.js'
import { failureMessages } from '#domain/request-outcomes.ts'
import type { Message } from '#machines/session-steps.ts'
import { passkeyFaultTexts } from '#services/session/passkey-faults.ts'

const texts = {
  codeWrong: m.access_codeNotValid(),
  codeSentAgain: m.access_codeHasBeenResent(),
  ...failureMessages,
  ...passkeyFaultTexts,
}

/** Returns '' if there is no message. */
export function messageToText(message: Message | undefined): string {
  if (message === undefined) return ''
  return message.code === 'serverMessage' ? message.text : texts[message.code]
}
