// Collects the lines of a file as checked rows, up to the row limit. All readers pass their lines to this collector.
import { countFields } from '#domain/rows/column-map.ts'
import { type PackedRows, packRows } from '#domain/rows/packed-rows.ts'
import { markDuplicates } from '#domain/rows/duplicates.ts'
import {
  columnsBelow,
  findHeadingLine,
  guessHeadingLine,
  MAX_HEAD_LINES,
  type HeadingLine,
} from '#domain/rows/heading-line.ts'
import { findExtraColumns } from '#domain/rows/extra-columns.ts'
import { amountQuestions, createAmountReader, isAnswered, PLAIN_AMOUNTS } from '#domain/rows/column-amounts.ts'
import { type FileColumns, type MarkedRows, NO_COLUMN, type ReadColumns } from '#domain/rows/headings.ts'
import { matchColumns } from '#domain/rows/match-columns.ts'
import {
  type CheckedRow,
  checkRow,
  type Line,
  type RowType,
  toValues,
  trimFields,
  UNDIVIDED,
} from '#domain/rows/row-type.ts'
import { findMarkedRows } from '#domain/rows/marked-rows.ts'
import { joinSplitAmounts, markCutAmount, type SplitColumns, toSplitColumns } from '#domain/rows/split-amounts.ts'
import { isTotalRow } from '#domain/rows/total-row.ts'
import type { CellMarks } from '#sheets/sheet.ts'
import type { LineUse } from '#workers/sheets-api.ts'
import { createColumnSums } from './column-sums.ts'
import { markSwappedDates } from './swapped-dates.ts'
import { createRoundedAmounts, type RoundedAmounts } from './rounded-amounts.ts'
import { countBeforeVerdict, isDoneVerdict, withoutVerdict } from '#domain/rows/verdict-columns.ts'

export interface CollectedRows {
  readonly packedRows: PackedRows
  readonly lines: LineUse
  readonly header: readonly string[] | undefined
  readonly ignoredLines: number
  /** The number of lines above the headings, which contain the title of the table. */
  readonly titleLines: number
  /** The number of rows that were left out because the file itself marks them as done. */
  readonly doneRows: number
  /** Undefined if the sheet shows all amounts in full. */
  readonly rounded: RoundedAmounts | undefined
  /** The row numbers of the lines with totals at the end. */
  readonly totalsRowNumbers: readonly number[]
  /** The number of rows beyond the limit. They were only counted. */
  readonly moreRows: number
  /** The columns of the file, if the row type was adapted to them (`withColumns`). */
  readonly fileColumns?: ReadColumns
  /** The rows that a column marks as not to be paid, whether they were left out or taken. */
  readonly marked: MarkedRows | undefined
}

/** Returned if the file has another order of columns, or if the order is unclear. */
export interface OtherColumns {
  /** The columns of the file, with the best guess of their order. */
  readonly fileColumns: ReadColumns
}

/** Returned if the file has more rows than the limit. */
export interface TooManyRows {
  readonly exceedsLimit: true
}

/** What is known about a line besides its fields. */
export interface LineMarks extends CellMarks {
  /** True if the separator of the file does not divide the line. */
  readonly isUndivided?: boolean
  /** True if commas separate the fields. A comma in an amount may then have divided it into two fields. */
  readonly hasCommas?: boolean
}

export interface FileEnd {
  /** True if the last line has no line end, so that its last amount may be incomplete. */
  readonly isUnterminated: boolean
}

export interface RowCollector {
  /**
   * Takes the next line. Returns false if no more lines are needed, because the file has too many rows or unexpected
   * columns.
   */
  add(rowNumber: number, fields: readonly string[], marks?: LineMarks): boolean
  finish(end?: FileEnd): CollectedRows | OtherColumns | TooManyRows
}

/**
 * A file may have this many lines more than the row limit, because one can be a heading line and one can have totals.
 */
const MAX_EXTRA_LINES = 2
/** The number of lines at the end of the file that are checked for totals. */
const TOTAL_LINES = 3
/** This many lines below the last possible heading line are also held, because headings are compared with them. */
const LINES_TO_COMPARE = 5

interface RowLimits {
  readonly maxRows: number
  /**
   * If set, the file is read in parts: skips this many rows, takes rows up to the limit and counts the rest. If
   * undefined, a file with too many rows is refused.
   */
  readonly skipRows: number | undefined
}

export function createRowCollector(rowType: RowType, { maxRows, skipRows }: RowLimits): RowCollector {
  const rows: CheckedRow[] = []
  /** The cells of each row. Only used if the file has columns that no field can use. */
  const rowCells: (readonly string[])[] = []
  let header: readonly string[] | undefined
  /**
   * The number of fields before the verdict, in a file that was downloaded from the portal with verdicts. The user has
   * written these fields. Undefined for any other file.
   */
  let userFieldCount: number | undefined
  let ignoredLines = 0
  let doneRows = 0
  let titleLines = 0
  /** The first lines without empty fields at the end. One of them may have the headings. */
  const headLines: Line[] = []
  /** The first lines with all their fields. Undefined as soon as the heading line is known. */
  let heldLines: { readonly fields: readonly string[]; readonly marks: LineMarks }[] | undefined = []
  let heading: HeadingLine | undefined
  let hasOtherColumnOrder = false
  /** The number of rows that were seen in any part of the file. */
  let rowsSeen = 0
  let lineCount = 0
  let blankLines = 0
  /** The last lines that became rows, with the fields of the file. */
  const lastLines: (readonly string[])[] = []
  let splitColumns: SplitColumns | undefined
  let amounts = PLAIN_AMOUNTS
  const sums = createColumnSums()
  /** For each row, the indexes of its cells with a date. */
  const dateCells: (readonly number[] | undefined)[] = []
  const rounded = createRoundedAmounts(rowType)
  /** How many rows look like rows of the row type. Only counted if the file is read by position. */
  let fittingCount = 0
  /** The largest number of fields in a line. */
  let maxFields = 0

  /** True if neither headings nor a mapping by the user name the columns. */
  const isReadByPosition = () => !rowType.columns && !header

  /** Joins amounts that a comma has divided into two fields. */
  const joinAmounts = (fields: readonly string[], userCells: readonly string[]): readonly string[] => {
    if (!splitColumns) return userCells
    // In a file without verdicts, empty fields at the end of a line also count.
    const fieldCount = userFieldCount === undefined ? fields.length : userCells.length
    return joinSplitAmounts(userCells, fieldCount, splitColumns)
  }
  /** True if the current row is in another part of a file that is read in parts. */
  const isInOtherPart = (): boolean => {
    if (skipRows === undefined) return false
    const isBeforePart = rowsSeen <= skipRows
    const isAfterPart = rows.length === maxRows
    return isBeforePart || isAfterPart
  }
  /** Returns false if no more lines are needed. */
  const takeLine = (rowNumber: number, fields: readonly string[], marks: LineMarks): boolean => {
    const isDone = userFieldCount !== undefined && isDoneVerdict(fields[userFieldCount])
    if (isDone) {
      doneRows += 1
      return true
    }
    const userCells = withoutVerdictFields(fields, userFieldCount)
    const cells = marks.hasCommas ? joinAmounts(fields, userCells) : userCells
    if (cells.length === 0) {
      blankLines += 1
      return true
    }
    maxFields = Math.max(maxFields, fields.length)
    if (hasOtherColumnOrder) {
      // The file is read again once its columns are known. Until then only the sums of its columns are needed.
      sums.add(cells, marks)
      return sums.lines < maxRows + MAX_EXTRA_LINES
    }
    const { isUndivided = false } = marks
    const values = isUndivided ? cells : rowType.lineToValues(cells)
    if (!values) {
      ignoredLines += 1
      return true
    }
    rowsSeen += 1
    if (isInOtherPart()) return true
    sums.add(cells, marks)
    lastLines.push(cells)
    if (lastLines.length > TOTAL_LINES) lastLines.shift()
    const fieldCount = isUndivided ? UNDIVIDED : countFields(rowType, cells.length)
    const row = { rowNumber, values: toValues(rowType, amounts.read(values, cells)), fieldCount }
    const isCompared = isReadByPosition() && !isUndivided
    if (isCompared && rowType.looksLikeRow(row)) fittingCount += 1
    rows.push(checkRow(rowType, row))
    dateCells.push(marks.dates)
    rounded.add(row, marks)
    if (rowType.columns) rowCells.push(isUndivided ? [] : userCells)
    return rows.length < maxRows + MAX_EXTRA_LINES
  }
  /** The index of the heading line in `headLines`. */
  const headingIndex = () => (header ? titleLines : undefined)
  /** The index of the first line that can be a row. */
  const firstRowIndex = () => (header ? titleLines + 1 : 0)
  /** Finds the heading line, and takes the held lines below it. Returns false if no more lines are needed. */
  const takeHeldLines = (): boolean => {
    if (!heldLines) return true
    heading = headingOf(rowType, headLines)
    titleLines = heading?.index ?? 0
    header = heading ? headLines[titleLines]?.fields : undefined
    if (header) userFieldCount = countBeforeVerdict(header)
    const columns = columnsBelow(rowType, withoutVerdicts(headLines, userFieldCount), headingIndex())
    const titles = headLines.slice(0, titleLines).map(({ fields }) => fields)
    amounts = createAmountReader(rowType, columns, rowType.columns?.map ?? columns.map, titles)
    const headingCount = header ? withoutVerdictFields(header, userFieldCount).length : undefined
    splitColumns = toSplitColumns(rowType, headingCount, amounts.currencyColumn)
    // Without headings the order is judged later (columnsToChoose). With a mapping by the user there is nothing to judge.
    const mustCheckOrder = header !== undefined && !rowType.columns
    hasOtherColumnOrder = mustCheckOrder && !hasExpectedOrder(columns)
    const lines = heldLines
    heldLines = undefined
    for (const [index, { fields, marks }] of lines.entries()) {
      if (index < firstRowIndex()) continue
      const needsMore = takeLine(headLines[index]?.rowNumber ?? 0, fields, marks)
      if (!needsMore) return false
    }
    return true
  }
  /**
   * True if the headings are in the order of the row type. Unclear headings are judged by the values of the first
   * lines.
   */
  const hasExpectedOrder = ({ samples }: FileColumns): boolean => {
    if (heading?.isCertain === false) return false
    const headings = header?.slice(0, userFieldCount) ?? []
    return rowType.isInOrder({ headings, samples: samples.slice(0, headings.length) })
  }
  /** The columns of the file, with the sums, units and currencies of their amounts. */
  const describeColumns = (indexOfHeadings: number | undefined): ReadColumns => {
    const columns = {
      ...columnsBelow(rowType, withoutVerdicts(headLines, userFieldCount), indexOfHeadings),
      ...rowType.columns,
    }
    const columnAmounts = sums.columnAmounts(amounts, columns.width)
    const { currencyColumn } = amounts
    const hasQuestions = columnAmounts.some((question) => question !== undefined)
    const hasCurrencyColumn = currencyColumn !== NO_COLUMN
    return {
      ...columns,
      ...(hasQuestions && { amounts: columnAmounts }),
      ...(hasCurrencyColumn && { currencyColumn }),
    }
  }
  /**
   * The columns that the user must assign in a file without known headings. Undefined if the file can be read by
   * position, because it probably has no headings and looks like rows in the order of the row type.
   */
  const columnsToChoose = (): ReadColumns | undefined => {
    const mayBeOtherFile = isReadByPosition() && rows.length > 0 && rowType.minFittingShare > 0
    if (!mayBeOtherFile) return undefined
    const guessedHeadingIndex = findHeadingsAboveNumbers(headLines)
    const hasExpectedWidth = maxFields === rowType.expectedWidth
    const isWidthPossible = hasExpectedWidth || rowType.expectedWidth === undefined
    const mostRowsFit = fittingCount >= rows.length * rowType.minFittingShare
    const hasNoHeadings = guessedHeadingIndex === undefined
    if (hasNoHeadings && mostRowsFit && isWidthPossible) return undefined
    const columns = describeColumns(guessedHeadingIndex)
    const canKeepGuess = columns.hasHeadings || hasExpectedWidth || mostRowsFit
    return canKeepGuess ? columns : withMatchedColumns(rowType, columns)
  }
  /** Removes the rows that a column marks as not to be paid, and returns their number. */
  const removeMarkedRows = ({ column, excluded }: MarkedRows): number => {
    let count = 0
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const mark = rowCells[index]?.[column] ?? ''
      const isExcluded = excluded.includes(mark)
      if (!isExcluded) continue
      rounded.remove(rows[index]?.rowNumber ?? 0)
      for (const list of [rows, rowCells, dateCells]) list.splice(index, 1)
      count += 1
    }
    return count
  }
  /** Adds the findings that need the whole file. `totalsCount`: how many lines at the end have totals. */
  const markRows = (totalsCount: number, { isUnterminated }: { readonly isUnterminated: boolean }) => {
    let markedRows = markSwappedDates(rowType, rows, dateCells)
    if (isUnterminated && splitColumns) {
      const lastCell = (lastLines.at(-1)?.length ?? 0) - 1
      markedRows = markCutAmount(rowType, markedRows, lastCell, splitColumns)
    }
    const totalsIndexes = Array.from({ length: totalsCount }, (_, fromEnd) => rows.length - 1 - fromEnd)
    return markDuplicates(rowType, markedRows, new Set(totalsIndexes))
  }
  return {
    add(rowNumber, fields, marks = {}) {
      lineCount += 1
      if (!heldLines) return takeLine(rowNumber, fields, marks)
      const trimmed = trimFields(fields)
      if (trimmed.length === 0) {
        blankLines += 1
        return true
      }
      headLines.push({ rowNumber, fields: trimmed })
      heldLines.push({ fields, marks })
      const needsMoreHeadLines = headLines.length < MAX_HEAD_LINES + LINES_TO_COMPARE
      return needsMoreHeadLines || takeHeldLines()
    },
    finish({ isUnterminated } = { isUnterminated: false }) {
      takeHeldLines()
      const hasRows = headLines.length > firstRowIndex()
      if (hasOtherColumnOrder && hasRows)
        return { fileColumns: { ...describeColumns(headingIndex()), asksForHeadings: heading?.isCertain === false } }
      const unclearColumns = columnsToChoose()
      if (unclearColumns) return { fileColumns: unclearColumns }
      const columnsFound = describeColumns(headingIndex())
      const questions = amountQuestions(rowType, columnsFound, columnsFound.map)
      const hasOpenQuestion = questions.some((question) => !isAnswered(question, rowType.columns ?? {}))
      if (rows.length > 0 && hasOpenQuestion) return { fileColumns: columnsFound }
      const marked = rowType.columns && findMarkedRows(columnsFound, columnsFound.map, rowCells)
      const leavesOutMarked = rowType.columns?.leavesOutMarked
      const mustAskAboutMarked = marked !== undefined && leavesOutMarked === undefined
      if (mustAskAboutMarked) return { fileColumns: { ...columnsFound, marked } }
      let leftOutCount = 0
      if (marked && leavesOutMarked) leftOutCount = removeMarkedRows(marked)
      const moreRows = Math.max(0, rowsSeen - (skipRows ?? 0) - rows.length - leftOutCount)
      // Only the last part of a file ends with its totals.
      const totalsRowNumbers = moreRows > 0 ? [] : totalsOf(rowType, rows, lastLines)
      const rowCount = rows.length - totalsRowNumbers.length
      if (rowCount > maxRows) return { exceedsLimit: true }
      const markedRows = markRows(totalsRowNumbers.length, { isUnterminated })
      const packedRows = packRows(rowType, markedRows, (text) => new TextEncoder().encode(text))
      const extraColumns = rowType.columns && findExtraColumns(columnsFound, rowCells)
      return {
        packedRows: extraColumns ? { ...packedRows, extra: extraColumns } : packedRows,
        lines: {
          read: lineCount,
          rows: rowCount,
          headings: header ? 1 : 0,
          titles: titleLines,
          blank: blankLines,
          short: ignoredLines,
          done: doneRows,
          totals: totalsRowNumbers.length,
          marked: leftOutCount,
          inOtherParts: rowsSeen - rows.length - leftOutCount,
          inCells: 0,
        },
        header,
        ignoredLines,
        titleLines,
        doneRows,
        totalsRowNumbers,
        moreRows,
        rounded: rounded.withoutTotals(totalsRowNumbers),
        ...(rowType.columns && { fileColumns: columnsFound }),
        marked,
      }
    },
  }
}

/** The row numbers of the lines with totals at the end of the file. The last line is first. */
function totalsOf(rowType: RowType, rows: readonly CheckedRow[], lastLines: readonly (readonly string[])[]): number[] {
  const totals: number[] = []
  for (const [fromEnd, cells] of lastLines.toReversed().entries()) {
    const index = rows.length - 1 - fromEnd
    const row = rows[index]
    if (!row || !isTotalRow(rowType, cells, row, rows.slice(0, index))) break
    totals.push(row.rowNumber)
  }
  return totals
}

/** The columns with a new guess, which compares names and values instead of assuming the order of the row type. */
const withMatchedColumns = (rowType: RowType, columns: ReadColumns): ReadColumns => ({
  ...columns,
  map: matchColumns(rowType, columns).map,
})

/** The index of the line with unknown headings. Such a line has words above numbers. Undefined if there is none. */
function findHeadingsAboveNumbers(headLines: readonly Line[]): number | undefined {
  const guess = guessHeadingLine(headLines) ?? 0
  const comparedLines = headLines.slice(guess, guess + 1 + LINES_TO_COMPARE)
  const [headingCells = [], ...linesBelow] = comparedLines.map(({ fields }) => fields)
  if (linesBelow.length === 0) return undefined
  const isWord = (cell: string) => /\p{L}/u.test(cell) && !/[0-9]{3}/.test(cell)
  const isNumber = (cell = '') => /[0-9]/.test(cell)
  const hasNumbersBelow = (column: number) => linesBelow.every((line) => isNumber(line[column]))
  const hasOnlyWords = headingCells.every((cell) => cell === '' || isWord(cell))
  const isAboveNumbers = headingCells.some((cell, column) => cell !== '' && hasNumbersBelow(column))
  return hasOnlyWords && isAboveNumbers ? guess : undefined
}

/** The heading line that the user chose. If the user has chosen nothing, the line that was recognised. */
function headingOf(rowType: RowType, headLines: readonly Line[]): HeadingLine | undefined {
  const { columns } = rowType
  if (!columns) return findHeadingLine(rowType, headLines)
  if (!columns.hasHeadings) return undefined
  const index = headLines.findIndex(({ rowNumber }) => rowNumber === columns.headingRow)
  return { index: Math.max(0, index), isCertain: true }
}

const withoutVerdicts = (lines: readonly Line[], userFieldCount: number | undefined): Line[] =>
  lines.map(({ rowNumber, fields }) => ({ rowNumber, fields: withoutVerdictFields(fields, userFieldCount) }))

const withoutVerdictFields = (fields: readonly string[], userFieldCount: number | undefined): string[] =>
  trimFields(userFieldCount === undefined ? fields : withoutVerdict(fields, userFieldCount))
