// The fast reader: one pass over the bytes of a plain file that finds the fields, without a string or an object per row. A
// field may stand in quotes as a whole. Whatever is not plain (quotes within a field, two delimiters, odd spaces) it leaves to
// the general reader; generated files prove that both give the same rows.
import { MAX_AMOUNT_LENGTH, MIN_LONE_IDENTIFIER, namesCardFirst, splitLine } from '#domain/batch/card-rows.ts'
import { type RowKind, trimFields } from '#domain/rows/kind.ts'
import { fieldsBeforeVerdict } from '#domain/rows/verdict-columns.ts'
import type { Collected } from './collect-rows.ts'
import type { Delimiter } from '#sheets/delimiter.ts'
import { toText } from './field-bytes.ts'
import { createRowStore } from './row-store.ts'

export interface Scanned extends Collected {
  readonly delimiter: Delimiter
}

/**
 * The checked rows of a plain file in the layout of batches §5; undefined where another reader is needed.
 * @param isPart the bytes are only the file's beginning: its last line, which may be cut, is left out
 * @param isUtf8 the bytes are known to be UTF-8; otherwise one that is not ASCII ends the scan
 */
export function scanCsv(
  kind: RowKind,
  bytes: Uint8Array<ArrayBuffer>,
  maxRows: number,
  isPart = false,
  isUtf8 = false,
): Scanned | 'tooManyRows' | undefined {
  if (kind.lineToValues !== splitLine) return undefined
  const store = createRowStore(kind, maxRows)
  const places = new Uint32Array(6)
  const starts = new Int32Array(3)
  const ends = new Int32Array(3)
  const size = bytes.length
  let header: readonly string[] | undefined
  let isFirst = true
  let ignoredLines = 0
  let rowNumber = 0
  let at = hasBom(bytes) ? 3 : 0
  if (isPreset(bytes, at)) return undefined
  const delimiter = firstDelimiter(bytes, at)
  const delimiterByte = delimiter.charCodeAt(0)
  const kinds = (isUtf8 ? utf8Kinds : asciiKinds)[delimiter]

  while (at < size) {
    rowNumber += 1
    if (!isFirst && store.count < maxRows) {
      const next = store.addPlainLine(bytes, at, rowNumber, delimiterByte)
      if (next > 0) {
        at = next
        continue
      }
    }
    const lineStart = at
    let fields = 0 // up to the last one that is not empty
    let field = 0
    let fieldStart = at
    let closingQuote = -1
    let lineEnd = -1
    while (lineEnd < 0) {
      const kind = at === size ? LINE_END : (kinds[bytes[at]!] as number)
      if (kind === PLAIN) {
        at += 1
        continue
      }
      if (kind === OTHER) return undefined
      if (kind === QUOTE) {
        closingQuote = at === fieldStart ? endOfQuotes(bytes, at, kinds) : -1
        if (closingQuote < 0) return undefined
        at = closingQuote + 1
        continue
      }
      let start = fieldStart
      let end = at
      if (closingQuote >= 0) {
        start += 1
        end = closingQuote
        closingQuote = -1
      }
      while (start < end && bytes[start] === SPACE) start += 1
      while (end > start && bytes[end - 1] === SPACE) end -= 1
      if (end > start) fields = field + 1
      if (field < 3) {
        starts[field] = start
        ends[field] = end
      }
      field += 1
      if (kind === FIELD_END) {
        at += 1
        fieldStart = at
        continue
      }
      lineEnd = at
      if (kind === RETURN && bytes[at + 1] !== LF) return undefined
      at += kind === RETURN ? 2 : 1
    }
    if (isPart && at > size) break
    if (fields === 0) continue

    const idStart = starts[0]!
    const idEnd = ends[0]!
    if (isFirst) {
      isFirst = false
      if (kind.isHeader([toText(bytes, idStart, idEnd)])) {
        const names = toText(bytes, lineStart, lineEnd).split(delimiter)
        if (names.length !== field) return undefined
        header = trimFields(names.map((name) => name.replace(/^"(.*)"$/, '$1')))
        if (fieldsBeforeVerdict(header) !== undefined) return undefined
        // Where the columns stand otherwise, or it takes the lines below to tell, the general reader knows.
        if (!namesCardFirst(kind, header[0] ?? '') || !kind.isInOrder({ headings: header, samples: [] }))
          return undefined
        continue
      }
      if (!startsWithDigit(bytes, idStart, idEnd)) return undefined
      // It may be the title of a table.
      if (fields === 1 && /\p{L}/u.test(toText(bytes, idStart, idEnd))) return undefined
    }
    if (fields === 1 && lengthOf(bytes, idStart, idEnd, isUtf8) <= MIN_LONE_IDENTIFIER) {
      ignoredLines += 1
      continue
    }
    if (store.count === maxRows) return 'tooManyRows'

    // batches §5: which field is what.
    const isTarget = fields === 2 && lengthOf(bytes, starts[1]!, ends[1]!, isUtf8) > MAX_AMOUNT_LENGTH
    const hasTarget = fields >= 3 || isTarget
    const amountField = fields >= 3 ? 2 : fields === 2 && !isTarget ? 1 : 0
    places[0] = idStart
    places[1] = idEnd
    places[2] = hasTarget ? starts[1]! : idEnd
    places[3] = hasTarget ? ends[1]! : idEnd
    places[4] = amountField === 0 ? idEnd : starts[amountField]!
    places[5] = ends[amountField]!
    store.add(bytes, rowNumber, fields, places)
  }
  // A file with verdicts is left to the general reader.
  return { columns: store.finish(bytes), header, ignoredLines, titleLines: 0, doneRows: 0, delimiter }
}

// As the length of a string has it: what UTF-8 writes in four bytes counts twice.
function lengthOf(bytes: Uint8Array, start: number, end: number, isUtf8: boolean): number {
  if (!isUtf8) return end - start
  let length = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if ((byte & 0xc0) !== 0x80) length += byte >= 0xf0 ? 2 : 1
  }
  return length
}

// The place of the quote that ends a field, where nothing odd stands in between and the field ends with it; -1 otherwise.
function endOfQuotes(bytes: Uint8Array, opening: number, kinds: Uint8Array): number {
  for (let at = opening + 1; at < bytes.length; at++) {
    const kind = kinds[bytes[at]!]!
    if (kind === QUOTE) {
      const after = at + 1 === bytes.length ? LINE_END : kinds[bytes[at + 1]!]!
      return after === FIELD_END || after === LINE_END || after === RETURN ? at : -1
    }
    // A tab within quotes is a space at the field's edge, which the general reader trims.
    if ((kind !== PLAIN && kind !== FIELD_END) || bytes[at] === TAB) return -1
  }
  return -1
}

// The scan itself finds out whether it is the only one.
function firstDelimiter(bytes: Uint8Array, from: number): Delimiter {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === COMMA) return ','
    if (byte === SEMICOLON) return ';'
    if (byte === TAB) return '\t'
  }
  return ','
}

// What begins otherwise may still be headings ('#'), or stand above some.
const startsWithDigit = (bytes: Uint8Array, start: number, end: number): boolean =>
  start < end && bytes[start]! >= 48 && bytes[start]! <= 57

const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

// `sep=;` in the first line: the general reader knows what to do.
const isPreset = (bytes: Uint8Array, at: number): boolean => /^sep=/i.test(toText(bytes, at, Math.min(at + 4, bytes.length))) // oxfmt-ignore

const TAB = 9
const LF = 10
const SPACE = 32
// Before digits it is none of them; the general reader takes it off.
const APOSTROPHE = 39
const COMMA = 44
const SEMICOLON = 59

// What a byte means to the scanner.
const PLAIN = 0
const FIELD_END = 1
const LINE_END = 2
const RETURN = 3
const QUOTE = 4
const OTHER = 5

type KindsBy = Readonly<Record<Delimiter, Uint8Array>>
const asciiKinds = kindsBy((byte) => byte > 126)
// With these begin the spaces beyond ASCII, which the general reader trims, and the control characters.
const utf8Kinds = kindsBy((byte) => byte === 127 || [0xc2, 0xe1, 0xe2, 0xe3, 0xef].includes(byte))

function kindsBy(isOdd: (byte: number) => boolean): KindsBy {
  const kindsOf = (delimiter: number): Uint8Array =>
    Uint8Array.from({ length: 256 }, (_, byte) => {
      if (byte === delimiter) return FIELD_END
      if (byte === LF) return LINE_END
      if (byte === 13) return RETURN
      if (byte === 34) return QUOTE
      return byte < SPACE || byte === APOSTROPHE || byte === COMMA || byte === SEMICOLON || isOdd(byte) ? OTHER : PLAIN
    })
  return { ',': kindsOf(COMMA), ';': kindsOf(SEMICOLON), '\t': kindsOf(TAB) }
}
