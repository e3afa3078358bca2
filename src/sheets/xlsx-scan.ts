// The cells of a sheet's XML, row by row, by hand: a tenth of the work of building a tree.
import { numberToAmount, numberToIdentifier, serialToText } from './cells.ts'
import { MAX_COLUMNS, MAX_SHEET_ROWS } from './sheet.ts'
import { textOfString } from './xlsx-strings.ts'
import { UnusualError, attribute, endsName, unescapeXml } from './xml.ts'
import { TooLargeError, unfinished } from './zip.ts'

/** A row whose shared strings are still numbers. */
export interface RawRow {
  readonly rowNumber: number
  readonly isHidden: boolean
  /** By column; a number is the place of a shared string. */
  readonly cells: (string | number)[]
}

export interface ScanStyles {
  readonly is1904: boolean
  readonly dateStyles: readonly boolean[]
}

const SHEET_DATA = '<sheetData'

export function createSheetScanner(styles: ScanStyles) {
  let rest = ''
  let lastRow = 0
  let hasData = false
  return {
    /** Takes the next piece of XML and gives the rows that are complete with it. */
    take(piece: string): RawRow[] {
      // Looked at before, without finding an end there.
      const known = rest.length
      const xml = rest + piece
      if (xml.includes('<!', known - 1)) throw new UnusualError('a comment or a section')
      let at = 0
      if (!hasData) {
        at = xml.indexOf(SHEET_DATA)
        hasData = at >= 0
        rest = xml.slice(1 - SHEET_DATA.length)
        if (!hasData) return []
      }
      const rows: RawRow[] = []
      for (;;) {
        const start = xml.indexOf('<row', at)
        if (start >= 0 && !endsName(xml, start + 4)) {
          at = start + 4
          continue
        }
        const open = start < 0 ? -1 : xml.indexOf('>', start)
        if (open < 0) {
          rest = start < 0 ? xml.slice(Math.max(at, xml.length - 4)) : unfinished(xml.slice(start))
          return rows
        }
        const isEmpty = xml.charAt(open - 1) === '/'
        const end = isEmpty ? open : xml.indexOf('</row>', Math.max(open, known - 5))
        if (end < 0) {
          rest = unfinished(xml.slice(start))
          return rows
        }
        const tag = xml.slice(start + 4, open)
        const rowNumber = Number(attribute(tag, 'r') ?? lastRow + 1)
        if (!(rowNumber > lastRow)) throw new UnusualError('rows are not in order')
        if (rowNumber > MAX_SHEET_ROWS) throw new TooLargeError('a row beyond the last one of a sheet')
        lastRow = rowNumber
        const isHidden = /^(1|true)$/.test(attribute(tag, 'hidden') ?? '')
        // A row of its own: what is looked for in it is not looked for beyond.
        rows.push({ rowNumber, isHidden, cells: isEmpty ? [] : scanCells(xml.slice(open + 1, end), styles) })
        at = end + 1
      }
    },
    /** To be called after the last piece. */
    finish(): void {
      if (!hasData || rest.includes('<row')) throw new UnusualError('no data, or an open row')
    },
  }
}

function scanCells(xml: string, styles: ScanStyles): (string | number)[] {
  const cells: (string | number)[] = []
  let column = -1
  let at = xml.indexOf('<c')
  while (at >= 0) {
    const open = xml.indexOf('>', at)
    if (open < 0 || !isCellTag(xml, at)) throw new UnusualError('not a cell')
    const tag = xml.slice(at + 2, open)
    const reference = attribute(tag, 'r')
    column = reference === undefined ? column + 1 : columnOf(reference)
    if (xml.charAt(open - 1) === '/') {
      at = xml.indexOf('<c', open)
      continue
    }
    const end = xml.indexOf('</c>', open)
    if (end < 0) throw new UnusualError('a cell does not end')
    const value = cellValue(xml.slice(open + 1, end), tag, column, styles)
    if (value !== '') put(cells, column, value)
    at = xml.indexOf('<c', end)
  }
  return cells
}

function isCellTag(xml: string, at: number): boolean {
  const next = xml.charAt(at + 2)
  return next === ' ' || next === '>' || next === '/'
}

function cellValue(inside: string, tag: string, column: number, styles: ScanStyles) {
  const type = attribute(tag, 't') ?? 'n'
  if (type === 'inlineStr') return textOfString(inside)
  const text = valueText(inside)
  if (text === '') return ''
  switch (type) {
    case 's':
      return Number.parseInt(text, 10)
    case 'str':
    case 'e':
      return unescapeXml(text)
    case 'b':
      return text === '1' || text === 'true' ? 'TRUE' : 'FALSE'
    case 'n': {
      const value = Number(text)
      if (Number.isNaN(value)) throw new UnusualError('a number cell without a number')
      if (styles.dateStyles[Number(attribute(tag, 's') ?? 0)]) return serialToText(value, styles.is1904)
      return column === 0 ? numberToIdentifier(value) : numberToAmount(value)
    }
    default:
      throw new UnusualError(`a cell of type ${type}`)
  }
}

function valueText(inside: string): string {
  const start = inside.indexOf('<v')
  if (start < 0) return ''
  const open = inside.indexOf('>', start)
  if (inside.charAt(open - 1) === '/') return ''
  const end = inside.indexOf('</v>', open)
  if (end < 0) throw new UnusualError('a value does not end')
  return inside.slice(open + 1, end)
}

// A row as wide as a sheet can be is still one row with too many fields: the last place stands for all beyond it.
function put(cells: (string | number)[], column: number, value: string | number): void {
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
  return column - 1
}
