// Reads the rows of a sheet's XML, and the strings that its cells refer to.
import { NO_VALUE } from '#domain/rows/fields.ts'
import { isoToText } from './cells.ts'
import { createNumberReader } from './number-cells.ts'
import { toNumberFormat } from './number-format.ts'
import {
  type CellMarks,
  MAX_COLUMNS,
  MAX_MERGED,
  MAX_SHEET_COLUMNS,
  MAX_SHEET_ROWS,
  type MergedRange,
  type SheetProperties,
  type WorkbookOptions,
} from './sheet.ts'
import { tidyText } from './tidy-text.ts'
import { isTrue, type XlsxPlan } from './xlsx-parts.ts'
import { attribute, parseXml, unescapeText, type XmlTag } from './xml.ts'
import { BrokenFileError, TooLargeError } from './zip.ts'

interface XlsxRow {
  readonly rowNumber: number
  readonly fields: string[]
  marks?: CellMarks | undefined
}

interface XlsxRows extends Pick<SheetProperties, 'hiddenRows' | 'hiddenColumns' | 'merged' | 'formulas'> {
  /** In the file's order, without empty rows. */
  readonly rows: readonly XlsxRow[]
  /** True if the sheet has more cells than the limit and was not read to its end. */
  readonly isCut: boolean
}

type Pieces = AsyncIterable<Uint8Array>

/** All texts of the part, without phonetic hints. */
export async function readStrings(pieces: Pieces): Promise<string[]> {
  const strings: string[] = []
  let text: string | undefined
  let isShown = false
  await parseXml(pieces, {
    open(name, _, parent) {
      if (isShown) throw new BrokenFileError('an element within a text')
      if (name === 'si') text = ''
      isShown = isShownText(name, parent)
    },
    text(piece) {
      if (isShown && text !== undefined) text += piece
    },
    close(name) {
      isShown = false
      if (name === 'si') strings.push(tidyText(unescapeText(text ?? '')))
    },
  })
  return strings
}

/** True for the element with the value of a cell: <v>, or the <is> of an inline text. */
const isValueElement = (name: string, { type }: Cell): boolean =>
  name === 'v' || (name === 'is' && type === 'inlineStr')

/** True for a <t> with the text itself, or with a part of it in another font. False for a phonetic hint (in <rPh>). */
const isShownText = (name: string, parent: string): boolean => name === 't' && ['si', 'is', 'r'].includes(parent)

/** Throws BrokenFileError if a cell's value could only be guessed. */
export async function readSheet(
  pieces: Pieces,
  { is1904, formats }: Pick<XlsxPlan, 'is1904' | 'formats'>,
  strings: readonly string[],
  options: Pick<WorkbookOptions, 'canBeAmount' | 'maxCells' | 'currency'>,
): Promise<XlsxRows> {
  const rows: XlsxRow[] = []
  let hasData = false
  const hiddenRows = new Set<number>()
  const hiddenColumns: number[] = []
  const merged: MergedRange[] = []
  let formulas = 0
  let cellCount = 0
  let lastRowNumber = 0
  let row: XlsxRow | undefined
  let cell: Cell | undefined
  let isInValue = false

  const numbers = createNumberReader({ ...options, is1904 })
  const startRow = (tag: XmlTag) => {
    const rowNumber = Number(attribute(tag, 'r') ?? lastRowNumber + 1)
    const isNumber = rowNumber > 0
    if (!isNumber) throw new BrokenFileError('a row without a number')
    if (rowNumber > MAX_SHEET_ROWS) throw new TooLargeError('a row beyond the last one of a sheet')
    lastRowNumber = rowNumber
    if (isTrue(attribute(tag, 'hidden'))) hiddenRows.add(rowNumber)
    row = { rowNumber, fields: [] }
    cell = undefined
  }
  const toText = ({ type, style, column, text = '' }: Cell): string => {
    switch (type) {
      case 's': {
        const string = strings[Number(text)]
        if (string === undefined) throw new BrokenFileError('a shared string is missing')
        return string
      }
      case 'inlineStr':
      case 'str':
      case 'e':
        return tidyText(unescapeText(text))
      case 'b':
        return isTrue(text) ? 'TRUE' : 'FALSE'
      case 'd':
        numbers.addDate(column)
        return isoToText(unescapeText(text))
      case 'n': {
        const value = Number(text)
        if (Number.isNaN(value)) return toErrorText(unescapeText(text))
        const format = formats[style] ?? GENERAL
        // A format can hide what a cell contains. The row then counts as hidden.
        if (format.isHidden && row) hiddenRows.add(row.rowNumber)
        return numbers.toText(value, column, format)
      }
      default:
        throw new BrokenFileError(`a cell of type ${type}`)
    }
  }
  const endCell = ({ fields }: XlsxRow, endedCell: Cell) => {
    const { text, type, hasFormula } = endedCell
    let field = ''
    if (text) {
      field = toText(endedCell)
      if (hasFormula) formulas += 1
    } else if (hasFormula) {
      // The result of a formula can be an empty text. Otherwise its result is missing.
      const hasEmptyText = text === '' && (type === 'str' || type === 'inlineStr')
      if (!hasEmptyText) field = NO_VALUE
    }
    if (field === '') return
    // The last field stands for all further cells, because a row of this width is refused anyway.
    const index = Math.min(endedCell.column, MAX_COLUMNS - 1)
    while (fields.length < index) fields.push('')
    fields[index] = field
  }

  /** Begins the value of a cell: <v>, or the <is> of an inline text. */
  const startValue = (startedCell: Cell, name: string) => {
    // Some programs write an inline text and also a value. As in spreadsheet programs, the text counts.
    const hasInlineText = startedCell.type === 'inlineStr'
    const hasValue = startedCell.text !== undefined
    if (hasValue && !hasInlineText) throw new BrokenFileError('a cell with two values')
    if (name === 'is' || !hasValue) startedCell.text = ''
    // An inline text is in an element within <is>.
    isInValue = name === 'v' && !hasInlineText
  }

  try {
    await parseXml(pieces, {
      open(name, tag, parent) {
        if (isInValue) throw new BrokenFileError('an element within a value')
        if (name === 'sheetData') hasData = true
        else if (name === 'col' && parent === 'cols') addHiddenColumns(tag, hiddenColumns)
        else if (name === 'mergeCell' && parent === 'mergeCells') addMerged(tag, merged)
        else if (name === 'row' && parent === 'sheetData') startRow(tag)
        else if (name === 'c' && parent === 'row') cell = toCell(tag, cell)
        else if (!cell) return
        else if (name === 'f' && parent === 'c') cell.hasFormula = true
        else if (parent === 'c' && isValueElement(name, cell)) startValue(cell, name)
        else isInValue = cell.type === 'inlineStr' && isShownText(name, parent)
      },
      text(piece) {
        if (isInValue && cell) cell.text += piece
      },
      close(name) {
        isInValue = false
        if (name === 'c' && row && cell) endCell(row, cell)
        if (name !== 'row' || !row) return
        row.marks = numbers.takeRowMarks()
        if (row.fields.length > 0) rows.push(row)
        cellCount += row.fields.length
        row = undefined
        cell = undefined
        if (cellCount > options.maxCells) throw new StopReading()
      },
    })
  } catch (error) {
    if (!(error instanceof StopReading)) throw error
  }
  if (!hasData) throw new BrokenFileError('no data')
  return { rows, hiddenRows, hiddenColumns, merged, formulas, isCut: cellCount > options.maxCells }
}

function addHiddenColumns(tag: XmlTag, hidden: number[]): void {
  if (!isTrue(attribute(tag, 'hidden'))) return
  const first = Number(attribute(tag, 'min'))
  const last = Math.min(Number(attribute(tag, 'max')), MAX_COLUMNS)
  for (let column = first; column <= last; column += 1) hidden.push(column - 1)
}

/** Reads 'B2:B6'. A malformed range is ignored, because it does not affect values. */
function addMerged(tag: XmlTag, merged: MergedRange[]): void {
  const range = RANGE.exec(attribute(tag, 'ref') ?? '')?.groups
  if (!range || merged.length >= MAX_MERGED) return
  const { left = '', top, right = '', bottom } = range
  merged.push({ top: Number(top), bottom: Number(bottom), left: columnOf(left), right: columnOf(right) })
}
const RANGE = /^\$?(?<left>[A-Z]{1,3})\$?(?<top>[0-9]{1,7}):\$?(?<right>[A-Z]{1,3})\$?(?<bottom>[0-9]{1,7})$/

const GENERAL = toNumberFormat(0, undefined)

/** Stops reading a sheet before its end. */
class StopReading extends Error {}

interface Cell {
  /**
   * 's' (shared string), 'inlineStr', 'str' (text of a formula), 'e' (error), 'b' (boolean), 'd' (date) or 'n' (number):
   * ECMA-376 part 1, 18.18.11.
   */
  readonly type: string
  readonly style: number
  readonly column: number
  /** Undefined if the cell has no element for its text. */
  text?: string
  hasFormula: boolean
}

function toCell(tag: XmlTag, previousCell: Cell | undefined): Cell {
  const reference = attribute(tag, 'r')
  // A cell without a reference follows the previous cell of the row.
  const nextColumn = previousCell ? previousCell.column + 1 : 0
  const column = reference === undefined ? nextColumn : columnOf(reference)
  const style = Number(attribute(tag, 's') ?? 0)
  // A cell without a type contains a number.
  return { type: attribute(tag, 't') ?? 'n', style, column, hasFormula: false }
}

// Some programs write 'NaN' or an error into a number cell. This counts as text. The meaning of a value that only looks
// like a number, such as '1,250', could only be guessed.
function toErrorText(text: string): string {
  if (!/[A-Za-z#]/.test(text)) throw new BrokenFileError('a number cell without a number')
  return text
}

/** The column of a reference, from 0: 'A7' → 0, 'AA7' → 26. */
function columnOf(reference: string): number {
  // The letters are the digits of a number with the base 26, from A = 1 to Z = 26.
  let column = 0
  for (let i = 0; i < reference.length; i++) {
    const digit = reference.charCodeAt(i) - CODE_BEFORE_A
    const isLetter = digit >= 1 && digit <= 26
    if (!isLetter) break
    column = column * 26 + digit
  }
  if (column === 0) throw new BrokenFileError('a cell without a column')
  if (column > MAX_SHEET_COLUMNS) throw new TooLargeError('a cell beyond the last column of a sheet')
  return column - 1
}

const CODE_BEFORE_A = 64
