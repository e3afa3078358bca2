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
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(sentences, (value as Message).code) &&
  Array.isArray((value as Message).params ?? [])

/** The known messages in a list from storage. */
export const onlyMessages = (value: unknown): readonly Message[] =>
  Array.isArray(value) ? value.filter(isMessage) : []
