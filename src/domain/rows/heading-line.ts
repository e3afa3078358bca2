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
  /** False if this line, or one above it, could be more than headings and a title, so that the user must decide. */
  readonly isCertain: boolean
}

/**
 * The heading line of a file; undefined if none is recognised.
 * @param lines the file's first lines, trimmed
 */
export function findHeadingLine(rowType: RowType, lines: readonly Line[]): HeadingLine | undefined {
  const index = lines.findIndex(({ fields }) => isHeadingLine(rowType, fields))
  const linesAbove = lines.slice(0, Math.max(0, index))
  // A heading line below a line with a card is read as a row, with errors.
  const isBelowRow = linesAbove.some(({ fields }) => hasIdentifier(rowType, fields))
  if (index > 0 && !isBelowRow) {
    const headings = lines[index]?.fields ?? []
    const isBelowTitle = linesAbove.every(({ fields }) => isTitleLine(fields, headings))
    return { index, isCertain: isBelowTitle && !hasIdentifier(rowType, headings) }
  }
  const firstCells = lines[0]?.fields
  if (!firstCells || !rowType.isHeader(firstCells)) return undefined
  if (isTitleOfTable(rowType, lines)) {
    // The headings are below the title, but none of them is known. Without numbers, all lines belong to the title.
    return { index: guessHeadingLine(lines) ?? lines.length - 1, isCertain: false }
  }
  // If a line end was lost, the first row is joined to the heading line, which then contains a card.
  const isJoinedToRow = firstCells.length > 1 && hasIdentifier(rowType, firstCells)
  return { index: 0, isCertain: !isJoinedToRow }
}

/** True if the first line has one cell, and a line with several cells below it could have the headings. */
function isTitleOfTable({ activeFields }: RowType, [title, ...linesBelow]: readonly Line[]): boolean {
  const countCells = (line: Line) => line.fields.filter(Boolean).length
  const firstBelow = linesBelow.find((line) => countCells(line) > 1)
  const isAllWords = firstBelow?.fields.every((cell) => !/[0-9]/.test(cell)) === true
  return activeFields.length > 1 && title !== undefined && countCells(title) === 1 && isAllWords
}

/**
 * Guesses the index of the heading line if no heading is known: the last line of words before the first line with a
 * number.
 */
export function guessHeadingLine(lines: readonly Line[]): number | undefined {
  const isNumber = (cell: string) => /^\D{0,4}[0-9][0-9.,:/\s-]*\D{0,4}$/.test(cell)
  const hasSeveralCells = ({ fields }: Line) => fields.filter(Boolean).length > 1
  const firstRow = lines.findIndex((line) => hasSeveralCells(line) && line.fields.some(isNumber))
  const linesAboveRows = lines.slice(0, Math.max(0, firstRow))
  const index = linesAboveRows.findLastIndex(hasSeveralCells)
  return index === -1 ? undefined : index
}

/**
 * The columns of a file whose headings are in the line with this index; undefined for a file without headings. A column
 * without a heading counts only if every line has a cell in it.
 */
export function columnsBelow(rowType: RowType, lines: readonly Line[], headingIndex: number | undefined): ReadColumns {
  const heading = headingIndex === undefined ? undefined : lines[headingIndex]
  const header = heading && trimFields(heading.fields)
  const firstBelow = headingIndex === undefined ? 0 : headingIndex + 1
  const linesBelow = lines.slice(firstBelow, firstBelow + SAMPLE_LINES).map(({ fields }) => fields)
  const commonWidth = linesBelow.length === 0 ? 0 : Math.min(...linesBelow.map(({ length }) => length))
  const width = Math.max(header?.length ?? 0, commonWidth, rowType.columns?.width ?? 0)
  const headings = Array.from({ length: width }, (_, column) => header?.[column] ?? '')
  const columns = { headings, samples: columnSamples(headings, linesBelow) }
  const map = header ? matchColumns(rowType, columns).map : columnsByPosition(rowType, width)
  return {
    ...columns,
    map,
    width,
    hasHeadings: header !== undefined,
    ...(heading && { headingRow: heading.rowNumber }),
    lines,
  }
}

/** The first values of the columns, without empty ones. */
export const columnSamples = (
  headings: readonly string[],
  lines: readonly (readonly string[])[],
): FileColumns['samples'] => headings.map((_, column) => lines.map((line) => line[column] ?? '').filter(Boolean))

function isHeadingLine(rowType: RowType, cells: readonly string[]): boolean {
  const { fields, activeFields } = rowType
  const hasEnoughCells = activeFields.length === 1 || cells.filter(Boolean).length > 1
  return hasEnoughCells && containsHeadings(fields, cells) && rowType.isHeader(cells)
}

function hasIdentifier({ activeFields }: RowType, cells: readonly string[]): boolean {
  const identifierFields = activeFields.filter(({ value }) => value === 'identifier')
  return identifierFields.some((field) => cells.some((cell) => cell !== '' && validateField(field, cell) === undefined))
}
