// Collects the lines of a file as checked rows, up to the row limit. Every reader ends here.
import { fieldCountOf, looksLikeHeadings } from '#domain/rows/column-map.ts'
import { type RowColumns, rowsToColumns } from '#domain/rows/columns.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import {
  columnsBelow,
  findHeadingLine,
  guessHeadingLine,
  HEAD_LINES,
  type HeadingLine,
  samplesOf,
} from '#domain/rows/heading-line.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import { ownColumnsOf } from '#domain/rows/own-columns.ts'
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
import { fieldsBeforeVerdict, isDoneVerdict, withoutVerdict } from '#domain/rows/verdict-columns.ts'

export interface Collected {
  readonly columns: RowColumns
  readonly header: readonly string[] | undefined
  readonly ignoredLines: number
  /** Lines above the headings that contain the table's title, not rows. */
  readonly titleLines: number
  /** Rows left out because the file itself marks them as done. */
  readonly doneRows: number
  /** The numbers of the last rows, if they are lines with totals. */
  readonly totalRows: readonly number[]
  /** Rows beyond the limit that were counted only. */
  readonly moreRows: number
  /** The file's columns, if the row kind was adapted to them (`withColumns`). */
  readonly fileColumns?: ReadColumns
}

/** The file has another order of columns, or it is unclear which is which; `fileColumns` has the best guess. */
export interface OtherColumns {
  readonly fileColumns: ReadColumns
}

export interface RowCollector {
  /**
   * Takes the next line; returns false once no more are needed, because the file has too many rows or other columns.
   * @param isUndivided the separator of the file does not divide this line
   */
  add(rowNumber: number, fields: readonly string[], isUndivided?: boolean): boolean
  /** 'tooManyRows' if the limit was exceeded. */
  finish(): Collected | OtherColumns | 'tooManyRows'
}

/** Rows and headings beyond the limit that are read before a file has too many: a heading line, a line with totals. */
const SLACK = 2
/** Lines at the end that can have totals. */
const TOTAL_LINES = 3

/** @param skipRows takes the rows after these, up to the limit, and counts the others; without it, all or none are read */
export function createRowCollector(kind: RowKind, maxRows: number, skipRows?: number): RowCollector {
  const rows: CheckedRow[] = []
  /** The cells of each row, if the file has columns that no field may use. */
  const lines: (readonly string[])[] = []
  let header: readonly string[] | undefined
  /** For a file that came back with verdicts: how many fields of a line are the user's own. */
  let ownFields: number | undefined
  let ignoredLines = 0
  let doneRows = 0
  let titleLines = 0
  /** The first lines, trimmed; one of them can have the headings. */
  const first: Line[] = []
  /** Their fields as they were read, until the heading line is known. */
  let held: { readonly fields: readonly string[]; readonly isUndivided: boolean }[] | undefined = []
  let heading: HeadingLine | undefined
  let isOther = false
  let seen = 0
  /** The last lines that became rows, as they are in the file. */
  const last: string[][] = []

  const take = (rowNumber: number, fields: readonly string[], isUndivided: boolean): boolean => {
    if (ownFields !== undefined && isDoneVerdict(fields[ownFields])) {
      doneRows += 1
      return true
    }
    const trimmed = ownLine(fields, ownFields)
    if (trimmed.length === 0) return true
    const values = isUndivided ? trimmed : kind.lineToValues(trimmed)
    if (!values) {
      ignoredLines += 1
      return true
    }
    seen += 1
    if (skipRows !== undefined && (seen <= skipRows || rows.length === maxRows)) return true
    if (last.push(trimmed) > TOTAL_LINES) last.shift()
    const fieldCount = isUndivided ? UNDIVIDED : fieldCountOf(kind, trimmed.length)
    rows.push(checkRow(kind, { rowNumber, values: toValues(kind, values), fieldCount }))
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
    // If the headings are not enough, the first lines can decide.
    if (header && !kind.columns) {
      const headings = header.slice(0, ownFields)
      const samples = samplesOf(
        headings,
        first.slice(at + 1, at + 6).map(({ fields }) => fields),
      )
      isOther = heading?.isSure === false || !kind.isInOrder({ headings, samples })
    }
    const lines = held
    held = undefined
    return (
      isOther ||
      lines.every((line, index) => index <= at || take(first[index]?.rowNumber ?? 0, line.fields, line.isUndivided))
    )
  }
  return {
    add(rowNumber, fields, isUndivided = false) {
      if (!held) return !isOther && take(rowNumber, fields, isUndivided)
      const trimmed = trimFields(fields)
      if (trimmed.length === 0) return true
      first.push({ rowNumber, fields: trimmed })
      held.push({ fields, isUndivided })
      return first.length < HEAD_LINES + 5 || takeHeld()
    },
    finish() {
      takeHeld()
      const own = first.map(({ rowNumber, fields }) => ({ rowNumber, fields: ownLine(fields, ownFields) }))
      const at = header ? (heading?.at ?? 0) : undefined
      const hasRows = first.length > (at ?? -1) + 1
      if (isOther && hasRows)
        return { fileColumns: { ...columnsBelow(kind, own, at), asksForHeadings: heading?.isSure === false } }
      const guess = guessHeadingLine(first) ?? 0
      if (!kind.columns && !header && looksLikeHeadings(first.slice(guess, guess + 5).map(({ fields }) => fields)))
        return { fileColumns: columnsBelow(kind, own, guess) }
      const moreRows = Math.max(0, seen - (skipRows ?? 0) - rows.length)
      const totalRows = moreRows > 0 ? [] : totalsOf(kind, rows, last)
      if (rows.length - totalRows.length > maxRows) return 'tooManyRows'
      const totals = new Set(totalRows.map((_, index) => rows.length - 1 - index))
      const columns = rowsToColumns(kind, markDuplicates(kind, rows, totals), (text) => new TextEncoder().encode(text))
      const taken = kind.columns && { ...columnsBelow(kind, own, at), ...kind.columns }
      const ownColumns = taken && ownColumnsOf(taken, lines)
      return {
        columns: ownColumns ? { ...columns, own: ownColumns } : columns,
        header,
        ignoredLines,
        titleLines,
        doneRows,
        totalRows,
        moreRows,
        ...(taken && { fileColumns: taken }),
      }
    },
  }
}

/** The numbers of the rows at the end that are lines with totals, the last one first. */
function totalsOf(kind: RowKind, rows: readonly CheckedRow[], last: readonly string[][]): number[] {
  const totals: number[] = []
  for (let at = rows.length - 1; at >= 0 && rows.length - at <= last.length; at -= 1) {
    const row = rows[at]
    if (!row || !isTotalRow(kind, last.at(at - rows.length) ?? [], row, rows.slice(0, at))) break
    totals.push(row.rowNumber)
  }
  return totals
}

/** The line that the user named, or the one that is recognised. */
function headingOf(kind: RowKind, first: readonly Line[]): HeadingLine | undefined {
  const { columns } = kind
  if (!columns) return findHeadingLine(kind, first)
  if (!columns.hasHeadings) return undefined
  const at = first.findIndex(({ rowNumber }) => rowNumber === columns.headingRow)
  return { at: Math.max(0, at), isSure: true }
}

const ownLine = (fields: readonly string[], ownFields: number | undefined): string[] =>
  trimFields(ownFields === undefined ? fields : withoutVerdict(fields, ownFields))
