// The text that goes with a whole batch: a load reference or a batch description.
import { holdsCardNumber, NUMBER_IN_TEXT } from '#domain/cards/identifiers.ts'
import * as say from '#words/domain/batch.ts'
import { type BatchType, batchKinds } from './kinds.ts'

export const MAX_REFERENCE_LENGTH = 50

/**
 * Why the text that goes with a file may not be used, or undefined (batches §5: it is required; its length and characters
 * follow the quotation number's rule, since the specification gives none of its own). It is mailed, and stands in statements as
 * the description of what the batch did, so a card number may not be in it (threats T19).
 */
export function refuseReference(reference: string, type: BatchType): string | undefined {
  const { label } = batchKinds[type]
  const trimmed = reference.trim()
  if (label === undefined) return undefined
  if (trimmed === '') return label.missing
  if (trimmed.length > MAX_REFERENCE_LENGTH || /['"`^\p{Cc}]/u.test(trimmed)) return say.invalidInputFormat
  return holdsCardNumber(trimmed) ? NUMBER_IN_TEXT : undefined
}
