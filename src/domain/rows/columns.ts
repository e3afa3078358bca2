// Checked rows as typed columns: what crosses the worker's border in one transfer instead of 5,000 objects.
import type { Cents } from '#domain/money.ts'
import type { FindingSet } from './findings.ts'
import { type CheckedRow, type RowKind, toValues } from './kind.ts'
import { createSetTable } from './set-table.ts'

/** All rows of a file, already trimmed. Each array has `count` elements a row, or as many as is said of it. */
export interface RowColumns {
  readonly count: number
  /** UTF-8: the file's own bytes, or all fields one after the other. */
  readonly text: Uint8Array
  /** Two offsets into `text` for each field of a row, in file order: where it begins and where it ends. */
  readonly spans: Uint32Array
  /** The rows' numbers as the spreadsheet shows them, from 1. */
  readonly rowNumbers: Uint32Array
  readonly fieldCounts: Uint8Array
  /** Minor units, one for each money field of a row; 0 where the amount cannot be read. */
  readonly cents: Float64Array
  /** For each row the place of its set in `sets`. */
  readonly findings: Uint32Array
  /** The different sets of findings; the one at 0 is empty. */
  readonly sets: readonly FindingSet[]
}

/** The row at an index, or undefined beyond the last. `decode` is TextDecoder's, given since this layer has no platform. */
export function rowAt<Name extends string>(
  kind: RowKind<Name>,
  columns: RowColumns,
  index: number,
  decode: (bytes: Uint8Array) => string,
): CheckedRow<Name> | undefined {
  if (index < 0 || index >= columns.count) return undefined
  const { spans, text, cents } = columns
  const first = index * kind.fields.length * 2
  const values = kind.fields.map((_, field) => {
    const at = first + field * 2
    return decode(text.subarray(spans[at] ?? 0, spans[at + 1] ?? 0))
  })
  const amounts = kind.moneyFields.length
  return {
    rowNumber: columns.rowNumbers[index] ?? 0,
    values: toValues(kind, values),
    fieldCount: columns.fieldCounts[index] ?? 0,
    cents: Array.from(cents.subarray(index * amounts, (index + 1) * amounts)) as Cents[],
    findings: columns.sets[columns.findings[index] ?? 0] ?? [],
  }
}

/** Checked rows as columns. `encode` is TextEncoder's. */
export function rowsToColumns(
  kind: RowKind,
  rows: readonly CheckedRow[],
  encode: (text: string) => Uint8Array<ArrayBuffer>,
): RowColumns {
  const table = createSetTable()
  const fields = rows.flatMap(({ values }) => kind.fields.map(({ name }) => values[name] ?? ''))
  const spans = new Uint32Array(fields.length * 2)
  let at = 0
  fields.forEach((field, index) => {
    spans[index * 2] = at
    at += isAscii(field) ? field.length : encode(field).length
    spans[index * 2 + 1] = at
  })
  return {
    count: rows.length,
    text: encode(fields.join('')),
    spans,
    rowNumbers: Uint32Array.from(rows, (row) => row.rowNumber),
    fieldCounts: Uint8Array.from(rows, (row) => Math.min(row.fieldCount, 255)),
    cents: Float64Array.from(rows.flatMap((row) => row.cents)),
    findings: Uint32Array.from(rows, (row) => table.place(row.findings)),
    sets: table.sets,
  }
}

// oxlint-disable-next-line no-control-regex -- ASCII is meant, all of it
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)
