// Maximum size of a file per allowed row of a batch: far more than any row needs, but small enough to be read within
// moments and without filling the memory.
import type { RowType } from '#domain/rows/row-type.ts'

/** Non-empty cells of a workbook. */
export const MAX_ROW_CELLS = 64
/** Characters, or bytes of a text file: twice the maximum length of a row's fields, and at least 2,048. */
export const maxRowText = ({ fields }: RowType): number =>
  Math.max(2048, 2 * fields.reduce((sum, { maxLength = 0 }) => sum + maxLength, 0))
/** Fields and lines of a text file, including empty ones: a table can be wider and longer than its content. */
export const MAX_ROW_FIELDS = 256
