// Where checked rows gather as typed columns. Every reader hands its rows over as places in bytes; sound ones are checked
// right there, digit by digit, and whatever is odd goes through the domain's own checks, so that both give the same verdict.
import { type RowColumns, SPANS } from '#domain/batch/columns.ts'
import { findingBit } from '#domain/batch/findings.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type CheckRules, checkRow, duplicateFinding } from '#domain/batch/rows.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { MAX_AMOUNT_CENTS } from '#domain/money.ts'
import { type CopyKeys, createCopyKeys } from './copies.ts'

export interface RowStore {
  readonly count: number
  /** Adds a row; the three fields are places in the bytes, an empty one has equal ends. */
  add(
    bytes: Uint8Array,
    rowNumber: number,
    fieldCount: number,
    idStart: number,
    idEnd: number,
    toStart: number,
    toEnd: number,
    amountStart: number,
    amountEnd: number,
  ): void
  /** The filled part, with copies marked. `text` is what the places point into. */
  finish(text: Uint8Array<ArrayBuffer>): RowColumns
}

const FIRST_CAPACITY = 8192

export function createRowStore(rules: CheckRules, maxRows: number): RowStore {
  const { length: idLength, checkDigit } = identifierKinds[rules.identifierType]
  // Only an identifier with an amount takes the short way; everything else goes through the domain's checks.
  const isPlain = batchKinds[rules.type].amount === 'required' && !batchKinds[rules.type].needsTarget
  const hiDigits = idLength - 8
  let capacity = Math.min(maxRows, FIRST_CAPACITY)
  let columns = allocate(capacity)
  const keys: CopyKeys = createCopyKeys(capacity, idLength, findingBit(duplicateFinding(rules.type)))
  let count = 0

  function grow(): void {
    capacity = Math.min(maxRows, capacity * 2)
    const grown = allocate(capacity)
    grown.spans.set(columns.spans)
    grown.rowNumbers.set(columns.rowNumbers)
    grown.fieldCounts.set(columns.fieldCounts)
    grown.amountCents.set(columns.amountCents)
    grown.findings.set(columns.findings)
    columns = grown
    keys.grow(capacity)
  }

  return {
    get count() {
      return count
    },
    add(bytes, rowNumber, fieldCount, idStart, idEnd, toStart, toEnd, amountStart, amountEnd) {
      if (count === capacity) grow()
      // The identifier: its digits in two halves (to find copies by) and its check digit, in one go.
      // Small whole numbers throughout: others cost a cold engine an allocation each.
      let hi = -1
      let lo = 0
      let sum = 0
      if (idEnd - idStart === idLength) {
        hi = 0
        for (let i = 0; i < idLength; i++) {
          const digit = bytes[idStart + i]! - ZERO
          if (digit < 0 || digit > 9) {
            hi = -1
            break
          }
          if (i < hiDigits) hi = hi * 10 + digit
          else lo = lo * 10 + digit
          sum += (idLength - i) & 1 ? digit : doubled[digit]!
        }
      }
      const amount = readAmount(bytes, amountStart, amountEnd)
      if (hi < 0 || amount === 0 || toEnd > toStart || fieldCount > 3 || !isPlain) {
        const identifier = toText(bytes, idStart, idEnd)
        const identifierTo = toText(bytes, toStart, toEnd)
        const amountText = toText(bytes, amountStart, amountEnd)
        const row = checkRow({ rowNumber, identifier, identifierTo, amountText, fieldCount }, rules)
        columns.amountCents[count] = row.amountCents
        columns.findings[count] = row.findings
        if (hi < 0) keys.addOdd(count, identifier)
        else keys.add(count, hi, lo)
      } else {
        columns.amountCents[count] = amount
        columns.findings[count] = checkDigit && sum % 10 !== 0 ? WRONG_CHECK_DIGIT : 0
        keys.add(count, hi, lo)
      }
      const { spans } = columns
      const at = count * SPANS
      spans[at] = idStart
      spans[at + 1] = idEnd
      spans[at + 2] = toStart
      spans[at + 3] = toEnd
      spans[at + 4] = amountStart
      spans[at + 5] = amountEnd
      columns.rowNumbers[count] = rowNumber
      columns.fieldCounts[count] = fieldCount > 255 ? 255 : fieldCount
      count += 1
    },
    finish(text) {
      const findings = columns.findings.subarray(0, count)
      keys.mark(count, findings)
      return {
        count,
        text,
        spans: columns.spans.subarray(0, count * SPANS),
        rowNumbers: columns.rowNumbers.subarray(0, count),
        fieldCounts: columns.fieldCounts.subarray(0, count),
        amountCents: columns.amountCents.subarray(0, count),
        findings,
      }
    },
  }
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

/** A field as a string; cheaper than a decoder where it is ASCII, as nearly all are. */
export function toText(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte > 127) return new TextDecoder().decode(bytes.subarray(start, end))
    text += String.fromCharCode(byte)
  }
  return text
}

const allocate = (capacity: number) => ({
  spans: new Uint32Array(capacity * SPANS),
  rowNumbers: new Uint32Array(capacity),
  fieldCounts: new Uint8Array(capacity),
  amountCents: new Float64Array(capacity),
  findings: new Uint32Array(capacity),
})

const POINT = 46
const ZERO = 48
const WRONG_CHECK_DIGIT = findingBit('identifierCheckDigit')
const doubled = Uint8Array.of(0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
