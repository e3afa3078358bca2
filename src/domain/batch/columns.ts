// Checked rows as typed columns: what crosses the worker's border in one transfer instead of 5,000 objects.
import type { Cents } from '#domain/money.ts'
import type { CheckedRow } from './rows.ts'

/** Six offsets a row into `text`: identifier start and end, target start and end, amount start and end. */
export const SPANS = 6

/** All rows of a file, already trimmed. Every array has `count` elements (`spans`: `count * SPANS`). */
export interface RowColumns {
  readonly count: number
  /** UTF-8: the file's own bytes, or all fields one after the other. */
  readonly text: Uint8Array
  readonly spans: Uint32Array
  /** The rows' numbers as the spreadsheet shows them, from 1. */
  readonly rowNumbers: Uint32Array
  readonly fieldCounts: Uint8Array
  /** Minor units; 0 where the amount cannot be read. */
  readonly amountCents: Float64Array
  readonly findings: Uint32Array
}

/** The row at an index, or undefined beyond the last. `decode` is TextDecoder's, given since this layer has no platform. */
export function rowAt(
  columns: RowColumns,
  index: number,
  decode: (bytes: Uint8Array) => string,
): CheckedRow | undefined {
  if (index < 0 || index >= columns.count) return undefined
  const { spans, text } = columns
  const field = (at: number) => decode(text.subarray(spans[at] ?? 0, spans[at + 1] ?? 0))
  const at = index * SPANS
  return {
    rowNumber: columns.rowNumbers[index] ?? 0,
    identifier: field(at),
    identifierTo: field(at + 2),
    amountText: field(at + 4),
    fieldCount: columns.fieldCounts[index] ?? 0,
    amountCents: (columns.amountCents[index] ?? 0) as Cents,
    findings: columns.findings[index] ?? 0,
  }
}
