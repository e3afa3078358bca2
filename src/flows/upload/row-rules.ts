// What the rows of an upload are checked by, from what was chosen for it.
import { client } from '#brand/current.ts'
import { fileWords } from '#brand/file-words.ts'
import { instantToDate } from '#domain/dates.ts'
import type { UploadRowRules } from '#domain/row-kinds.ts'
import { isOrder, type UploadType } from '#domain/uploads.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'

/** Rows of an order are checked as of today, in the programme's zone. */
export function optionsToRules(kind: UploadType, options: UploadOptions): UploadRowRules {
  const words = fileWords
  if (isOrder(kind)) return { kind, words, today: instantToDate(Date.now(), client.timeZone) }
  const { identifierType, noIdentifierValidation, retire } = options
  return { kind, words, identifierType, noIdentifierValidation, retire }
}
