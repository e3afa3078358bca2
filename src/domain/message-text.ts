// Converts messages, which machines and drafts store as codes, to the sentences in src/words.
import * as words from '#words/messages.ts'
import type { Message, MessageCode } from './messages.ts'

const sentences = words as Readonly<Record<MessageCode, string | ((...params: readonly unknown[]) => string)>>

export function messageToText(message: Message): string
export function messageToText(message: Message | undefined): string | undefined
export function messageToText(message: Message | undefined): string | undefined {
  if (message === undefined) return undefined
  const { code, params = [] } = message
  const sentence = sentences[code]
  return typeof sentence === 'string' ? sentence : sentence(...params)
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
