// Collects the lines of a file as checked rows, up to the row limit. Every reader ends here.
import { countFields } from '#domain/rows/column-map.ts'
import { type RowColumns, rowsToColumns } from '#domain/rows/columns.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import {
  columnsBelow,
  findHeadingLine,
  guessHeadingLine,
  HEAD_LINES,
  type HeadingLine,
} from '#domain/rows/heading-line.ts'
import { ownColumnsOf } from '#domain/rows/extra-columns.ts'
import { type AmountReading, amountQuestions, isAnswered, toAmountReading } from '#domain/rows/column-amounts.ts'
import { NO_COLUMN, type ReadColumns } from '#domain/rows/headings.ts'
import { matchColumns } from '#domain/rows/match-columns.ts'
import {
  type CheckedRow,
  checkRow,
  type Line,
  type RowKind,
  toValues,
  trimFields,
  UNDIVIDED,
} from '#domain/rows/kind.ts'
import { isTotalRow } from '#domain/rows/total-row.ts'
import type { CellMarks } from '#sheets/sheet.ts'
import { createColumnSums } from './column-sums.ts'
import { markSwappedDates } from './swapped-dates.ts'
import { createRoundedAmounts, type RoundedAmounts } from './rounded-amounts.ts'
import { fieldsBeforeVerdict, isDoneVerdict, withoutVerdict } from '#domain/rows/verdict-columns.ts'

export interface Collected {
  readonly columns: RowColumns
  readonly header: readonly string[] | undefined
  readonly ignoredLines: number
  /** Lines with the table's title, above the headings. */
  readonly titleLines: number
  /** Rows left out because the file itself marks them as done. */
  readonly doneRows: number
  /** Undefined if the sheet shows all amounts in full. */
  readonly rounded: RoundedAmounts | undefined
  /** The row numbers of the lines with totals at the end. */
  readonly totalRows: readonly number[]
  /** Rows beyond the limit, which were only counted. */
  readonly moreRows: number
  /** The file's columns, if the row kind was adapted to them (`withColumns`). */
  readonly fileColumns?: ReadColumns
}

/** The file has another order of columns, or the order is unclear. `fileColumns` has the best guess. */
export interface OtherColumns {
  readonly fileColumns: ReadColumns
}

/** The known facts about a line in addition to its fields. */
export interface LineMarks extends CellMarks {
  /** True if the file's separator does not divide the line. */
  readonly isUndivided?: boolean
}

export interface RowCollector {
  /**
   * Takes the next line. Returns false once no more are needed, because the file has too many rows or other columns.
   */
  add(rowNumber: number, fields: readonly string[], marks?: LineMarks): boolean
  /** 'tooManyRows' if the limit was exceeded. */
  finish(): Collected | OtherColumns | 'tooManyRows'
}

/** Lines beyond the limit that are read before a file counts as too long: a heading line and a line with totals. */
const SLACK = 2
/** Lines at the end that are checked for totals. */
const TOTAL_LINES = 3

/**
 * @param skipRows skips this many rows, takes rows up to the limit and counts the rest; if omitted, a file with too
 * many rows is refused
 */
export function createRowCollector(kind: RowKind, maxRows: number, skipRows?: number): RowCollector {
  const rows: CheckedRow[] = []
  /** The cells of each row. Only used if the file has columns that no field can use. */
  const lines: (readonly string[])[] = []
  let header: readonly string[] | undefined
  /** For a file that came back with verdicts: the number of fields per line that are the user's own. */
  let ownFields: number | undefined
  let ignoredLines = 0
  let doneRows = 0
  let titleLines = 0
  /** The first lines, trimmed; one of them may have the headings. */
  const first: Line[] = []
  /** The first lines with their original fields, until the heading line is known. */
  let held: { readonly fields: readonly string[]; readonly marks: LineMarks }[] | undefined = []
  let heading: HeadingLine | undefined
  let isOther = false
  let seen = 0
  /** The last lines that became rows, with the fields of the file. */
  const last: string[][] = []
  let amounts: AmountReading = { units: [], currencies: [], currencyCell: NO_COLUMN, read: (values) => values }
  const sums = createColumnSums()
  /** Indexes of the cells with a date, for each row. */
  const dateCells: (readonly number[] | undefined)[] = []
  const rounded = createRoundedAmounts(kind)
  /** The number of rows that look like the wizard's own format, and the largest number of fields in a line. */
  let fitting = 0
  let widest = 0

  const take = (rowNumber: number, fields: readonly string[], marks: LineMarks): boolean => {
    if (ownFields !== undefined && isDoneVerdict(fields[ownFields])) {
      doneRows += 1
      return true
    }
    const trimmed = ownLine(fields, ownFields)
    if (trimmed.length === 0) return true
    widest = Math.max(widest, fields.length)
    if (isOther) {
      sums.add(trimmed, marks)
      return sums.lines < maxRows + SLACK
    }
    const { isUndivided = false } = marks
    const values = isUndivided ? trimmed : kind.lineToValues(trimmed)
    if (!values) {
      ignoredLines += 1
      return true
    }
    seen += 1
    if (skipRows !== undefined && (seen <= skipRows || rows.length === maxRows)) return true
    sums.add(trimmed, marks)
    if (last.push(trimmed) > TOTAL_LINES) last.shift()
    const fieldCount = isUndivided ? UNDIVIDED : countFields(kind, trimmed.length)
    const row = { rowNumber, values: toValues(kind, amounts.read(values, trimmed)), fieldCount }
    if (!isUndivided && kind.looksOwn(row)) fitting += 1
    rows.push(checkRow(kind, row))
    dateCells.push(marks.dates)
    rounded.add(row, marks)
    if (kind.columns) lines.push(isUndivided ? [] : trimmed)
    return rows.length < maxRows + SLACK
  }
  /** Finds the heading line, and takes the lines below it. */
  const takeHeld = (): boolean => {
    if (!held) return true
    heading = headingOf(kind, first)
    const at = heading?.at ?? -1
    header = first[at]?.fields
    if (header) ownFields = fieldsBeforeVerdict(header)
    titleLines = Math.max(0, at)
    const found = columnsBelow(kind, ownLines(first, ownFields), header ? at : undefined)
    const titles = first.slice(0, titleLines).map(({ fields }) => fields)
    amounts = toAmountReading(kind, found, kind.columns?.map ?? found.map, titles)
    // If the headings do not decide, the values of the first lines can.
    const headings = header?.slice(0, ownFields) ?? []
    const isInOrder = () => kind.isInOrder({ headings, samples: found.samples.slice(0, headings.length) })
    isOther = header !== undefined && !kind.columns && (heading?.isSure === false || !isInOrder())
    const lines = held
    held = undefined
    return lines.every(({ fields, marks }, index) => index <= at || take(first[index]?.rowNumber ?? 0, fields, marks))
  }
  /** The columns that were found, with what is known about their amounts. */
  const describe = (at: number | undefined): ReadColumns => {
    const columns = { ...columnsBelow(kind, ownLines(first, ownFields), at), ...kind.columns }
    const noted = sums.of(amounts, columns.width)
    const { currencyCell } = amounts
    return {
      ...columns,
      ...(noted.some(Boolean) && { amounts: noted }),
      ...(currencyCell !== NO_COLUMN && { currencyColumn: currencyCell }),
    }
  }
  const fits = (): boolean => fitting >= rows.length * kind.ownShare
  /** Without known headings, the file has the wizard's own format only if nearly all rows look like it. */
  const looksOwn = (): boolean => (kind.ownWidth === undefined || widest === kind.ownWidth) && fits()
  return {
    add(rowNumber, fields, marks = {}) {
      if (!held) return take(rowNumber, fields, marks)
      const trimmed = trimFields(fields)
      if (trimmed.length === 0) return true
      first.push({ rowNumber, fields: trimmed })
      held.push({ fields, marks })
      return first.length < HEAD_LINES + 5 || takeHeld()
    },
    finish() {
      takeHeld()
      const at = header ? (heading?.at ?? 0) : undefined
      const hasRows = first.length > (at ?? -1) + 1
      if (isOther && hasRows) return { fileColumns: { ...describe(at), asksForHeadings: heading?.isSure === false } }
      if (!kind.columns && !header && rows.length > 0 && kind.ownShare > 0) {
        const guessed = guessHeadings(first)
        if (guessed !== undefined || !looksOwn()) return { fileColumns: withoutPlaces(kind, describe(guessed), fits()) }
      }
      const columnsFound = describe(at)
      const questions = amountQuestions(kind, columnsFound, columnsFound.map)
      if (rows.length > 0 && !questions.every((question) => isAnswered(question, kind.columns ?? {})))
        return { fileColumns: columnsFound }
      const moreRows = Math.max(0, seen - (skipRows ?? 0) - rows.length)
      const totalRows = moreRows > 0 ? [] : totalsOf(kind, rows, last)
      if (rows.length - totalRows.length > maxRows) return 'tooManyRows'
      const totals = new Set(totalRows.map((_, index) => rows.length - 1 - index))
      const checked = markSwappedDates(kind, rows, dateCells)
      const columns = rowsToColumns(kind, markDuplicates(kind, checked, totals), (text) =>
        new TextEncoder().encode(text),
      )
      const extraColumns = kind.columns && ownColumnsOf(columnsFound, lines)
      return {
        columns: extraColumns ? { ...columns, extra: extraColumns } : columns,
        header,
        ignoredLines,
        titleLines,
        doneRows,
        totalRows,
        moreRows,
        rounded: rounded.without(totalRows),
        ...(kind.columns && { fileColumns: columnsFound }),
      }
    },
  }
}

/** The row numbers of the lines with totals at the end, the last one first. */
function totalsOf(kind: RowKind, rows: readonly CheckedRow[], last: readonly string[][]): number[] {
  const totals: number[] = []
  for (let at = rows.length - 1; at >= 0 && rows.length - at <= last.length; at -= 1) {
    const row = rows[at]
    if (!row || !isTotalRow(kind, last.at(at - rows.length) ?? [], row, rows.slice(0, at))) break
    totals.push(row.rowNumber)
  }
  return totals
}

/** Without headings, columns are proposed by position only if their values look like the fields. */
const withoutPlaces = (kind: RowKind, columns: ReadColumns, fits: boolean): ReadColumns =>
  columns.hasHeadings || fits ? columns : { ...columns, map: matchColumns(kind, columns).map }

/** The line that probably has the headings, although none of them is known: words above numbers. */
function guessHeadings(first: readonly Line[]): number | undefined {
  const guess = guessHeadingLine(first) ?? 0
  const [words = [], ...below] = first.slice(guess, guess + 6).map(({ fields }) => fields)
  const isWord = (cell: string) => cell === '' || (/\p{L}/u.test(cell) && !/[0-9]{3}/.test(cell))
  const isNumber = (cell = '') => /[0-9]/.test(cell)
  const areAboveNumbers = words.some(
    (cell, place) => cell !== '' && below.length > 0 && below.every((line) => isNumber(line[place])),
  )
  return words.every(isWord) && areAboveNumbers ? guess : undefined
}

/** The heading line that the user named, or the recognised one. */
function headingOf(kind: RowKind, first: readonly Line[]): HeadingLine | undefined {
  const { columns } = kind
  if (!columns) return findHeadingLine(kind, first)
  if (!columns.hasHeadings) return undefined
  const at = first.findIndex(({ rowNumber }) => rowNumber === columns.headingRow)
  return { at: Math.max(0, at), isSure: true }
}

const ownLines = (lines: readonly Line[], ownFields: number | undefined): Line[] =>
  lines.map(({ rowNumber, fields }) => ({ rowNumber, fields: ownLine(fields, ownFields) }))

const ownLine = (fields: readonly string[], ownFields: number | undefined): string[] =>
  trimFields(ownFields === undefined ? fields : withoutVerdict(fields, ownFields))
