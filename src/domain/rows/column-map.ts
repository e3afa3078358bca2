// Maps the columns of a file to fields, for row types that are read cell by cell. The headings or the user decide.
// `withColumns` derives a row type for the file; the rest of the reader does not know that columns can be in another
// order.
import { m } from '#words/messages.js'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import type { RowField } from './fields.ts'
import {
  type ColumnMap,
  type FileColumns,
  headingFit,
  NO_COLUMN,
  type ReadColumns,
  type MappedColumns,
} from './headings.ts'
import type { RowKind } from './kind.ts'
import { misfit } from './match-columns.ts'

/** The fields that the row type uses, by position, for a file whose first line may not be a heading. */
export const columnsByPosition = ({ fields, activeFields }: RowKind, width: number): ColumnMap =>
  fields.map((field) => {
    const index = activeFields.indexOf(field)
    return index < width ? index : NO_COLUMN
  })

/**
 * True if the first line of a file consists of unknown headings: it has no number, and at least two of its columns have
 * numbers below.
 */
export function looksLikeHeadings([first = [], ...others]: readonly (readonly string[])[]): boolean {
  const isWord = (cell: string) => !/^\s*[0-9]/.test(cell) && (cell.match(/\p{N}/gu) ?? []).length <= 2
  const named = first.filter((cell) => cell !== '')
  if (!named.every(isWord) || new Set(named).size < named.length) return false
  const overNumbers = first.filter((cell, index) => {
    const below = others.map((line) => line[index] ?? '').filter((value) => value !== '')
    return cell !== '' && below.length > 0 && below.every((value) => /^\D{0,3}[0-9]/.test(value))
  })
  return overNumbers.length > 1
}

/** The columns of a file that have amounts, by their headings or their first values. */
function amountColumns({ fields }: RowKind, { headings, samples }: FileColumns): number[] {
  const money = fields.filter(({ value }) => value === 'money')
  return headings.flatMap((heading, cell) => {
    const values = samples[cell] ?? []
    const isNamed = money.some((field) => headingFit(field, heading) !== undefined)
    return isNamed || (values.length > 0 && values.every((text) => TWO_DECIMALS.test(text))) ? [cell] : []
  })
}

const TWO_DECIMALS = /^[0-9][0-9,]*\.[0-9]{2}$/

/**
 * A column with amounts in a file whose row type has none: the file may be meant for another page. The column choice
 * for such a file is not stored, so the user is asked each time.
 */
export const strayAmounts = (kind: RowKind, columns: FileColumns): number | undefined =>
  kind.refersToOtherCard && !kind.activeFields.some(({ value }) => value === 'money')
    ? amountColumns(kind, columns)[0]
    : undefined

/** A problem with the chosen columns. The first two types block them. */
export type ColumnProblem =
  | { readonly kind: 'missing'; readonly field: RowField }
  /** Two fields use one column. */
  | { readonly kind: 'twice'; readonly field: RowField; readonly other: RowField; readonly cell: number }
  /** No sample of the column is a valid value. */
  | { readonly kind: 'misfit'; readonly field: RowField; readonly sample: string }
  /** Columns that would be ignored. */
  | { readonly kind: 'unused'; readonly cells: readonly number[] }

/** The problems of the chosen columns, in the order of the fields. */
export function columnProblems({ fields }: RowKind, columns: FileColumns, map: ColumnMap): ColumnProblem[] {
  const problems: ColumnProblem[] = []
  fields.forEach((field, index) => {
    const cell = map[index] ?? NO_COLUMN
    if (cell === NO_COLUMN) {
      if (field.use === 'required') problems.push({ kind: 'missing', field })
      return
    }
    const first = fields[map.indexOf(cell)]
    const sample = misfit(field, columns.samples[cell] ?? [])
    if (first && first !== field) problems.push({ kind: 'twice', field, other: first, cell })
    else if (sample !== undefined) problems.push({ kind: 'misfit', field, sample })
  })
  const cells = unusedColumns(columns, map)
  return cells.length > 0 ? [...problems, { kind: 'unused', cells }] : problems
}

/** Columns with a heading or a value that no field uses. */
export const unusedColumns = (
  { headings, samples, currencyCell }: FileColumns & Pick<ReadColumns, 'currencyCell'>,
  map: ColumnMap,
): number[] =>
  headings.flatMap((heading, cell) =>
    map.includes(cell) || cell === currencyCell || (heading === '' && (samples[cell] ?? []).length === 0) ? [] : [cell],
  )

export const isBarring = ({ kind }: ColumnProblem): boolean => kind === 'missing' || kind === 'twice'

/**
 * 'Reference', or 'Column C' if a column has no heading. A first line that is really a row can contain card numbers,
 * which are masked.
 */
export const columnTitle = ({ headings }: FileColumns, cell: number, hasHeadings = true): string =>
  (hasHeadings ? maskCardNumbers(headings[cell]?.trim() ?? '') : '') || m.rows_columnCell({ cell: columnLetter(cell) })

/** The column letters of a spreadsheet: 0 → 'A', 26 → 'AA'. */
export const columnLetter = (cell: number): string =>
  (cell < 26 ? '' : columnLetter(Math.floor(cell / 26) - 1)) + String.fromCharCode(65 + (cell % 26))

/** The row type for a file with these columns. */
export function withColumns<Name extends string, Kind extends RowKind<Name>>(kind: Kind, mapping: MappedColumns): Kind {
  const fieldAt = new Map(mapping.map.map((cell, index) => [cell, kind.fields[index]]))
  return {
    ...kind,
    columns: mapping,
    lineToValues: (cells: readonly string[]) => mapping.map.map((cell) => cells[cell] ?? ''),
    isHeader: () => mapping.hasHeadings,
    mayBeMoney: (cell: number) => fieldAt.get(cell)?.value === 'money',
  }
}

/** The number of fields in a line. Unused columns do not count; cells to the right of all columns count as surplus. */
export function fieldCountOf({ columns, fields, activeFields }: RowKind, cells: number): number {
  if (!columns) return cells
  return cells > columns.width ? fields.length + cells - columns.width : Math.min(cells, activeFields.length)
}
