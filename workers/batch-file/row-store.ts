// Where checked rows gather as typed columns. Every reader hands its rows over as places in bytes; sound ones are checked
// right there, digit by digit, and whatever is odd goes through the domain's own checks, so that both give the same verdict.
import { MAX_AMOUNT_LENGTH } from '#domain/batch/card-rows.ts'
import type { RowColumns } from '#domain/rows/columns.ts'
import { copyFinding } from '#domain/rows/copies.ts'
import { checkRow, type RowKind, toValues } from '#domain/rows/kind.ts'
import { createSetTable, type SetTable } from '#domain/rows/set-table.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { createCopyKeys } from './copies.ts'
import { readAmount, readDigits, toText } from './field-bytes.ts'

export interface RowStore {
  readonly count: number
  /** Adds a row; its fields are places in the bytes, begin and end of each in file order. An empty one has equal ends. */
  add(bytes: Uint8Array, rowNumber: number, fieldCount: number, places: Uint32Array): void
  /**
   * Adds the line that begins there if it is an identifier and an amount and no more, each as a whole in quotes or not: most are.
   * Gives where the next line begins; 0 where this one has to be looked at closely, and is not added.
   */
  addPlainLine(bytes: Uint8Array, start: number, rowNumber: number, delimiter: number): number
  /** The filled part, with copies marked. `text` is what the places point into. */
  finish(text: Uint8Array<ArrayBuffer>): RowColumns
}

const FIRST_CAPACITY = 8192
/** Characters of an amount that may be read here; longer ones go through the domain's checks. */
const LONGEST_AMOUNT = 12
/** More than two fields, their quotes and what ends the line. */
const LONGEST_PLAIN_LINE = 48

export function createRowStore(kind: RowKind, maxRows: number): RowStore {
  const spansOfRow = kind.fields.length * 2
  const amountsOfRow = kind.moneyFields.length
  const table = createSetTable()
  const copied = copyFinding(kind)
  const copyField = kind.copies ? kind.fields.findIndex(({ name }) => name === kind.copies?.field) : -1
  const plain = plainLoad(kind)
  const { idLength, checkDigit } = plain
  const digits = { hi: 0, lo: 0, sum: 0 }
  const amount = { cents: 0, end: 0 }
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

  /** What was just read, of a row with nothing wrong but perhaps its check digit. */
  function addSound(): void {
    columns.cents[count] = amount.cents
    columns.findings[count] = checkDigit && digits.sum % 10 !== 0 ? plain.wrongCheckDigit(table) : 0
    keys?.add(count, digits.hi, digits.lo)
  }

  function addNumbers(rowNumber: number, fieldCount: number): void {
    columns.rowNumbers[count] = rowNumber
    columns.fieldCounts[count] = fieldCount > 255 ? 255 : fieldCount
    count += 1
  }

  return {
    get count() {
      return count
    },
    add(bytes, rowNumber, fieldCount, places) {
      if (count === capacity) grow()
      const idStart = places[0]!
      const amountStart = places[4]!
      const amountEnd = places[5]!
      const isSound =
        places[1]! - idStart === idLength &&
        places[3] === places[2] &&
        fieldCount <= 3 &&
        amountEnd - amountStart <= LONGEST_AMOUNT &&
        readDigits(bytes, idStart, idLength, digits)
      if (isSound) readAmount(bytes, amountStart, amountEnd, amount)
      if (isSound && amount.cents > 0 && amount.end === amountEnd) addSound()
      else addGenerally(bytes, rowNumber, fieldCount, places)
      const { spans } = columns
      const at = count * spansOfRow
      for (let i = 0; i < spansOfRow; i++) spans[at + i] = places[i]!
      addNumbers(rowNumber, fieldCount)
    },
    addPlainLine(bytes, start, rowNumber, delimiter) {
      if (idLength < 0 || start + LONGEST_PLAIN_LINE > bytes.length) return 0
      const idStart = bytes[start] === QUOTE ? start + 1 : start
      const idEnd = idStart + idLength
      let at = idEnd
      if (idStart > start && bytes[at++] !== QUOTE) return 0
      if (bytes[at++] !== delimiter) return 0
      const isQuoted = bytes[at] === QUOTE
      if (isQuoted) at += 1
      const amountStart = at
      readAmount(bytes, amountStart, amountStart + MAX_AMOUNT_LENGTH, amount)
      const amountEnd = amount.end
      at = amountEnd
      if (isQuoted && bytes[at++] !== QUOTE) return 0
      if (bytes[at] === RETURN) at += 1
      if (bytes[at] !== LF || amount.cents === 0 || !readDigits(bytes, idStart, idLength, digits)) return 0
      if (count === capacity) grow()
      addSound()
      const { spans } = columns
      const place = count * spansOfRow
      spans[place] = idStart
      spans[place + 1] = idEnd
      spans[place + 2] = idEnd
      spans[place + 3] = idEnd
      spans[place + 4] = amountStart
      spans[place + 5] = amountEnd
      addNumbers(rowNumber, 2)
      return at + 1
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

const allocate = (capacity: number, spansOfRow: number, amountsOfRow: number) => ({
  spans: new Uint32Array(capacity * spansOfRow),
  rowNumbers: new Uint32Array(capacity),
  fieldCounts: new Uint8Array(capacity),
  cents: new Float64Array(capacity * amountsOfRow),
  findings: new Uint32Array(capacity),
})

const LF = 10
const RETURN = 13
const QUOTE = 34
