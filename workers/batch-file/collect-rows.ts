// Lines one after the other → checked rows as typed columns, up to the cap. What every reader but the fast one ends in.
import { type RowColumns, SPANS } from '#domain/batch/columns.ts'
import { findingBit } from '#domain/batch/findings.ts'
import {
  type CheckRules,
  type CheckedRow,
  findDuplicates,
  isHeader,
  lineToRow,
  trimFields,
} from '#domain/batch/rows.ts'

export interface Collected {
  readonly columns: RowColumns
  readonly header: readonly string[] | undefined
  readonly ignoredLines: number
}

export interface RowCollector {
  /** Takes the next line; false once the file has more rows than allowed. */
  add(rowNumber: number, fields: readonly string[]): boolean
  /** 'tooManyRows' where the cap was passed. */
  finish(): Collected | 'tooManyRows'
}

export function createRowCollector(rules: CheckRules, maxRows: number): RowCollector {
  const rows: CheckedRow[] = []
  let header: readonly string[] | undefined
  let isFirst = true
  let ignoredLines = 0
  let isOver = false
  return {
    add(rowNumber, fields) {
      const trimmed = trimFields(fields)
      if (trimmed.length === 0) return true
      const mayBeHeader = isFirst
      isFirst = false
      if (mayBeHeader && isHeader(trimmed[0] ?? '')) {
        header = trimmed
        return true
      }
      const row = lineToRow({ rowNumber, fields: trimmed }, rules)
      if (!row) ignoredLines += 1
      else if (rows.length < maxRows) rows.push(row)
      else isOver = true
      return !isOver
    },
    finish: () => (isOver ? 'tooManyRows' : { columns: rowsToColumns(rows), header, ignoredLines }),
  }
}

/** Rows as columns, with the copies of an identifier marked. */
export function rowsToColumns(rows: readonly CheckedRow[]): RowColumns {
  const count = rows.length
  const parts: string[] = []
  for (const row of rows) parts.push(row.identifier, row.identifierTo, row.amountText)
  const { text, ends } = encodeAll(parts)
  const spans = new Uint32Array(count * SPANS)
  for (let i = 0; i < ends.length; i++) {
    spans[i * 2] = i === 0 ? 0 : (ends[i - 1] ?? 0)
    spans[i * 2 + 1] = ends[i] ?? 0
  }
  const columns = {
    count,
    text,
    spans,
    rowNumbers: Uint32Array.from(rows, (row) => row.rowNumber),
    fieldCounts: Uint8Array.from(rows, (row) => Math.min(row.fieldCount, 255)),
    amountCents: Float64Array.from(rows, (row) => row.amountCents),
    findings: Uint32Array.from(rows, (row) => row.findings),
  }
  const duplicate = findingBit('duplicate')
  for (const at of findDuplicates(rows.map((row) => row.identifier)))
    columns.findings[at] = (columns.findings[at] ?? 0) | duplicate
  return columns
}

// All parts in one go: encoding them one by one costs more than checking them.
function encodeAll(parts: readonly string[]): { text: Uint8Array<ArrayBuffer>; ends: Uint32Array } {
  const ends = new Uint32Array(parts.length)
  const joined = parts.join('')
  const text = new TextEncoder().encode(joined)
  const isAscii = text.length === joined.length
  let end = 0
  parts.forEach((part, index) => {
    end += isAscii ? part.length : new TextEncoder().encode(part).length
    ends[index] = end
  })
  return { text, ends }
}
