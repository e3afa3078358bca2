// The fast reader: one pass over the bytes of a plain comma file that finds the fields, checks identifiers and amounts and
// fills the typed columns, without a string or an object per row. Whatever is not plain (quotes, other delimiters, other
// than ASCII) it leaves to the general reader, and whatever is odd in a row to the domain's checks, so that both readers
// give the same rows; generated files prove it.
import { SPANS } from '#domain/batch/columns.ts'
import { findingBit } from '#domain/batch/findings.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type CheckRules, MAX_AMOUNT_LENGTH, MIN_LONE_IDENTIFIER, checkRow, isHeader, trimFields } from '#domain/batch/rows.ts' // prettier-ignore
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { MAX_AMOUNT_CENTS } from '#domain/money.ts'
import type { Collected } from './collect-rows.ts'
import { NO_KEY, createStore } from './row-store.ts'

/**
 * The checked rows of a plain comma file; undefined where another reader is needed.
 * @param isPart the bytes are only the file's beginning: its last line, which may be cut, is left out
 */
export function scanCsv(
  bytes: Uint8Array<ArrayBuffer>,
  rules: CheckRules,
  maxRows: number,
  isPart = false,
): Collected | 'tooManyRows' | undefined {
  const { length: idLength, checkDigit } = identifierKinds[rules.identifierType]
  const { needsAmount } = batchKinds[rules.type]
  const hiDigits = idLength - 8
  const store = createStore(maxRows)
  const starts = new Int32Array(3)
  const ends = new Int32Array(3)
  const size = bytes.length
  let header: readonly string[] | undefined
  let isFirst = true
  let ignoredLines = 0
  let rowNumber = 0
  let count = 0
  let at = hasBom(bytes) ? 3 : 0
  if (isPreset(bytes, at)) return undefined

  while (at < size) {
    rowNumber += 1
    const lineStart = at
    let fields = 0 // up to the last one that is not empty
    let field = 0
    let fieldStart = at
    let lineEnd = -1
    while (lineEnd < 0) {
      const kind = at === size ? LINE_END : (kinds[bytes[at]!] as number)
      if (kind === PLAIN) {
        at += 1
        continue
      }
      if (kind === OTHER) return undefined
      let start = fieldStart
      let end = at
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
      if (isHeader(toText(bytes, idStart, idEnd))) {
        header = trimFields(toText(bytes, lineStart, lineEnd).split(','))
        continue
      }
    }
    if (fields === 1 && idEnd - idStart <= MIN_LONE_IDENTIFIER) {
      ignoredLines += 1
      continue
    }
    if (count === maxRows) return 'tooManyRows'
    if (count === store.capacity) store.grow()

    // batches §5: which field is what.
    const isTarget = fields === 2 && ends[1]! - starts[1]! > MAX_AMOUNT_LENGTH
    const hasTargetField = fields >= 3 || isTarget
    const toStart = hasTargetField ? starts[1]! : idEnd
    const toEnd = hasTargetField ? ends[1]! : idEnd
    const amountField = fields >= 3 ? 2 : fields === 2 && !isTarget ? 1 : -1
    const amountStart = amountField < 0 ? idEnd : starts[amountField]!
    const amountEnd = amountField < 0 ? idEnd : ends[amountField]!

    // The identifier: digits in two halves (for finding copies) and its check digit, in one go.
    let hi = NO_KEY
    let lo = 0
    let sum = 0
    if (idEnd - idStart === idLength) {
      hi = 0
      for (let i = 0; i < idLength; i++) {
        const digit = bytes[idStart + i]! - ZERO
        if (digit < 0 || digit > 9) {
          hi = NO_KEY
          break
        }
        if (i < hiDigits) hi = hi * 10 + digit
        else lo = lo * 10 + digit
        sum += (idLength - i) & 1 ? digit : doubled[digit]!
      }
    }
    const amount = readAmount(bytes, amountStart, amountEnd)
    const { columns } = store
    if (hi === NO_KEY || amount <= 0 || toEnd > toStart || fields > 3 || !needsAmount) {
      const identifier = toText(bytes, idStart, idEnd)
      const row = checkRow(
        {
          rowNumber,
          identifier,
          identifierTo: toText(bytes, toStart, toEnd),
          amountText: toText(bytes, amountStart, amountEnd),
          fieldCount: fields,
        },
        rules,
      )
      columns.amountCents[count] = row.amountCents
      columns.findings[count] = row.findings
      if (hi === NO_KEY) store.addOddKey(count, identifier, idLength)
      else store.setKey(count, hi, lo)
    } else {
      columns.amountCents[count] = amount
      columns.findings[count] = checkDigit && sum % 10 !== 0 ? WRONG_CHECK_DIGIT : 0
      store.setKey(count, hi, lo)
    }
    const span = count * SPANS
    const { spans } = columns
    spans[span] = idStart
    spans[span + 1] = idEnd
    spans[span + 2] = toStart
    spans[span + 3] = toEnd
    spans[span + 4] = amountStart
    spans[span + 5] = amountEnd
    columns.rowNumbers[count] = rowNumber
    columns.fieldCounts[count] = fields > 255 ? 255 : fields
    count += 1
  }
  return { columns: store.finish(count, bytes), header, ignoredLines }
}

/** Cents of digits with at most two decimals; 0 for everything else, which the domain then names. */
function readAmount(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  let decimals = -1
  if (end === start || end - start > 12) return 0
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte === POINT && decimals < 0 && i > start) decimals = 0
    else if (byte >= ZERO && byte <= ZERO + 9 && decimals < 2) {
      value = value * 10 + byte - ZERO
      if (decimals >= 0) decimals += 1
    } else return 0
  }
  if (decimals < 2) value *= decimals === 1 ? 10 : 100
  return value > MAX_AMOUNT_CENTS ? 0 : value
}

// ASCII only, and short: cheaper than a decoder.
function toText(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!)
  return text
}

const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

// `sep=;` in the first line: the general reader knows what to do.
const isPreset = (bytes: Uint8Array, at: number): boolean => /^sep=/i.test(toText(bytes, at, Math.min(at + 4, bytes.length))) // prettier-ignore

const LF = 10
const SPACE = 32
const POINT = 46
const ZERO = 48
const WRONG_CHECK_DIGIT = findingBit('identifierCheckDigit')
const doubled = Uint8Array.of(0, 2, 4, 6, 8, 1, 3, 5, 7, 9)

// What a byte means to the scanner.
const PLAIN = 0
const FIELD_END = 1
const LINE_END = 2
const RETURN = 3
const OTHER = 4
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 44) return FIELD_END
  if (byte === LF) return LINE_END
  if (byte === 13) return RETURN
  return byte < SPACE || byte > 126 || byte === 34 || byte === 59 ? OTHER : PLAIN
})
