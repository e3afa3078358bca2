// Reduces an xls to one sheet before SheetJS reads it: a short stream of only the records with cells, texts and styles,
// each with its length checked. Everything else in an xls (comments, links, formulas, spans of columns) can keep the
// library busy for a minute and is irrelevant for rows. Record numbers are those of MS-XLS.
import { isBuiltInDateFormat, isBuiltInDecimalFormat, isDateFormat } from './cells.ts'
import { MAX_COLUMNS, MAX_FIELD, MAX_MERGED, type MergedRange, type SheetFacts } from './sheet.ts'
import { BrokenFileError } from './zip.ts'

export interface ReducedXls extends Omit<SheetFacts, 'sheetName'> {
  /**
   * A workbook stream with one sheet. Styles that show a date or two decimals have the corresponding built-in format.
   * Other styles keep a format of the file that shows no date.
   */
  readonly stream: Uint8Array<ArrayBuffer>
  readonly is1904: boolean
  /** Row * 256 + column of each formula without a stored result. */
  readonly noValue: ReadonlySet<number>
  /** True if the sheet has more cells than were copied. */
  readonly isCut: boolean
}

/** @param maxCells maximum number of cells copied, in the order of the file */
export function reduceXls(
  stream: Uint8Array<ArrayBuffer>,
  maxCells: number,
  wantedSheet?: string,
): ReducedXls | 'encrypted' | 'noVisibleSheet' {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  try {
    return reduceStream(stream, view, maxCells, wantedSheet)
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenFileError('a record is outside the file')
    throw error
  }
}

const BOF = 0x0809
const EOF = 0x000a
const CONTINUE = 0x003c
/** Ids of built-in formats. */
const DATE_FORMAT = 14
const DECIMAL_FORMAT = 4
/** Whole numbers and percentages. */
const PLAIN_FORMATS: ReadonlySet<number> = new Set([1, 3, 9, 10])
/** Formats have at most 255 characters, of one or two bytes each. */
const MAX_FORMAT_RECORD = 520

function reduceStream(
  stream: Uint8Array<ArrayBuffer>,
  view: DataView,
  maxCells: number,
  wantedSheet: string | undefined,
): ReturnType<typeof reduceXls> {
  const out = createRecords(stream)
  const formats = new Map<number, string>()
  const styles: Uint8Array<ArrayBuffer>[] = []
  const sheets: Record[] = []
  let is1904 = false
  let active = 0
  let isText = false
  const book = records(stream, view, 0)
  const head = book.next().value
  if (head?.type !== BOF) throw new BrokenFileError('no workbook')
  const isBiff8 = view.getUint16(head.at, true) === 0x0600
  out.copy(head)
  for (const record of book) {
    const { type, at, length } = record
    if (type === 0x002f) return 'encrypted'
    if (type === 0x0022) is1904 = view.getUint16(at, true) === 1
    if (type === 0x041e) {
      const format = formatText(stream, view, record, isBiff8)
      formats.set(view.getUint16(at, true), format)
      if (!isDateFormat(format) && length <= MAX_FORMAT_RECORD) out.copy(record)
    }
    if (type === 0x00e0) styles.push(stream.slice(at, at + length))
    if (type === 0x0085) sheets.push(record)
    if (type === 0x003d && length >= 12) active = view.getUint16(at + 10, true)
    if (type === 0x0042) out.copy(record)
    // Texts continue in the records that follow.
    isText = type === 0x00fc || (isText && type === CONTINUE)
    if (isText) out.copy(record)
  }
  for (const style of styles) {
    const words = new DataView(style.buffer)
    const id = words.getUint16(2, true)
    words.setUint16(2, reduceFormat(id, formats.get(id)), true)
    out.add(0x00e0, style)
  }
  const visibleSheets = sheets.filter(({ at }) => view.getUint8(at + 4) === 0 && view.getUint8(at + 5) === 0)
  const nameOf = ({ at, length }: Record) => sheetNameText(stream, view, { at: at + 6, length: length - 6 }, isBiff8)
  const chosenSheet =
    visibleSheets.find((sheet) => nameOf(sheet) === wantedSheet) ??
    visibleSheets.find((sheet) => sheet === sheets[active]) ??
    visibleSheets[0]
  if (!chosenSheet) return 'noVisibleSheet'
  const entry = stream.slice(chosenSheet.at, chosenSheet.at + chosenSheet.length)
  out.add(0x0085, entry)
  out.add(EOF)
  new DataView(entry.buffer).setUint32(0, out.length, true)
  const cells = copyCells(stream, view, view.getUint32(chosenSheet.at, true), maxCells, out)
  out.add(EOF)
  const names = visibleSheets.map(nameOf)
  return { ...cells, stream: out.join(), is1904, sheets: names, otherSheetCount: sheets.length - 1 }
}

/** The built-in format for the same type of value; the library needs only the type. */
function reduceFormat(id: number, format: string | undefined): number {
  if (format === undefined ? isBuiltInDateFormat(id) : isDateFormat(format)) return DATE_FORMAT
  if (format !== undefined) return id
  return isBuiltInDecimalFormat(id) ? DECIMAL_FORMAT : PLAIN_FORMATS.has(id) ? id : 0
}

function copyCells(stream: Uint8Array<ArrayBuffer>, view: DataView, from: number, maxCells: number, out: Records) {
  const noValue = new Set<number>()
  const hiddenRows = new Set<number>()
  const hiddenColumns: number[] = []
  const merged: MergedRange[] = []
  let formulas = 0
  let cells = 0
  let isCut = false
  /** A formula cell whose text is in a separate record that follows. */
  let pendingFormula: Record | undefined
  const sheet = records(stream, view, from)
  const head = sheet.next().value
  if (head?.type !== BOF) throw new BrokenFileError('no sheet')
  out.copy(head)
  const addNoValue = ({ at }: Record) =>
    noValue.add(view.getUint16(at, true) * MAX_COLUMNS + view.getUint16(at + 2, true))
  for (const record of sheet) {
    const { type, at, length } = record
    if (type === 0x0208 && (view.getUint8(at + 12) & 0x20) !== 0) hiddenRows.add(view.getUint16(at, true) + 1)
    if (type === 0x007d && length >= 10 && (view.getUint8(at + 8) & 1) !== 0) {
      const last = Math.min(view.getUint16(at + 2, true), MAX_COLUMNS - 1)
      for (let column = view.getUint16(at, true); column <= last; column += 1) hiddenColumns.push(column)
    }
    if (type === 0x00e5) addMerged(view, record, merged)
    if (type === 0x0207 && pendingFormula) {
      out.add(0x0204, stream.slice(pendingFormula.at, pendingFormula.at + 6), cutText(stream, view, record))
      pendingFormula = undefined
      continue
    }
    const last = lastColumn(view, record)
    if (last === undefined) continue
    if (last >= MAX_COLUMNS) throw new BrokenFileError('a cell beyond the last column')
    if (pendingFormula) addNoValue(pendingFormula)
    pendingFormula = undefined
    cells += type === 0x00bd ? (length - 6) / 6 : 1
    if (cells > maxCells) {
      isCut = true
      break
    }
    if (type !== 0x0006) {
      out.copy(record)
      continue
    }
    formulas += 1
    const position = stream.slice(at, at + 6)
    if (view.getUint16(at + 12, true) !== 0xffff) out.add(0x0203, position, stream.slice(at + 6, at + 14))
    else if (view.getUint8(at + 6) === 0) pendingFormula = record
    else if (view.getUint8(at + 6) <= 2)
      out.add(0x0205, position, Uint8Array.of(view.getUint8(at + 8), view.getUint8(at + 6) - 1))
    else addNoValue(record)
  }
  if (pendingFormula) addNoValue(pendingFormula)
  return { hiddenRows, hiddenColumns, merged, formulas: formulas - noValue.size, noValue, isCut }
}

function addMerged(view: DataView, { at, length }: Record, merged: MergedRange[]): void {
  const count = Math.min(view.getUint16(at, true), Math.floor((length - 2) / 8), MAX_MERGED - merged.length)
  for (let n = 0; n < count; n += 1) {
    const [first, last, left, right] = [0, 2, 4, 6].map((offset) => view.getUint16(at + 2 + n * 8 + offset, true))
    merged.push({ top: first! + 1, bottom: last! + 1, left: left!, right: right! })
  }
}

/**
 * The last column in which a record has a cell; undefined for records without cells. Throws if the record is too short.
 */
function lastColumn(view: DataView, { type, at, length }: Record): number | undefined {
  const minLength = minLengths.get(type)
  if (minLength === undefined) return undefined
  if (length < minLength) throw new BrokenFileError('a record is cut off')
  const firstColumn = view.getUint16(at + 2, true)
  if (type !== 0x00bd) return firstColumn
  const last = view.getUint16(at + length - 2, true)
  if ((last - firstColumn + 1) * 6 !== length - 6)
    throw new BrokenFileError('a record of several cells contradicts itself')
  return last
}

/** Records with cells, and their minimum lengths. */
const minLengths: ReadonlyMap<number, number> = new Map([
  [0x0006, 20], // formula
  [0x0203, 14], // number
  [0x027e, 10], // short number
  [0x00bd, 12], // several short numbers
  [0x00fd, 10], // shared text
  [0x0204, 8], // text
  [0x00d6, 8], // text with fonts
  [0x0205, 8], // boolean or error
])

// The text of a formula, cut to the maximum length of a field, so that it fits into one record.
function cutText(stream: Uint8Array<ArrayBuffer>, view: DataView, { at, length }: Record): Uint8Array<ArrayBuffer> {
  const text = stream.slice(at, at + length)
  if (view.getUint16(at, true) > MAX_FIELD) new DataView(text.buffer).setUint16(0, MAX_FIELD, true)
  return text
}

// BIFF8 counts characters, and a flag says whether they have one or two bytes; BIFF5 counts bytes.
function formatText(stream: Uint8Array, view: DataView, { at, length }: Record, isBiff8: boolean): string {
  const end = at + length
  if (!isBiff8) return latin1(stream.subarray(at + 3, Math.min(end, at + 3 + view.getUint8(at + 2))))
  const count = view.getUint16(at + 2, true)
  const isTwoBytes = (view.getUint8(at + 4) & 1) !== 0
  const bytes = stream.subarray(at + 5, Math.min(end, at + 5 + count * (isTwoBytes ? 2 : 1)))
  return isTwoBytes ? new TextDecoder('utf-16le').decode(bytes) : latin1(bytes)
}

// In BIFF8 a flag says whether characters have one or two bytes; in BIFF5 they have one. Both formats store their number in one byte.
function sheetNameText(stream: Uint8Array, view: DataView, { at, length }: Omit<Record, 'type'>, isBiff8: boolean) {
  const count = length > 0 ? view.getUint8(at) : 0
  if (!isBiff8) return latin1(stream.subarray(at + 1, at + 1 + count))
  const isTwoBytes = length > 1 && (view.getUint8(at + 1) & 1) !== 0
  const bytes = stream.subarray(at + 2, Math.min(at + length, at + 2 + count * (isTwoBytes ? 2 : 1)))
  return isTwoBytes ? new TextDecoder('utf-16le').decode(bytes) : latin1(bytes)
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 512))

interface Record {
  readonly type: number
  /** Offset and length of the record's data. */
  readonly at: number
  readonly length: number
}

/** The records of a substream from its BOF to its EOF, without those of embedded objects. */
function* records(stream: Uint8Array, view: DataView, from: number): Generator<Record, void> {
  let depth = 0
  for (let next = from; ;) {
    const type = view.getUint16(next, true)
    const length = view.getUint16(next + 2, true)
    const at = next + 4
    next = at + length
    if (next > stream.length) throw new BrokenFileError('a record is cut off')
    if (type === BOF) depth += 1
    if (depth === 1 && type !== EOF) yield { type, at, length }
    if (type === EOF) depth -= 1
    if (depth <= 0) return
  }
}

type Records = ReturnType<typeof createRecords>

/** A stream of records that grows. */
function createRecords(stream: Uint8Array<ArrayBuffer>) {
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
    copy: (record: Record) => push(stream.subarray(record.at - 4, record.at + record.length)),
    /** The caller may change the data until the stream is joined. */
    add(type: number, ...data: readonly Uint8Array<ArrayBuffer>[]) {
      const head = new DataView(new ArrayBuffer(4))
      head.setUint16(0, type, true)
      head.setUint16(
        2,
        data.reduce((sum, part) => sum + part.length, 0),
        true,
      )
      push(new Uint8Array(head.buffer))
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
