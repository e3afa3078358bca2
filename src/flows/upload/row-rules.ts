// The rules for checking the rows of an upload, derived from its options.
import { client } from '#brand/current.ts'
import { fileWords } from '#brand/file-words.ts'
import { instantToDate } from '#domain/dates.ts'
import type { UploadRowRules } from '#domain/row-kinds.ts'
import { isOrder, type UploadType, uploadTypes } from '#domain/uploads.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'

/** Rows of an order are checked with today's date in the programme's time zone. */
export function optionsToRules(kind: UploadType, options: UploadOptions): UploadRowRules {
  const words = fileWords
  if (isOrder(kind)) return { kind, words, today: instantToDate(Date.now(), client.timeZone) }
  const { identifierType, retire, fillUp, fillUpTo } = options
  // What is missing on a card that does not exist is not known.
  const noIdentifierValidation = options.noIdentifierValidation && !fillUp
  return { kind, words, identifierType, noIdentifierValidation, retire, ...(fillUp && { fillUp: fillUpTo.trim() }) }
}

/** The upload type of rows; throws for other rows, since that is a bug. */
export function uploadTypeOf(rows: AnyRows): UploadType {
  const { name } = rows.kind()
  const type = uploadTypes.find((each) => each === name)
  if (type === undefined) throw new Error(`rows of ${name} are no upload`)
  return type
}
