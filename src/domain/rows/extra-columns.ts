// Extra columns: the columns of a file that no field uses, such as a name or a staff number. They are shown next to the
// rows, so that users can identify a row, and written back into the user's file. They are never sent to the server.
import { SECRET_HEADING } from '#domain/files/words.ts'
import { columnTitle } from './column-map.ts'
import type { ReadColumns } from './headings.ts'

export interface ExtraColumns {
  /** The names of the columns: their headings, or 'Column C'. */
  readonly headings: readonly string[]
  /** The cells of all rows. The worker transfers one text to the page much faster than thousands of texts. */
  readonly text: string
}

// The separators are control characters, which have no meaning in a cell.
const ROW_SEPARATOR = '\u001e'
const CELL_SEPARATOR = '\u001f'

/** Packs the cells of each row, in the order of the headings. */
export const packCells = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => cell.replace(SEPARATORS, ' ')).join(CELL_SEPARATOR)).join(ROW_SEPARATOR)

// oxlint-disable-next-line no-control-regex -- the two separators
const SEPARATORS = /[\u001e\u001f]/g

/** Reads the cells of a row by its index. A row that the file does not have has no cells. */
export function createCellReader(extra: ExtraColumns | undefined): (index: number) => readonly string[] {
  const hasColumns = extra !== undefined && extra.headings.length > 0
  const rows = hasColumns ? extra.text.split(ROW_SEPARATOR) : []
  return (index) => {
    const row = rows[index] ?? ''
    return row === '' ? NO_CELLS : row.split(CELL_SEPARATOR)
  }
}

const NO_CELLS: readonly string[] = []

/**
 * The extra columns in these lines. Undefined if there are none. Omits empty columns, and columns with secrets, which
 * must not be stored.
 */
export function findExtraColumns(
  columns: ReadColumns,
  lines: readonly (readonly string[])[],
): ExtraColumns | undefined {
  const { map, width, headings, hasHeadings } = columns
  const isSecret = (column: number) => hasHeadings && SECRET_HEADING.test(headings[column] ?? '')
  const isEmpty = (column: number) => lines.every((line) => (line[column] ?? '') === '')
  const allColumns = Array.from({ length: width }, (_, column) => column)
  const extra = allColumns.filter((column) => !map.includes(column) && !isSecret(column) && !isEmpty(column))
  if (extra.length === 0) return undefined
  return {
    headings: extra.map((column) => columnTitle(columns, column, { hasHeadings })),
    text: packCells(lines.map((line) => extra.map((column) => line[column] ?? ''))),
  }
}
