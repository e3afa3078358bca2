// Finds the heading line among the first lines of a file, and describes the columns below it. Lines above the headings
// are the table's title.
import { columnsByPosition } from './column-map.ts'
import { validateField } from './fields.ts'
import { isTableHeading, isTitleLine, containsHeadings, type FileColumns, type ReadColumns } from './headings.ts'
import { type Line, type RowKind, trimFields } from './kind.ts'
import { matchColumns } from './match-columns.ts'

/** Maximum number of lines above the first row, without blank lines: a title, label and value pairs, instructions. */
export const MAX_HEAD_LINES = 20
/** Number of lines whose values are used to identify a column. */
const SAMPLE_LINES = 5

export interface HeadingLine {
  /** The position of the line, from 0. */
  readonly at: number
  /** False if a line above it could be more than a title, so that the user must decide. */
  readonly isCertain: boolean
}

/** The heading line of a file; undefined if none is recognised. @param lines the file's first lines, trimmed */
export function findHeadingLine(kind: RowKind, lines: readonly Line[]): HeadingLine | undefined {
  const at = lines.findIndex(({ fields }) => isHeadingLine(kind, fields))
  const above = lines.slice(0, Math.max(0, at))
  // A heading line below a line with a card is read as a row, with errors.
  if (at > 0 && !above.some(({ fields }) => hasIdentifier(kind, fields)))
    return { at, isCertain: above.every(({ fields }) => isTitleLine(fields, lines[at]?.fields ?? [])) }
  return lines[0] && kind.isHeader(lines[0].fields) ? { at: 0, isCertain: true } : undefined
}

/** Guesses the heading line if no heading is known: the last line of words before the first line with a number. */
export function guessHeadingLine(lines: readonly Line[]): number | undefined {
  const isNumber = (cell: string) => /^\D{0,4}[0-9][0-9.,:/\s-]*\D{0,4}$/.test(cell)
  const firstRow = lines.findIndex(({ fields }) => fields.some(isNumber) && fields.filter(Boolean).length > 1)
  const at = lines.slice(0, Math.max(0, firstRow)).findLastIndex(({ fields }) => fields.filter(Boolean).length > 1)
  return at === -1 ? undefined : at
}

/**
 * The columns of a file whose headings are in the line at position `at` (undefined: no headings). A column without a
 * heading counts only if every line has it.
 */
export function columnsBelow(kind: RowKind, lines: readonly Line[], at: number | undefined): ReadColumns {
  const heading = at === undefined ? undefined : lines[at]
  const header = heading && trimFields(heading.fields)
  const below = lines.slice(at === undefined ? 0 : at + 1, (at ?? -1) + 1 + SAMPLE_LINES).map(({ fields }) => fields)
  const commonWidth = Math.min(...below.map(({ length }) => length))
  const width = Math.max(header?.length ?? 0, below.length > 0 ? commonWidth : 0, kind.columns?.width ?? 0)
  const headings = Array.from({ length: width }, (_, cell) => header?.[cell] ?? '')
  const columns = { headings, samples: columnSamples(headings, below) }
  const map = header ? matchColumns(kind, columns).map : columnsByPosition(kind, width)
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
export const columnSamples = (headings: readonly string[], lines: readonly (readonly string[])[]): FileColumns['samples'] =>
  headings.map((_, cell) => lines.map((line) => line[cell] ?? '').filter(Boolean))

const isHeadingLine = (kind: RowKind, cells: readonly string[]): boolean =>
  (isTableHeading(kind.fields, cells) || (kind.activeFields.length === 1 && containsHeadings(kind.fields, cells))) &&
  kind.isHeader(cells)

const hasIdentifier = ({ activeFields }: RowKind, cells: readonly string[]): boolean =>
  activeFields.some(
    (field) =>
      field.value === 'identifier' && cells.some((cell) => cell !== '' && validateField(field, cell) === undefined),
  )
