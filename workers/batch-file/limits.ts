// How large a file may be for each allowed row of a batch. This is far more than any row needs, but small enough that
// the file is read within moments and does not fill the memory.
import type { RowType } from '#domain/rows/row-type.ts'

/** The number of non-empty cells of a workbook for each row. */
export const MAX_ROW_CELLS = 64
/** The number of characters of a workbook, or of bytes of a text file, for each row. */
export function maxRowText({ fields }: RowType): number {
  const maxLength = fields.reduce((sum, field) => sum + (field.maxLength ?? 0), 0)
  return Math.max(2048, 2 * maxLength)
}
/**
 * The number of fields and lines of a text file for each row. Empty fields and lines count, because a table can have
 * many of them.
 */
export const MAX_ROW_FIELDS = 256
