// Reduces an xls to one sheet before SheetJS reads it. The result is a short stream that contains only the records with
// cells, texts and styles. The length of each record is checked. Everything else in an xls (comments, links, formulas,
// spans of columns) is not needed for rows, and could keep the library busy for a minute. The types of records, and the
// offsets of the fields in them, are those of MS-XLS.
import { toNumberFormat } from './number-format.ts'
import { MAX_COLUMNS, MAX_FIELD, MAX_MERGED, type MergedRange, type SheetProperties } from './sheet.ts'
import { BrokenFileError, parseBytes } from './zip.ts'

export interface ReducedXls extends Omit<SheetProperties, 'sheetName'> {
  /**
   * A workbook stream with one sheet. Styles that show a date or two decimals have a built-in format that shows the
   * same. Other styles keep a format of the file that shows no date.
   */
  readonly stream: Uint8Array<ArrayBuffer>
  readonly is1904: boolean
  /** The position of each formula without a stored result: row * 256 + column. */
  readonly positionsWithoutValue: ReadonlySet<number>
  /** True if the sheet has more cells than were copied. */
  readonly isCut: boolean
}

type Reduction = ReducedXls | 'encrypted' | 'noVisibleSheet'

/** @param maxCells the maximum number of cells that are copied, in the order of the file */
export const reduceXls = (stream: Uint8Array<ArrayBuffer>, maxCells: number, wantedSheet?: string): Reduction =>
  parseBytes(stream, (view) => reduceStream(stream, view, maxCells, wantedSheet))

const BOF = 0x0809
const EOF = 0x000a
const CONTINUE = 0x003c
// Records of the workbook.
const FILE_PASSWORD = 0x002f
const DATE_MODE = 0x0022
const WINDOW = 0x003d
const CODE_PAGE = 0x0042
const SHEET_ENTRY = 0x0085
const STYLE = 0x00e0
const SHARED_TEXTS = 0x00fc
const FORMAT = 0x041e
// Records of a sheet.
const FORMULA = 0x0006
const COLUMN_INFO = 0x007d
const SHORT_NUMBERS = 0x00bd
const MERGED_CELLS = 0x00e5
const NUMBER = 0x0203
const TEXT = 0x0204
const BOOLEAN_OR_ERROR = 0x0205
/** The text that is the result of the formula before it. */
const FORMULA_TEXT = 0x0207
const ROW = 0x0208
// The ids of built-in formats.
const DATE_FORMAT = 14
const MONTH_FORMAT = 17
const DECIMAL_FORMAT = 4
const GENERAL_FORMAT = 0
/** Whole numbers and percentages. */
const PLAIN_FORMATS: ReadonlySet<number> = new Set([1, 3, 9, 10])
/** The maximum length of the record of a format: 255 characters of two bytes, and the fields before them. */
const MAX_FORMAT_RECORD = 520
/** A text of this version begins with a flag for its characters. */
const BIFF8 = 0x0600

function reduceStream(
  stream: Uint8Array<ArrayBuffer>,
  view: DataView,
  maxCells: number,
  wantedSheet: string | undefined,
): Reduction {
  const output = createRecordWriter(stream)
  /** The codes of formats by their ids. */
  const formats = new Map<number, string>()
  const styles: Uint8Array<ArrayBuffer>[] = []
  const sheets: XlsRecord[] = []
  let is1904 = false
  /** The index of the sheet that was open when the workbook was saved. */
  let activeIndex = 0
  let isInTexts = false
  const book = readRecords(stream, view, 0)
  const firstRecord = book.next().value
  if (firstRecord?.type !== BOF) throw new BrokenFileError('no workbook')
  const isBiff8 = view.getUint16(firstRecord.at, true) === BIFF8
  output.copy(firstRecord)
  for (const record of book) {
    const { type, at, length } = record
    if (type === FILE_PASSWORD) return 'encrypted'
    if (type === DATE_MODE) is1904 = view.getUint16(at, true) === 1
    if (type === FORMAT) {
      const id = view.getUint16(at, true)
      const format = formatText(stream, view, record, isBiff8)
      formats.set(id, format)
      if (!toNumberFormat(id, format).isDate && length <= MAX_FORMAT_RECORD) output.copy(record)
    }
    if (type === STYLE) styles.push(stream.slice(at, at + length))
    if (type === SHEET_ENTRY) sheets.push(record)
    if (type === WINDOW && length >= 12) activeIndex = view.getUint16(at + 10, true)
    if (type === CODE_PAGE) output.copy(record)
    // Long texts continue in the records that follow.
    const continuesTexts: boolean = isInTexts && type === CONTINUE
    isInTexts = type === SHARED_TEXTS || continuesTexts
    if (isInTexts) output.copy(record)
  }
  for (const style of styles) {
    const styleView = new DataView(style.buffer)
    const id = styleView.getUint16(2, true)
    styleView.setUint16(2, reduceFormat(id, formats.get(id)), true)
    output.add(STYLE, style)
  }
  const isVisible = ({ at }: XlsRecord) => view.getUint8(at + 4) === 0
  const isWorksheet = ({ at }: XlsRecord) => view.getUint8(at + 5) === 0
  const visibleSheets = sheets.filter((sheet) => isVisible(sheet) && isWorksheet(sheet))
  const nameOf = ({ at, length }: XlsRecord) =>
    readText(stream.subarray(at + 7, at + length), { count: view.getUint8(at + 6), isBiff8 })
  const chosenSheet =
    visibleSheets.find((sheet) => nameOf(sheet) === wantedSheet) ??
    visibleSheets.find((sheet) => sheet === sheets[activeIndex]) ??
    visibleSheets[0]
  if (!chosenSheet) return 'noVisibleSheet'
  const entry = stream.slice(chosenSheet.at, chosenSheet.at + chosenSheet.length)
  output.add(SHEET_ENTRY, entry)
  output.add(EOF)
  // The entry begins with the offset of the sheet, which is added next.
  new DataView(entry.buffer).setUint32(0, output.length, true)
  const cells = copyCells(stream, view, { from: view.getUint32(chosenSheet.at, true), maxCells, output })
  output.add(EOF)
  const names = visibleSheets.map(nameOf)
  return { ...cells, stream: output.join(), is1904, sheets: names, unreadSheetCount: sheets.length - 1 }
}

/** The id of a built-in format for the same type of value, because the library needs only the type. */
function reduceFormat(id: number, code: string | undefined): number {
  const { isDate, isMonth, decimals } = toNumberFormat(id, code)
  if (isMonth) return MONTH_FORMAT
  if (isDate) return DATE_FORMAT
  if (code !== undefined || PLAIN_FORMATS.has(id)) return id
  return decimals === 2 ? DECIMAL_FORMAT : GENERAL_FORMAT
}

function copyCells(
  stream: Uint8Array<ArrayBuffer>,
  view: DataView,
  { from, maxCells, output }: { readonly from: number; readonly maxCells: number; readonly output: RecordWriter },
) {
  const positionsWithoutValue = new Set<number>()
  const hiddenRows = new Set<number>()
  const hiddenColumns: number[] = []
  const merged: MergedRange[] = []
  let formulas = 0
  let cellCount = 0
  /** A cell with a formula whose text is in a separate record that follows. */
  let pendingFormula: XlsRecord | undefined
  const sheet = readRecords(stream, view, from)
  const firstRecord = sheet.next().value
  if (firstRecord?.type !== BOF) throw new BrokenFileError('no sheet')
  output.copy(firstRecord)
  const addPositionWithoutValue = ({ at }: XlsRecord) => {
    const row = view.getUint16(at, true)
    const column = view.getUint16(at + 2, true)
    positionsWithoutValue.add(row * MAX_COLUMNS + column)
  }
  for (const record of sheet) {
    const { type, at, length } = record
    const isHiddenRow = type === ROW && (view.getUint8(at + 12) & HIDDEN_ROW) !== 0
    if (isHiddenRow) hiddenRows.add(view.getUint16(at, true) + 1)
    const isHiddenSpan = type === COLUMN_INFO && length >= 10 && (view.getUint8(at + 8) & HIDDEN_COLUMN) !== 0
    if (isHiddenSpan) {
      const firstHidden = view.getUint16(at, true)
      const lastHidden = Math.min(view.getUint16(at + 2, true), MAX_COLUMNS - 1)
      for (let column = firstHidden; column <= lastHidden; column += 1) hiddenColumns.push(column)
    }
    if (type === MERGED_CELLS) addMerged(view, record, merged)
    if (type === FORMULA_TEXT && pendingFormula) {
      const position = stream.slice(pendingFormula.at, pendingFormula.at + POSITION_SIZE)
      output.add(TEXT, position, cutText(stream, view, record))
      pendingFormula = undefined
      continue
    }
    const lastCell = lastColumn(view, record)
    const hasCells = lastCell !== undefined
    if (!hasCells) continue
    if (lastCell >= MAX_COLUMNS) throw new BrokenFileError('a cell beyond the last column')
    // The text of the formula is missing.
    if (pendingFormula) addPositionWithoutValue(pendingFormula)
    pendingFormula = undefined
    cellCount += type === SHORT_NUMBERS ? (length - 6) / SHORT_NUMBER_SIZE : 1
    if (cellCount > maxCells) break
    if (type !== FORMULA) {
      output.copy(record)
      continue
    }
    formulas += 1
    const position = stream.slice(at, at + POSITION_SIZE)
    const result = formulaResult(view, at)
    if (result === 'number') output.add(NUMBER, position, stream.slice(at + POSITION_SIZE, at + POSITION_SIZE + 8))
    else if (result === 'textFollows') pendingFormula = record
    else if (result === 'none') addPositionWithoutValue(record)
    else {
      const value = view.getUint8(at + 8)
      const errorFlag = result === 'error' ? 1 : 0
      output.add(BOOLEAN_OR_ERROR, position, Uint8Array.of(value, errorFlag))
    }
  }
  if (pendingFormula) addPositionWithoutValue(pendingFormula)
  const formulasWithValue = formulas - positionsWithoutValue.size
  const isCut = cellCount > maxCells
  return { hiddenRows, hiddenColumns, merged, formulas: formulasWithValue, positionsWithoutValue, isCut }
}

/** A record of a cell begins with its row, its column and its style, of two bytes each. */
const POSITION_SIZE = 6
/** The length of a cell in a record of several cells: a style and a short number. */
const SHORT_NUMBER_SIZE = 6
/** The bits that mark a hidden row and hidden columns. */
const HIDDEN_ROW = 0x20
const HIDDEN_COLUMN = 1

/**
 * The type of a formula's stored result, which has 8 bytes. If the last two bytes are not FFFF, the result is a number.
 * Otherwise its first byte contains the type.
 */
function formulaResult(view: DataView, at: number): 'number' | 'textFollows' | 'boolean' | 'error' | 'none' {
  const isNumber = view.getUint16(at + 12, true) !== 0xffff
  if (isNumber) return 'number'
  const type = view.getUint8(at + 6)
  if (type === 0) return 'textFollows'
  if (type === 1) return 'boolean'
  return type === 2 ? 'error' : 'none'
}

function addMerged(view: DataView, { at, length }: XlsRecord, merged: MergedRange[]): void {
  const statedCount = view.getUint16(at, true)
  const countByLength = Math.floor((length - 2) / 8)
  const count = Math.min(statedCount, countByLength, MAX_MERGED - merged.length)
  for (let n = 0; n < count; n += 1) {
    const rangeAt = at + 2 + n * 8
    merged.push({
      top: view.getUint16(rangeAt, true) + 1,
      bottom: view.getUint16(rangeAt + 2, true) + 1,
      left: view.getUint16(rangeAt + 4, true),
      right: view.getUint16(rangeAt + 6, true),
    })
  }
}

/**
 * The last column in which a record has a cell. Undefined for a record without cells. Throws if the length of the
 * record cannot be right.
 */
function lastColumn(view: DataView, { type, at, length }: XlsRecord): number | undefined {
  const minLength = minLengths.get(type)
  if (minLength === undefined) return undefined
  if (length < minLength) throw new BrokenFileError('a record is cut off')
  const firstColumn = view.getUint16(at + 2, true)
  if (type !== SHORT_NUMBERS) return firstColumn
  const last = view.getUint16(at + length - 2, true)
  // The row, the first column, the cells, and the last column.
  const expectedLength = 6 + (last - firstColumn + 1) * SHORT_NUMBER_SIZE
  if (length !== expectedLength) throw new BrokenFileError('a record of several cells contradicts itself')
  return last
}

/** The types of records with cells, and their minimum lengths. */
const minLengths: ReadonlyMap<number, number> = new Map([
  [FORMULA, 20],
  [NUMBER, 14],
  [0x027e, 10], // short number
  [SHORT_NUMBERS, 12],
  [0x00fd, 10], // shared text
  [TEXT, 8],
  [0x00d6, 8], // text with fonts
  [BOOLEAN_OR_ERROR, 8],
])

// The text of a formula, cut to the maximum length of a field, so that it fits into one record.
function cutText(stream: Uint8Array<ArrayBuffer>, view: DataView, { at, length }: XlsRecord): Uint8Array<ArrayBuffer> {
  const text = stream.slice(at, at + length)
  if (view.getUint16(at, true) > MAX_FIELD) new DataView(text.buffer).setUint16(0, MAX_FIELD, true)
  return text
}

/** BIFF8 stores the length of a format in two bytes, BIFF5 in one. */
function formatText(stream: Uint8Array, view: DataView, { at, length }: XlsRecord, isBiff8: boolean): string {
  const end = at + length
  if (isBiff8) return readText(stream.subarray(at + 4, end), { count: view.getUint16(at + 2, true), isBiff8 })
  return readText(stream.subarray(at + 3, end), { count: view.getUint8(at + 2), isBiff8 })
}

/** In BIFF8, a flag before the text says whether its characters have one or two bytes. In BIFF5, they have one byte. */
function readText(
  bytes: Uint8Array,
  { count, isBiff8 }: { readonly count: number; readonly isBiff8: boolean },
): string {
  if (!isBiff8) return latin1(bytes.subarray(0, count))
  const hasTwoBytes = ((bytes[0] ?? 0) & 1) !== 0
  if (hasTwoBytes) return new TextDecoder('utf-16le').decode(bytes.subarray(1, 1 + count * 2))
  return latin1(bytes.subarray(1, 1 + count))
}

/** Cuts the text, because a call can have only a limited number of arguments. */
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 512))

interface XlsRecord {
  readonly type: number
  /** The offset of the record's data in the stream. */
  readonly at: number
  /** The length of the record's data. */
  readonly length: number
}

/**
 * The records of a substream (the workbook or a sheet), from its BOF to its EOF. Embedded objects have their own BOF
 * and EOF inside. Their records are left out.
 */
function* readRecords(stream: Uint8Array, view: DataView, from: number): Generator<XlsRecord, void> {
  let depth = 0
  let next = from
  for (;;) {
    const type = view.getUint16(next, true)
    const length = view.getUint16(next + 2, true)
    const at = next + RECORD_HEADER
    next = at + length
    if (next > stream.length) throw new BrokenFileError('a record is cut off')
    if (type === BOF) depth += 1
    if (depth === 1 && type !== EOF) yield { type, at, length }
    if (type === EOF) depth -= 1
    if (depth <= 0) return
  }
}

/** The length of a record's header: its type and the length of its data, of two bytes each. */
const RECORD_HEADER = 4

type RecordWriter = ReturnType<typeof createRecordWriter>

/** Writes a new stream of records, some of which are copied from `stream`. */
function createRecordWriter(stream: Uint8Array<ArrayBuffer>) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const push = (part: Uint8Array<ArrayBuffer>) => {
    parts.push(part)
    length += part.length
  }
  return {
    get length() {
      return length
    },
    copy: (record: XlsRecord) => push(stream.subarray(record.at - RECORD_HEADER, record.at + record.length)),
    /** Adds a record. The caller may change its data until the stream is joined. */
    add(type: number, ...data: readonly Uint8Array<ArrayBuffer>[]) {
      const dataLength = data.reduce((sum, part) => sum + part.length, 0)
      const header = new DataView(new ArrayBuffer(RECORD_HEADER))
      header.setUint16(0, type, true)
      header.setUint16(2, dataLength, true)
      push(new Uint8Array(header.buffer))
      data.forEach(push)
    },
    join(): Uint8Array<ArrayBuffer> {
      const whole = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        whole.set(part, at)
        at += part.length
      }
      return whole
    },
  }
}
