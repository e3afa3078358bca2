// The text for a whole batch: a load reference or a batch description.
import { holdsCardNumber } from '#domain/cards/identifiers.ts'
import { type Message, message } from '#domain/messages.ts'
import { oddCharactersOf } from '#domain/texts.ts'
import { type BatchType, batchKinds } from './kinds.ts'

export const MAX_REFERENCE_LENGTH = 50
const REFUSED = /['"`^\p{Cc}]/gu

/** The reference that a file's name suggests; '' if the name gives no valid one. */
export function nameToReference(fileName: string, type: BatchType): string {
  const reference = fileName
    .replace(/\.[^.]+$/, '')
    .replaceAll(REFUSED, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REFERENCE_LENGTH)
    .trim()
  return refuseReference(reference, type) === undefined ? reference : ''
}

/**
 * Returns why the text of a batch is refused, or undefined. The text is required; its length and characters follow the
 * rule of the quotation number. It is mailed and appears in statements, so it must not contain a card number.
 */
export function refuseReference(reference: string, type: BatchType): Message | undefined {
  const { label } = batchKinds[type]
  const trimmed = reference.trim()
  if (label === undefined) return undefined
  if (trimmed === '') return { code: label.missing }
  if (trimmed.length > MAX_REFERENCE_LENGTH || trimmed.search(REFUSED) >= 0) return message('invalidFormat')
  const odd = oddCharactersOf(trimmed)
  if (odd.length > 0) return message('oddCharacters', odd)
  return holdsCardNumber(trimmed) ? message('cardNumberInText') : undefined
}
