// The cells of a sheet's XML, row by row, by hand: a tenth of the work of building a tree.
import { NO_VALUE } from '#domain/rows/fields.ts'
import { isoToText, numberToAmount, numberToIdentifier, serialToText } from './cells.ts'
import { MAX_COLUMNS, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from './sheet.ts'
import { mayNeedTidying, tidyText } from './tidy-text.ts'
import { textOfString } from './xlsx-strings.ts'
import { UnusualError, attribute, checkUsual, endOfTag, endsName, unescapeXml } from './xml.ts'
import { TooLargeError, unfinished } from './zip.ts'

/** A row whose shared strings are still numbers. */
export interface RawRow {
  readonly rowNumber: number
  readonly isHidden: boolean
  /** By column; a number is the place of a shared string. */
  readonly cells: (string | number)[]
  /** Cells whose value is the result of a formula. */
  formulas: number
}

export interface ScanStyles {
  readonly mayBeMoney: (column: number) => boolean
  readonly is1904: boolean
  readonly dateStyles: readonly boolean[]
}

const SHEET_DATA = '<sheetData'
const DATA_END = '</sheetData>'
const ROW_END = '</row>'
/** Characters of a sign that `checkUsual` looks for, less one: it may stand across two pieces. */
const LONGEST_SIGN = 4

/** @param isUsual throws UnusualError for what is not written as usual; otherwise it was turned into that, and rows come in any order */
export function createSheetScanner(styles: ScanStyles, isUsual: boolean) {
  let rest = ''
  let lastRow = 0
  let hasData = false
  let isOver = false
  return {
    /** Takes the next piece of XML, in the usual form, and gives the rows that are complete with it. */
    take(piece: string): RawRow[] {
      // What else a sheet has is nobody's business; its rows may be called the same.
      if (isOver) return []
      // Looked at before, without finding an end there.
      const known = rest.length
      const xml = rest + piece
      let at = 0
      if (!hasData) {
        at = xml.indexOf(SHEET_DATA)
        hasData = at >= 0
        rest = xml.slice(1 - SHEET_DATA.length)
        // What stands before the data is passed over, but a comment may hold what looks like them.
        if (isUsual && xml.slice(0, hasData ? at : undefined).includes('<!', Math.max(0, known - 1)))
          throw new UnusualError('a comment before the data')
        if (!hasData) return []
      }
      // What is passed over, or not complete yet, may be a row in another writing; the rows themselves are looked at one by one.
      const check = (from: number, to?: number) => {
        if (isUsual) checkUsual(xml, Math.max(from, known - LONGEST_SIGN), to)
      }
      const dataEnd = xml.indexOf(DATA_END, Math.max(at, known - DATA_END.length))
      isOver = dataEnd >= 0
      const textOf = mayNeedTidying(xml) ? tidyText : asItIs
      const rows: RawRow[] = []
      for (;;) {
        const start = xml.indexOf('<row', at)
        if (start >= 0 && !endsName(xml, start + 4)) {
          at = start + 4
          continue
        }
        if (isOver && (start < 0 || start > dataEnd)) {
          check(at, dataEnd)
          rest = ''
          return rows
        }
        if (start !== at) check(at, start < 0 ? undefined : start)
        const open = start < 0 ? -1 : endOfTag(xml, start)
        if (open < 0) {
          if (start >= 0) check(start)
          rest = start < 0 ? xml.slice(Math.max(at, xml.length - DATA_END.length)) : unfinished(xml.slice(start))
          return rows
        }
        const isEmpty = xml.charAt(open - 1) === '/'
        const end = isEmpty ? open : xml.indexOf(ROW_END, Math.max(open, known - 5))
        if (end < 0) {
          check(start)
          rest = unfinished(xml.slice(start))
          return rows
        }
        if (isUsual) checkUsual(xml, start, open + 1)
        const tag = xml.slice(start + 4, open)
        const rowNumber = Number(attribute(tag, 'r') ?? lastRow + 1)
        if (!(rowNumber > (isUsual ? lastRow : 0))) throw new UnusualError('rows are not in order')
        if (rowNumber > MAX_SHEET_ROWS) throw new TooLargeError('a row beyond the last one of a sheet')
        lastRow = rowNumber
        const isHidden = tag.includes('hidden') && /^(1|true)$/.test(attribute(tag, 'hidden') ?? '')
        const row: RawRow = { rowNumber, isHidden, cells: [], formulas: 0 }
        if (!isEmpty && !takeUsualCells(xml, open + 1, end, styles, textOf, row)) {
          row.cells.length = 0
          if (isUsual) checkUsual(xml, open, end + ROW_END.length)
          // A row of its own: what is looked for in it is not looked for beyond.
          scanCells(xml.slice(open + 1, end), styles, textOf, row)
        }
        rows.push(row)
        at = isEmpty ? end + 1 : end + ROW_END.length
      }
    },
    /** To be called after the last piece. */
    finish(): void {
      if (!hasData || rest.includes('<row')) throw new UnusualError('no data, or an open row')
    },
  }
}

type TextOf = (text: string) => string
const asItIs: TextOf = (text) => text

/**
 * A cell as nearly all programs write it: a reference, a style and a type, and then its value alone. A pattern, since an engine
 * that has just been started runs one sooner than it runs a loop over characters.
 */
const USUAL_CELL =
  /<c(?: r="([A-Z]{1,3})[0-9]*")?(?: t="(s|n|str|inlineStr)")?(?: s="([0-9]{1,6})")?(?: t="(s|n|str|inlineStr)")?(?:\/>|>(?:<v>([^<]+)<\/v>|<is><t>([^<]+)<\/t><\/is>)<\/c>)/y

/**
 * The cells of a row in which every character is where nearly all programs have it, in one go; false, with some of them taken,
 * where one is not. So nothing can hide between those that are taken.
 */
function takeUsualCells(
  xml: string,
  from: number,
  to: number,
  styles: ScanStyles,
  textOf: TextOf,
  row: RawRow,
): boolean {
  let column = -1
  USUAL_CELL.lastIndex = from
  while (USUAL_CELL.lastIndex < to) {
    const cell = USUAL_CELL.exec(xml)
    if (!cell) return false
    const type = cell[2] ?? cell[4] ?? 'n'
    column = cell[1] === undefined ? column + 1 : columnOf(cell[1])
    const [, , , style = '0', , value, inline] = cell
    const text = value ?? inline
    if (text === undefined) {
      if (type !== 'n') put(row, column, NO_VALUE)
      continue
    }
    const isInline = type === 'inlineStr'
    if (isInline !== (inline !== undefined)) return false
    putValue(isInline ? unescapeXml(text) : text, type, Number(style), column, styles, textOf, row)
  }
  return USUAL_CELL.lastIndex === to
}

function scanCells(xml: string, styles: ScanStyles, textOf: TextOf, row: RawRow): void {
  let column = -1
  let at = xml.indexOf('<c')
  while (at >= 0) {
    const open = endOfTag(xml, at)
    if (open < 0 || !isCellTag(xml, at)) throw new UnusualError('not a cell')
    const tag = xml.slice(at + 2, open)
    const reference = attribute(tag, 'r')
    column = reference === undefined ? column + 1 : columnOf(reference)
    const isEmpty = xml.charAt(open - 1) === '/'
    const end = isEmpty ? open : xml.indexOf('</c>', open)
    if (end < 0) throw new UnusualError('a cell does not end')
    takeCell(isEmpty ? '' : xml.slice(open + 1, end), tag, column, styles, textOf, row)
    at = xml.indexOf('<c', end)
  }
}

function isCellTag(xml: string, at: number): boolean {
  const next = xml.charAt(at + 2)
  return next === ' ' || next === '>' || next === '/'
}

function takeCell(inside: string, tag: string, column: number, styles: ScanStyles, textOf: TextOf, row: RawRow): void {
  const type = attribute(tag, 't') ?? 'n'
  const hasFormula = inside.includes('<f')
  const text = type === 'inlineStr' && inside.includes('<is') ? textOfString(inside) : valueText(inside)
  if (text === undefined || text === '') {
    // A text may be empty, and a styled cell is nothing (some programs say of it that it would hold a number).
    const isTold = text === '' && (type === 'str' || type === 'inlineStr')
    if (!isTold && (hasFormula || type !== 'n')) put(row, column, NO_VALUE)
    return
  }
  if (hasFormula) row.formulas += 1
  putValue(text, type, Number(attribute(tag, 's') ?? 0), column, styles, textOf, row)
}

/** @param text of an inline string as it is meant, of anything else as it is written */
function putValue(
  text: string,
  type: string,
  style: number,
  column: number,
  styles: ScanStyles,
  textOf: TextOf,
  row: RawRow,
): void {
  switch (type) {
    case 'inlineStr':
      return put(row, column, textOf(text))
    case 's': {
      const place = Number(text)
      if (!Number.isInteger(place)) throw new UnusualError('a shared string without a number')
      return put(row, column, place)
    }
    case 'str':
    case 'e':
      return put(row, column, textOf(unescapeXml(text)))
    case 'b':
      return put(row, column, text === '1' || text === 'true' ? 'TRUE' : 'FALSE')
    case 'd':
      return put(row, column, isoToText(unescapeXml(text)))
    case 'n': {
      const value = Number(text)
      if (Number.isNaN(value)) return put(row, column, notNumber(unescapeXml(text)))
      if (styles.dateStyles[style]) return put(row, column, serialToText(value, styles.is1904))
      return put(row, column, styles.mayBeMoney(column) ? numberToAmount(value) : numberToIdentifier(value))
    }
    default:
      throw new UnusualError(`a cell of type ${type}`)
  }
}

// Some programs write 'NaN' or an error where a number should be, which is as good as text. What looks like a number and is
// none, such as '1,250', would be guessed at.
function notNumber(text: string): string {
  if (!/[A-Za-z#]/.test(text)) throw new UnusualError('a number cell without a number')
  return text
}

/** What stands in a cell's <v>; undefined where it has none. */
function valueText(inside: string): string | undefined {
  const start = inside.indexOf('<v')
  if (start < 0) return undefined
  const open = endOfTag(inside, start)
  if (inside.charAt(open - 1) === '/') return ''
  const end = inside.indexOf('</v>', open)
  if (end < 0) throw new UnusualError('a value does not end')
  return inside.slice(open + 1, end)
}

// A row as wide as a sheet can be is still one row with too many fields: the last place stands for all beyond it.
function put(row: RawRow, column: number, value: string | number): void {
  if (value === '') return
  const { cells } = row
  const at = Math.min(column, MAX_COLUMNS - 1)
  while (cells.length < at) cells.push('')
  cells[at] = value
}

function columnOf(reference: string): number {
  let column = 0
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  if (column === 0) throw new UnusualError('a cell without a column')
  if (column > MAX_SHEET_COLUMNS) throw new TooLargeError('a cell beyond the last column of a sheet')
  return column - 1
}
