// How much a file can have for each row that a batch can have: far more than any row needs, and so little that every file is answered
// within moments and without filling the memory.
import type { RowKind } from '#domain/rows/kind.ts'

/** Cells with something in them, in a workbook. */
export const MAX_ROW_CELLS = 64
/** Characters, or bytes of a text file: twice what the fields of a row may hold together, and 2,048 at least. */
export const rowText = ({ fields }: RowKind): number =>
  Math.max(2048, 2 * fields.reduce((sum, { maxLength = 0 }) => sum + maxLength, 0))
/** Fields and lines of a text file, empty ones included: a table may be wider and longer than what is in it. */
export const MAX_ROW_FIELDS = 256
