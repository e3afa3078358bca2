// Maps the columns of a file to fields, by their headings or by the user's choice. `withColumns` derives a row type for
// the file, so that the rest of the reader need not know that columns can be in another order.
import { m } from '#words/messages.js'
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import type { RowField } from './fields.ts'
import {
  type ColumnMap,
  type FileColumns,
  matchHeading,
  NO_COLUMN,
  type ReadColumns,
  type MappedColumns,
} from './headings.ts'
import type { RowType } from './row-type.ts'
import { areAll, findMisfit } from './match-columns.ts'

/** For a file without headings: the column of each field, if the file has the columns of the row type in order. */
export const columnsByPosition = ({ fields, activeFields }: RowType, width: number): ColumnMap =>
  fields.map((field) => {
    const position = activeFields.indexOf(field)
    const isInFile = position !== -1 && position < width
    return isInFile ? position : NO_COLUMN
  })

/**
 * For a row type without amounts: finds a column with amounts, by its heading or its first values. A file with such a
 * column may be meant for another page. The user's choice of columns is not stored, so the user is asked each time.
 */
export function findStrayAmountColumn(rowType: RowType, { headings, samples }: FileColumns): number | undefined {
  const hasAmounts = rowType.activeFields.some(({ value }) => value === 'money')
  if (!rowType.asksAboutUnusedColumns || hasAmounts) return undefined
  const isNamed = (heading: string) =>
    rowType.fields.some((field) => field.value === 'money' && matchHeading(field, heading) !== undefined)
  const hasTwoDecimals = (text: string) => /^[0-9][0-9,]*\.[0-9]{2}$/.test(text)
  const column = headings.findIndex((heading, index) => isNamed(heading) || areAll(samples[index], hasTwoDecimals))
  return column === -1 ? undefined : column
}

/** A problem with the chosen columns. 'missing' and 'twice' prevent the use of the columns. */
export type ColumnProblem =
  | { readonly kind: 'missing'; readonly field: RowField }
  /** Two fields use one column. */
  | { readonly kind: 'twice'; readonly field: RowField; readonly other: RowField; readonly column: number }
  /** No sample of the column is a valid value of the field. */
  | { readonly kind: 'misfit'; readonly field: RowField; readonly sample: string }
  /** Columns that would be ignored. */
  | { readonly kind: 'unused'; readonly columns: readonly number[] }

/** The problems of the chosen columns, in the order of the fields. */
export function columnProblems({ fields }: RowType, columns: FileColumns, map: ColumnMap): ColumnProblem[] {
  const problems: ColumnProblem[] = []
  for (const [index, field] of fields.entries()) {
    const column = map[index] ?? NO_COLUMN
    if (column === NO_COLUMN) {
      if (field.use === 'required') problems.push({ kind: 'missing', field })
      continue
    }
    const firstFieldOfColumn = fields[map.indexOf(column)] ?? field
    const misfit = findMisfit(field, columns.samples[column] ?? [])
    if (firstFieldOfColumn !== field) problems.push({ kind: 'twice', field, other: firstFieldOfColumn, column })
    else if (misfit !== undefined) problems.push({ kind: 'misfit', field, sample: misfit })
  }
  const unused = unusedColumns(columns, map)
  return unused.length > 0 ? [...problems, { kind: 'unused', columns: unused }] : problems
}

/** Columns that no field uses, and that have a heading or a value. A currency column counts as used. */
export const unusedColumns = (
  { headings, samples, currencyColumn }: FileColumns & Pick<ReadColumns, 'currencyColumn'>,
  map: ColumnMap,
): number[] =>
  [...headings.keys()].filter((column) => {
    const isUsed = map.includes(column) || column === currencyColumn
    const columnSamples = samples[column] ?? []
    const isEmpty = headings[column] === '' && columnSamples.length === 0
    return !isUsed && !isEmpty
  })

export const isBlockingProblem = ({ kind }: ColumnProblem): boolean => kind === 'missing' || kind === 'twice'

/**
 * 'Reference', or 'Column C' if a column has no heading. Card numbers are masked, since the heading line may really be a
 * row.
 */
export function columnTitle({ headings }: FileColumns, column: number, { hasHeadings = true } = {}): string {
  const heading = hasHeadings ? maskCardNumbers(headings[column]?.trim() ?? '') : ''
  return heading || m.rows_columnCell({ cell: columnLetter(column) })
}

/** The column letters of a spreadsheet: 0 → 'A', 26 → 'AA'. */
export function columnLetter(column: number): string {
  const lastLetter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? lastLetter : columnLetter(Math.floor(column / 26) - 1) + lastLetter
}

/** The row type for a file with these columns. */
export function withColumns<Name extends string, Type extends RowType<Name>>(
  rowType: Type,
  mapping: MappedColumns,
): Type {
  const { map: columnsOfFields, hasHeadings } = mapping
  const fieldOfColumn = new Map(columnsOfFields.map((column, index) => [column, rowType.fields[index]]))
  return {
    ...rowType,
    columns: mapping,
    lineToValues: (cells: readonly string[]) => columnsOfFields.map((column) => cells[column] ?? ''),
    looksLikeHeadings: () => hasHeadings,
    canBeAmount: (column: number) => fieldOfColumn.get(column)?.value === 'money',
  }
}

/** The number of fields in a line with `cellCount` cells. Columns that no field uses do not count. */
export function countFields({ columns, fields, activeFields }: RowType, cellCount: number): number {
  if (!columns) return cellCount
  // Cells to the right of all columns are surplus fields, which are an error of the row.
  const surplus = cellCount - columns.width
  return surplus > 0 ? fields.length + surplus : Math.min(cellCount, activeFields.length)
}
