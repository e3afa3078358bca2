// Collects the lines of a file as checked rows, up to the row limit. Every reader ends here.
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
import { fieldsBeforeVerdict, isDoneVerdict, withoutVerdict } from '#domain/rows/verdict-columns.ts'

export interface CollectedRows {
  readonly packedRows: PackedRows
  readonly lines: LineUse
  readonly header: readonly string[] | undefined
  readonly ignoredLines: number
  /** Lines with the table's title, above the headings. */
  readonly titleLines: number
  /** Rows left out because the file itself marks them as done. */
  readonly doneRows: number
  /** Undefined if the sheet shows all amounts in full. */
  readonly rounded: RoundedAmounts | undefined
  /** The row numbers of the lines with totals at the end. */
  readonly totalsRowNumbers: readonly number[]
  /** Rows beyond the limit, which were only counted. */
  readonly moreRows: number
  /** The file's columns, if the row type was adapted to them (`withColumns`). */
  readonly fileColumns?: ReadColumns
  /** The rows that a column marks as not to be paid, and that were left out or taken. */
  readonly marked: MarkedRows | undefined
}

/** Returned if the file has another order of columns, or the order is unclear. `fileColumns` has the best guess. */
export interface OtherColumns {
  readonly fileColumns: ReadColumns
}

/** Returned if the file has more rows than the limit. */
export interface TooManyRows {
  readonly exceedsLimit: true
}

/** What is known about a line besides its fields. */
export interface LineMarks extends CellMarks {
  /** True if the file's separator does not divide the line. */
  readonly isUndivided?: boolean
  /** True if commas separate the fields, so that they can have divided amounts. */
  readonly hasCommas?: boolean
}

export interface RowCollector {
  /**
   * Takes the next line. Returns false once no more lines are needed, because the file has too many rows, or its columns
   * are not the expected ones.
   */
  add(rowNumber: number, fields: readonly string[], marks?: LineMarks): boolean
  /** @param isUnterminated true if the last line has no line end */
  finish(isUnterminated?: boolean): CollectedRows | OtherColumns | TooManyRows
}

/** Lines beyond the limit that are read before a file counts as too long: a heading line and a line with totals. */
const SLACK = 2
/** Lines at the end that are checked for totals. */
const TOTAL_LINES = 3

interface RowLimits {
  readonly maxRows: number
  /**
   * If set, skips this many rows, takes rows up to the limit and counts the rest. Otherwise a file with too many rows is
   * refused.
   */
  readonly skipRows: number | undefined
}

export function createRowCollector(rowType: RowType, { maxRows, skipRows }: RowLimits): RowCollector {
  const rows: CheckedRow[] = []
  /** The cells of each row. Only used if the file has columns that no field can use. */
  const rowCells: (readonly string[])[] = []
  let header: readonly string[] | undefined
  /**
   * For a file that the portal returned with verdicts: how many fields of a line are from the user, before the verdict.
   */
  let userFieldCount: number | undefined
  let ignoredLines = 0
  let doneRows = 0
  let titleLines = 0
  /** The first lines, trimmed; one of them may have the headings. */
  const headLines: Line[] = []
  /** The first lines with their original fields. Undefined once the heading line is known. */
  let heldLines: { readonly fields: readonly string[]; readonly marks: LineMarks }[] | undefined = []
  let heading: HeadingLine | undefined
  let hasOtherColumnOrder = false
  let rowsSeen = 0
  let lineCount = 0
  let blankLines = 0
  /** The last lines that became rows, with the fields of the file. */
  const lastLines: (readonly string[])[] = []
  let splitColumns: SplitColumns | undefined
  let amounts = PLAIN_AMOUNTS
  const sums = createColumnSums()
  /** Indexes of the cells with a date, for each row. */
  const dateCells: (readonly number[] | undefined)[] = []
  const rounded = createRoundedAmounts(rowType)
  /** The number of rows that look like rows of the type. Only counted if the file is read by position. */
  let fittingCount = 0
  /** The largest number of fields in a line. */
  let maxFields = 0

  /** True if neither headings nor the user's mapping say which column is which. */
  const isReadByPosition = () => !rowType.columns && !header

  const joinAmounts = (fields: readonly string[], userCells: readonly string[]): readonly string[] => {
    if (!splitColumns) return userCells
    // Empty fields at the end of a line count, unless a verdict follows them.
    const fieldCount = userFieldCount === undefined ? fields.length : userCells.length
    return joinSplitAmounts(userCells, fieldCount, splitColumns)
  }
  const isInOtherPart = (): boolean => {
    if (skipRows === undefined) return false
    const isBeforePart = rowsSeen <= skipRows
    const isAfterPart = rows.length === maxRows
    return isBeforePart || isAfterPart
  }
  const takeLine = (rowNumber: number, fields: readonly string[], marks: LineMarks): boolean => {
    if (userFieldCount !== undefined && isDoneVerdict(fields[userFieldCount])) {
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
      sums.add(cells, marks)
      return sums.lines < maxRows + SLACK
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
    if (lastLines.push(cells) > TOTAL_LINES) lastLines.shift()
    const fieldCount = isUndivided ? UNDIVIDED : countFields(rowType, cells.length)
    const row = { rowNumber, values: toValues(rowType, amounts.read(values, cells)), fieldCount }
    const canFit = isReadByPosition() && !isUndivided
    if (canFit && rowType.looksLikeRow(row)) fittingCount += 1
    rows.push(checkRow(rowType, row))
    dateCells.push(marks.dates)
    rounded.add(row, marks)
    if (rowType.columns) rowCells.push(isUndivided ? [] : userCells)
    return rows.length < maxRows + SLACK
  }
  /** The index of the first line that can be a row. */
  const firstRowIndex = () => (header ? titleLines + 1 : 0)
  /** Finds the heading line, and takes the lines below it. */
  const takeHeldLines = (): boolean => {
    if (!heldLines) return true
    heading = headingOf(rowType, headLines)
    header = heading && headLines[heading.index]?.fields
    if (header) userFieldCount = fieldsBeforeVerdict(header)
    titleLines = heading?.index ?? 0
    const headingIndex = header && titleLines
    const columns = columnsBelow(rowType, withoutVerdicts(headLines, userFieldCount), headingIndex)
    const titles = headLines.slice(0, titleLines).map(({ fields }) => fields)
    amounts = createAmountReader(rowType, columns, rowType.columns?.map ?? columns.map, titles)
    const headingCount = header && withoutVerdictFields(header, userFieldCount).length
    splitColumns = toSplitColumns(rowType, headingCount, amounts.currencyColumn)
    const isOrderOpen = header !== undefined && !rowType.columns
    hasOtherColumnOrder = isOrderOpen && !hasExpectedOrder(columns)
    const lines = heldLines
    heldLines = undefined
    for (const [index, { fields, marks }] of lines.entries()) {
      if (index < firstRowIndex()) continue
      const needsMore = takeLine(headLines[index]?.rowNumber ?? 0, fields, marks)
      if (!needsMore) return false
    }
    return true
  }
  /** True if the headings have the order of the row type. If they do not decide, the values of the first lines can. */
  const hasExpectedOrder = ({ samples }: FileColumns): boolean => {
    if (heading?.isCertain === false) return false
    const headings = header?.slice(0, userFieldCount) ?? []
    return rowType.isInOrder({ headings, samples: samples.slice(0, headings.length) })
  }
  /** The columns of the file, with the sums, units and currencies of their amounts. */
  const describeColumns = (headingIndex: number | undefined): ReadColumns => {
    const columns = {
      ...columnsBelow(rowType, withoutVerdicts(headLines, userFieldCount), headingIndex),
      ...rowType.columns,
    }
    const columnAmounts = sums.columnAmounts(amounts, columns.width)
    const { currencyColumn } = amounts
    const hasQuestions = columnAmounts.some(Boolean)
    const hasCurrencyColumn = currencyColumn !== NO_COLUMN
    return {
      ...columns,
      ...(hasQuestions && { amounts: columnAmounts }),
      ...(hasCurrencyColumn && { currencyColumn }),
    }
  }
  /**
   * For a file without known headings: its columns if it probably has unknown headings, or does not look like rows in
   * the order of the row type. Undefined if it can be read by position.
   */
  const columnsToChoose = (): ReadColumns | undefined => {
    const canBeOtherFile = rows.length > 0 && rowType.minFittingShare > 0
    if (!isReadByPosition() || !canBeOtherFile) return undefined
    const guessedIndex = guessHeadings(headLines)
    const hasExpectedWidth = maxFields === rowType.expectedWidth
    const canHaveAnyWidth = rowType.expectedWidth === undefined
    const mostRowsFit = fittingCount >= rows.length * rowType.minFittingShare
    const looksInOrder = mostRowsFit && (canHaveAnyWidth || hasExpectedWidth)
    if (guessedIndex === undefined && looksInOrder) return undefined
    const columns = describeColumns(guessedIndex)
    const isMapCertain = columns.hasHeadings || hasExpectedWidth || mostRowsFit
    return isMapCertain ? columns : withMatchedColumns(rowType, columns)
  }
  /** Removes the rows that a column marks as not to be paid, and returns their number. */
  const removeMarkedRows = ({ column, excluded }: MarkedRows): number => {
    let count = 0
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const mark = rowCells[index]?.[column] ?? ''
      if (!excluded.includes(mark)) continue
      rounded.remove(rows[index]?.rowNumber ?? 0)
      for (const list of [rows, rowCells, dateCells]) list.splice(index, 1)
      count += 1
    }
    return count
  }
  /** The rows with the findings that need the whole file. The lines with totals are the last ones. */
  const markRows = (totalsCount: number, { isUnterminated }: { readonly isUnterminated: boolean }) => {
    const datedRows = markSwappedDates(rowType, rows, dateCells)
    const lastCell = (lastLines.at(-1)?.length ?? 0) - 1
    const checkedRows =
      isUnterminated && splitColumns ? markCutAmount(rowType, datedRows, lastCell, splitColumns) : datedRows
    const firstTotal = rows.length - totalsCount
    const totals = new Set(rows.flatMap((_, index) => (index >= firstTotal ? [index] : [])))
    return markDuplicates(rowType, checkedRows, totals)
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
      // Five lines more than can have the headings, so that there are lines below them to compare.
      return headLines.length < MAX_HEAD_LINES + 5 || takeHeldLines()
    },
    finish(isUnterminated = false) {
      takeHeldLines()
      const headingIndex = header && titleLines
      const hasRows = headLines.length > firstRowIndex()
      if (hasOtherColumnOrder && hasRows)
        return { fileColumns: { ...describeColumns(headingIndex), asksForHeadings: heading?.isCertain === false } }
      const unclearColumns = columnsToChoose()
      if (unclearColumns) return { fileColumns: unclearColumns }
      const columnsFound = describeColumns(headingIndex)
      const questions = amountQuestions(rowType, columnsFound, columnsFound.map)
      const hasOpenQuestion = questions.some((question) => !isAnswered(question, rowType.columns ?? {}))
      if (rows.length > 0 && hasOpenQuestion) return { fileColumns: columnsFound }
      const marked = rowType.columns && findMarkedRows(columnsFound, columnsFound.map, rowCells)
      const leavesOutMarked = rowType.columns?.leavesOutMarked
      if (marked && leavesOutMarked === undefined) return { fileColumns: { ...columnsFound, marked } }
      const leftOut = marked && leavesOutMarked ? removeMarkedRows(marked) : 0
      const moreRows = Math.max(0, rowsSeen - (skipRows ?? 0) - rows.length - leftOut)
      const totalsRowNumbers = moreRows > 0 ? [] : totalsOf(rowType, rows, lastLines)
      if (rows.length - totalsRowNumbers.length > maxRows) return { exceedsLimit: true }
      const markedRows = markRows(totalsRowNumbers.length, { isUnterminated })
      const packedRows = packRows(rowType, markedRows, (text) => new TextEncoder().encode(text))
      const extraColumns = rowType.columns && findExtraColumns(columnsFound, rowCells)
      return {
        packedRows: extraColumns ? { ...packedRows, extra: extraColumns } : packedRows,
        lines: {
          read: lineCount,
          rows: rows.length - totalsRowNumbers.length,
          headings: header ? 1 : 0,
          titles: titleLines,
          blank: blankLines,
          short: ignoredLines,
          done: doneRows,
          totals: totalsRowNumbers.length,
          marked: leftOut,
          inOtherParts: rowsSeen - rows.length - leftOut,
          inCells: 0,
        },
        header,
        ignoredLines,
        titleLines,
        doneRows,
        totalsRowNumbers,
        moreRows,
        rounded: rounded.without(totalsRowNumbers),
        ...(rowType.columns && { fileColumns: columnsFound }),
        marked,
      }
    },
  }
}

/** The row numbers of the lines with totals at the end, the last one first. */
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

/** The columns without guesses by position, for a file whose rows do not look like rows in the order of the row type. */
const withMatchedColumns = (rowType: RowType, columns: ReadColumns): ReadColumns => ({
  ...columns,
  map: matchColumns(rowType, columns).map,
})

/** The line that probably has the headings, although none of them is known: words above numbers. */
function guessHeadings(headLines: readonly Line[]): number | undefined {
  const guess = guessHeadingLine(headLines) ?? 0
  const [headingCells = [], ...linesBelow] = headLines.slice(guess, guess + 6).map(({ fields }) => fields)
  if (linesBelow.length === 0) return undefined
  const isWord = (cell: string) => /\p{L}/u.test(cell) && !/[0-9]{3}/.test(cell)
  const isNumber = (cell = '') => /[0-9]/.test(cell)
  const hasNumbersBelow = (column: number) => linesBelow.every((line) => isNumber(line[column]))
  const hasOnlyWords = headingCells.every((cell) => cell === '' || isWord(cell))
  const isAboveNumbers = headingCells.some((cell, column) => cell !== '' && hasNumbersBelow(column))
  return hasOnlyWords && isAboveNumbers ? guess : undefined
}

/** The heading line: the one that the user chose, otherwise the one that was recognised. */
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
