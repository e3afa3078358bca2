// Finds the heading line among the first lines of a file, and describes the columns below it. Lines above the headings
// are the table's title.
import { columnsByPosition } from './column-map.ts'
import { validateField } from './fields.ts'
import { isTitleLine, containsHeadings, type FileColumns, type ReadColumns } from './headings.ts'
import { type Line, type RowType, trimFields } from './row-type.ts'
import { matchColumns } from './match-columns.ts'

/** Maximum number of lines above the first row, not counting blank lines: a title, labels with values, instructions. */
export const MAX_HEAD_LINES = 20
/** Number of lines whose values are used to identify a column. */
const SAMPLE_LINES = 5

export interface HeadingLine {
  /** The index of the line in the file's first lines. */
  readonly index: number
  /** False if this line, or a line above it, could contain more than headings or a title. The user must then decide. */
  readonly isCertain: boolean
}

/**
 * The heading line of a file. Undefined if none is recognised.
 * @param lines the file's first lines, trimmed
 */
export function findHeadingLine(rowType: RowType, lines: readonly Line[]): HeadingLine | undefined {
  const index = lines.findIndex(({ fields }) => hasKnownHeadings(rowType, fields))
  if (index > 0) {
    const linesAbove = lines.slice(0, index)
    // Headings below a line with a card are read as a row with errors.
    const isBelowRow = linesAbove.some(({ fields }) => hasIdentifier(rowType, fields))
    const headings = lines[index]?.fields ?? []
    const isBelowTitle = linesAbove.every(({ fields }) => isTitleLine(fields, headings))
    if (!isBelowRow) return { index, isCertain: isBelowTitle && !hasIdentifier(rowType, headings) }
  }
  return headingLineByFirstLine(rowType, lines)
}

/** If no headings are recognised below a title: the first line, if it can be the heading line, or a guess below it. */
function headingLineByFirstLine(rowType: RowType, lines: readonly Line[]): HeadingLine | undefined {
  const firstCells = lines[0]?.fields
  if (!firstCells || !rowType.looksLikeHeadings(firstCells)) return undefined
  if (isTitleOfTable(rowType, lines)) {
    // The headings are below the title, but none of them is known. If no line has a number, no line is a row, so the last
    // line is taken as the heading line.
    return { index: guessHeadingLine(lines) ?? lines.length - 1, isCertain: false }
  }
  // If a line end was lost, the first row is joined to the heading line, which then contains a card.
  const isJoinedToRow = firstCells.length > 1 && hasIdentifier(rowType, firstCells)
  return { index: 0, isCertain: !isJoinedToRow }
}

/**
 * True if the first line is the table's title. A title has one cell. The next line with several cells has no digits, since
 * it has the headings.
 */
function isTitleOfTable({ activeFields }: RowType, [firstLine, ...linesBelow]: readonly Line[]): boolean {
  // In a table of one column, each line has one cell. A title cannot be told from a heading.
  if (activeFields.length <= 1) return false
  const countCells = (line: Line) => line.fields.filter(Boolean).length
  const hasOneCell = firstLine !== undefined && countCells(firstLine) === 1
  if (!hasOneCell) return false
  const firstWithCells = linesBelow.find((line) => countCells(line) > 1)
  return firstWithCells !== undefined && firstWithCells.fields.every((cell) => !/[0-9]/.test(cell))
}

/**
 * Guesses the index of the heading line if no heading is known. It is the last line with several cells before the first
 * line with a number.
 */
export function guessHeadingLine(lines: readonly Line[]): number | undefined {
  const hasSeveralCells = ({ fields }: Line) => fields.filter(Boolean).length > 1
  const hasNumber = ({ fields }: Line) => fields.some((cell) => NUMBER.test(cell))
  const firstRow = lines.findIndex((line) => hasSeveralCells(line) && hasNumber(line))
  if (firstRow === -1) return undefined
  const index = lines.slice(0, firstRow).findLastIndex(hasSeveralCells)
  return index === -1 ? undefined : index
}

/** Matches an amount, a card number, a day or a time, also with a currency: 'SGD 250.00'. */
const NUMBER = /^\D{0,4}[0-9][0-9.,:/\s-]*\D{0,4}$/

/**
 * The columns of a file. A column without a heading counts only if every line has a cell in it.
 * @param headingIndex the index of the heading line; undefined for a file without headings
 */
export function columnsBelow(rowType: RowType, lines: readonly Line[], headingIndex: number | undefined): ReadColumns {
  const headingLine = headingIndex === undefined ? undefined : lines[headingIndex]
  const headingCells = trimFields(headingLine?.fields ?? [])
  const firstBelow = headingIndex === undefined ? 0 : headingIndex + 1
  const cellsBelow = lines.slice(firstBelow, firstBelow + SAMPLE_LINES).map(({ fields }) => fields)
  const shortestWidth = cellsBelow.length === 0 ? 0 : Math.min(...cellsBelow.map((cells) => cells.length))
  const width = Math.max(headingCells.length, shortestWidth, rowType.columns?.width ?? 0)
  const headings = Array.from({ length: width }, (_, column) => headingCells[column] ?? '')
  const columns = { headings, samples: columnSamples(headings, cellsBelow) }
  const map = headingLine ? matchColumns(rowType, columns).map : columnsByPosition(rowType, width)
  return {
    ...columns,
    map,
    width,
    hasHeadings: headingLine !== undefined,
    ...(headingLine && { headingRow: headingLine.rowNumber }),
    lines,
  }
}

/** The first values of the columns, without empty ones. */
export const columnSamples = (
  headings: readonly string[],
  lines: readonly (readonly string[])[],
): FileColumns['samples'] => headings.map((_, column) => lines.map((line) => line[column] ?? '').filter(Boolean))

function hasKnownHeadings(rowType: RowType, cells: readonly string[]): boolean {
  const { fields, activeFields } = rowType
  const hasEnoughCells = activeFields.length === 1 || cells.filter(Boolean).length > 1
  return hasEnoughCells && containsHeadings(fields, cells) && rowType.looksLikeHeadings(cells)
}

function hasIdentifier({ activeFields }: RowType, cells: readonly string[]): boolean {
  const identifierFields = activeFields.filter(({ value }) => value === 'identifier')
  const isIdentifier = (cell: string) =>
    cell !== '' && identifierFields.some((field) => validateField(field, cell) === undefined)
  return cells.some(isIdentifier)
}
