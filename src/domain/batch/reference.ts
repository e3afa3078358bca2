// The text for a whole batch: a load reference or a batch description.
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { type Message, message } from '#domain/messages/message.ts'
import { findOddCharacters } from '#domain/texts/clean-text.ts'
import { type BatchType, batchTypes } from './types.ts'

export const MAX_REFERENCE_LENGTH = 50
const FORBIDDEN_CHARACTERS = /['"`^\p{Cc}]/gu

/** The reference that a file's name suggests. '' if no valid reference remains of the name. */
export function fileNameToReference(fileName: string, type: BatchType): string {
  const reference = fileName
    .replace(/\.[^.]+$/, '')
    .replaceAll(FORBIDDEN_CHARACTERS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REFERENCE_LENGTH)
    .trim()
  return validateReference(reference, type) === undefined ? reference : ''
}

/**
 * The refusal of the text of a batch. Undefined if the text is valid. The text is required, except for a type without a
 * label, which has no such text. It is mailed and appears in statements, so it must not contain a card number.
 */
export function validateReference(reference: string, type: BatchType): Message | undefined {
  const { label } = batchTypes[type]
  if (label === undefined) return undefined
  const trimmed = reference.trim()
  if (trimmed === '') return { code: label.missingCode }
  const hasForbiddenCharacters = trimmed.search(FORBIDDEN_CHARACTERS) >= 0
  if (trimmed.length > MAX_REFERENCE_LENGTH || hasForbiddenCharacters) return message('invalidFormat')
  const oddCharacters = findOddCharacters(trimmed)
  if (oddCharacters.length > 0) return message('oddCharacters', oddCharacters)
  return containsCardNumber(trimmed) ? message('cardNumberInText') : undefined
}
