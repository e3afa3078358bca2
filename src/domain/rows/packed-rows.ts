// Packs checked rows into typed arrays, which the worker transfers to the page much faster than 5,000 objects.
import type { Cents } from '#domain/money.ts'
import type { RowValues } from './fields.ts'
import type { FindingSet } from './findings.ts'
import type { CheckedRow, RowType } from './row-type.ts'
import type { ExtraColumns } from './extra-columns.ts'
import { createFindingSetTable } from './finding-sets.ts'

/** All rows of a file, trimmed. Each array has `count` elements, or a multiple of it, as noted. */
export interface PackedRows {
  readonly count: number
  /** UTF-8: all fields concatenated. */
  readonly text: Uint8Array
  /** Two offsets into `text` for each field of a row, in file order: start and end. */
  readonly spans: Uint32Array
  /** The row numbers in the spreadsheet, from 1. */
  readonly rowNumbers: Uint32Array
  readonly fieldCounts: Uint8Array
  /** Minor units, one for each money field of a row; 0 if the amount is unreadable. */
  readonly cents: Float64Array
  /** The index in `sets` for each row. */
  readonly findings: Uint32Array
  /** The distinct sets of findings; index 0 is the empty set. */
  readonly sets: readonly FindingSet[]
  /** The columns that no field uses, if any. */
  readonly extra?: ExtraColumns
}

/** Returns the row at an index, or undefined after the last. */
export type ReadRow = <Name extends string>(rowType: RowType<Name>, index: number) => CheckedRow<Name> | undefined

/**
 * Reads the rows one at a time. `decode` is the method of a TextDecoder, which this layer cannot create. A call of
 * `decode` takes longer than everything else for a row. If each character of the text is one byte, the whole text is
 * therefore decoded once and then cut into fields.
 */
export function createRowReader(packed: PackedRows, decode: (bytes: Uint8Array) => string): ReadRow {
  const { spans, text, cents } = packed
  const fullText = decode(text)
  const hasOneBytePerCharacter = fullText.length === text.length
  const readField = (start: number, end: number): string =>
    hasOneBytePerCharacter ? fullText.slice(start, end) : decode(text.subarray(start, end))
  return <Name extends string>(rowType: RowType<Name>, index: number) => {
    if (index < 0 || index >= packed.count) return undefined
    const { fields, moneyFields } = rowType
    const values: Partial<Record<Name, string>> = {}
    let spanAt = index * fields.length * 2
    for (const { name } of fields) {
      values[name] = readField(spans[spanAt] ?? 0, spans[spanAt + 1] ?? 0)
      spanAt += 2
    }
    const firstAmount = index * moneyFields.length
    const amounts = moneyFields.map((_, moneyIndex) => (cents[firstAmount + moneyIndex] ?? 0) as Cents)
    return {
      rowNumber: packed.rowNumbers[index] ?? 0,
      values: values as RowValues<Name>,
      fieldCount: packed.fieldCounts[index] ?? 0,
      cents: amounts,
      findings: packed.sets[packed.findings[index] ?? 0] ?? [],
    }
  }
}

/** Packs checked rows. `encode` is the method of a TextEncoder. */
export function packRows(
  rowType: RowType,
  rows: readonly CheckedRow[],
  encode: (text: string) => Uint8Array<ArrayBuffer>,
): PackedRows {
  const table = createFindingSetTable()
  const spans = new Uint32Array(rows.length * rowType.fields.length * 2)
  const fields: string[] = []
  let offset = 0
  for (const { values } of rows) {
    for (const { name } of rowType.fields) {
      const field = values[name] ?? ''
      spans[fields.length * 2] = offset
      offset += isAscii(field) ? field.length : encode(field).length
      spans[fields.length * 2 + 1] = offset
      fields.push(field)
    }
  }
  return {
    count: rows.length,
    text: encode(fields.join('')),
    spans,
    rowNumbers: Uint32Array.from(rows, (row) => row.rowNumber),
    fieldCounts: Uint8Array.from(rows, (row) => Math.min(row.fieldCount, MAX_BYTE)),
    cents: Float64Array.from(rows.flatMap((row) => row.cents)),
    findings: Uint32Array.from(rows, (row) => table.indexOf(row.findings)),
    sets: table.sets,
  }
}

/** The highest number that `fieldCounts` can contain. */
const MAX_BYTE = 255

// oxlint-disable-next-line no-control-regex -- all of ASCII
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)
