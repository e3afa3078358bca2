// The rules for checking the rows of an upload, derived from its options.
import { client } from '#brand/current.ts'
import { instantToDate } from '#domain/dates.ts'
import type { RowRules } from '#domain/row-types.ts'
import { isOrder, type UploadType, uploadTypeNames } from '#domain/uploads.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'
import { currentTime } from '#services/clock.ts'

/** The rules for rows of orders contain today's date in the programme's time zone. */
export function optionsToRules(kind: UploadType, options: UploadOptions): RowRules {
  const words = client.fileWords
  if (isOrder(kind)) return { kind, words, today: instantToDate(currentTime(), client.timeZone) }
  const { identifierType, retire, fillUp, fillUpTo } = options
  // Topping up to a target balance needs the balance of each card, so the cards must exist.
  const noIdentifierValidation = options.noIdentifierValidation && !fillUp
  return { kind, words, identifierType, noIdentifierValidation, retire, ...(fillUp && { fillUp: fillUpTo.trim() }) }
}

/** The upload type of the rows. Throws if they are not rows of an upload, since that is a bug. */
export function uploadTypeOf(rows: AnyRows): UploadType {
  const { name } = rows.rowType()
  const type = uploadTypeNames.find((each) => each === name)
  if (type === undefined) throw new Error(`rows of ${name} are not an upload`)
  return type
}
