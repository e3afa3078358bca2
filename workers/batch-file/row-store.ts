// Where checked rows gather as typed columns. Every reader hands its rows over as places in bytes; sound ones are checked
// right there, digit by digit, and whatever is odd goes through the domain's own checks, so that both give the same verdict.
import type { RowColumns } from '#domain/rows/columns.ts'
import { copyFinding } from '#domain/rows/copies.ts'
import { checkRow, type RowKind, toValues } from '#domain/rows/kind.ts'
import { createSetTable, type SetTable } from '#domain/rows/set-table.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { MAX_AMOUNT_CENTS } from '#domain/money.ts'
import { createCopyKeys } from './copies.ts'

export interface RowStore {
  readonly count: number
  /** Adds a row; its fields are places in the bytes, begin and end of each in file order. An empty one has equal ends. */
  add(bytes: Uint8Array, rowNumber: number, fieldCount: number, places: Uint32Array): void
  /** The filled part, with copies marked. `text` is what the places point into. */
  finish(text: Uint8Array<ArrayBuffer>): RowColumns
}

const FIRST_CAPACITY = 8192

export function createRowStore(kind: RowKind, maxRows: number): RowStore {
  const spansOfRow = kind.fields.length * 2
  const amountsOfRow = kind.moneyFields.length
  const table = createSetTable()
  const copied = copyFinding(kind)
  const copyField = kind.copies ? kind.fields.findIndex(({ name }) => name === kind.copies?.field) : -1
  const plain = plainLoad(kind)
  const { idLength, checkDigit } = plain
  const hiDigits = idLength - 8
  let capacity = Math.min(maxRows, FIRST_CAPACITY)
  let columns = allocate(capacity, spansOfRow, amountsOfRow)
  const copyOf = kind.fields[copyField]
  const keys = copyOf && createCopyKeys(capacity, copyOf)
  let count = 0

  function grow(): void {
    capacity = Math.min(maxRows, capacity * 2)
    const grown = allocate(capacity, spansOfRow, amountsOfRow)
    grown.spans.set(columns.spans)
    grown.rowNumbers.set(columns.rowNumbers)
    grown.fieldCounts.set(columns.fieldCounts)
    grown.cents.set(columns.cents)
    grown.findings.set(columns.findings)
    columns = grown
    keys?.grow(capacity)
  }

  /** The way of every row that is not plain: by the kind's own description. */
  function addGenerally(bytes: Uint8Array, rowNumber: number, fieldCount: number, places: Uint32Array): void {
    const texts: string[] = []
    for (let at = 0; at < spansOfRow; at += 2) texts.push(toText(bytes, places[at]!, places[at + 1]!))
    const row = checkRow(kind, { rowNumber, values: toValues(kind, texts), fieldCount })
    for (let i = 0; i < amountsOfRow; i++) columns.cents[count * amountsOfRow + i] = row.cents[i]!
    columns.findings[count] = table.place(row.findings)
    keys?.addOdd(count, texts[copyField]!)
  }

  return {
    get count() {
      return count
    },
    add(bytes, rowNumber, fieldCount, places) {
      if (count === capacity) grow()
      const idStart = places[0]!
      // The identifier: its digits in two halves (to find copies by) and its check digit, in one go.
      // Small whole numbers throughout: others cost a cold engine an allocation each.
      let hi = -1
      let lo = 0
      let sum = 0
      if (places[1]! - idStart === idLength) {
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
      const amount = hi < 0 ? 0 : readAmount(bytes, places[4]!, places[5]!)
      if (amount === 0 || places[3]! > places[2]! || fieldCount > 3) {
        addGenerally(bytes, rowNumber, fieldCount, places)
      } else {
        columns.cents[count] = amount
        columns.findings[count] = checkDigit && sum % 10 !== 0 ? plain.wrongCheckDigit(table) : 0
        keys?.add(count, hi, lo)
      }
      const { spans } = columns
      const at = count * spansOfRow
      for (let i = 0; i < spansOfRow; i++) spans[at + i] = places[i]!
      columns.rowNumbers[count] = rowNumber
      columns.fieldCounts[count] = fieldCount > 255 ? 255 : fieldCount
      count += 1
    },
    finish(text) {
      const findings = columns.findings.subarray(0, count)
      if (copied) keys?.mark(count, (row) => (findings[row] = table.with(findings[row]!, copied)))
      return {
        count,
        text,
        spans: columns.spans.subarray(0, count * spansOfRow),
        rowNumbers: columns.rowNumbers.subarray(0, count),
        fieldCounts: columns.fieldCounts.subarray(0, count),
        cents: columns.cents.subarray(0, count * amountsOfRow),
        findings,
        sets: table.sets,
      }
    },
  }
}

/** Only an identifier with an amount takes the short way; of other kinds no identifier has this length. */
function plainLoad(kind: RowKind) {
  const [first] = kind.fields
  if (!kind.isPlainLoad || first?.value !== 'identifier') return { ...NOT_PLAIN, wrongCheckDigit: () => 0 }
  const { length, checkDigit } = identifierKinds[first.type]
  const wrong = [kind.finding('identifierCheckDigit')]
  return { idLength: length, checkDigit, wrongCheckDigit: (table: SetTable) => table.place(wrong) }
}

const NOT_PLAIN = { idLength: -1, checkDigit: false }

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

const allocate = (capacity: number, spansOfRow: number, amountsOfRow: number) => ({
  spans: new Uint32Array(capacity * spansOfRow),
  rowNumbers: new Uint32Array(capacity),
  fieldCounts: new Uint8Array(capacity),
  cents: new Float64Array(capacity * amountsOfRow),
  findings: new Uint32Array(capacity),
})

const POINT = 46
const ZERO = 48
const doubled = Uint8Array.of(0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
