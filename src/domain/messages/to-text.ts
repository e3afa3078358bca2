// Converts messages, which state machines and drafts store as codes, to text.
import type { Message, MessageCode } from './message.ts'
import { sentences as typedSentences } from './sentences.ts'

// The types of the parameters are left out, so that one call serves every code.
const sentences = typedSentences as Readonly<Record<MessageCode, (...params: readonly unknown[]) => string>>

export function messageToText(message: Message): string
export function messageToText(message: Message | undefined): string | undefined
export function messageToText(message: Message | undefined): string | undefined {
  if (message === undefined) return undefined
  const { code, params = [] } = message
  return sentences[code](...params)
}

/** True if a value from storage is a message that this version knows. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false
  const { code, params } = value as Partial<Record<keyof Message, unknown>>
  const isKnownCode = typeof code === 'string' && Object.hasOwn(sentences, code)
  return isKnownCode && (params === undefined || Array.isArray(params))
}

/** The known messages in a list from storage. */
export const onlyMessages = (value: unknown): readonly Message[] =>
  Array.isArray(value) ? value.filter(isMessage) : []
