// Lines one after the other → checked rows as typed columns, up to the cap. What every reader but the fast one ends in.
import type { RowColumns } from '#domain/rows/columns.ts'
import { type RowKind, trimFields } from '#domain/rows/kind.ts'
import { fieldsBeforeVerdict, isDoneVerdict } from '#domain/rows/verdict-columns.ts'
import { createRowStore } from './row-store.ts'

export interface Collected {
  readonly columns: RowColumns
  readonly header: readonly string[] | undefined
  readonly ignoredLines: number
  /** Rows left out because the file itself says that they were carried out. */
  readonly doneRows: number
}

export interface RowCollector {
  /** Takes the next line; false once the file has more rows than allowed. */
  add(rowNumber: number, fields: readonly string[]): boolean
  /** 'tooManyRows' where the cap was passed. */
  finish(): Collected | 'tooManyRows'
}

export function createRowCollector(kind: RowKind, maxRows: number): RowCollector {
  const store = createRowStore(kind, maxRows)
  const places = new Uint32Array(kind.fields.length * 2)
  const text = createText()
  let header: readonly string[] | undefined
  /** Where the file is one that came back with verdicts: how many fields of a line are the operator's. */
  let ownFields: number | undefined
  let isFirst = true
  let ignoredLines = 0
  let doneRows = 0
  let isOver = false
  return {
    add(rowNumber, fields) {
      const trimmed = trimFields(ownFields === undefined ? fields : fields.slice(0, ownFields))
      if (trimmed.length === 0) return true
      if (isFirst) {
        isFirst = false
        if (kind.isHeader(trimmed)) {
          header = trimmed
          ownFields = fieldsBeforeVerdict(trimmed)
          return true
        }
      }
      if (ownFields !== undefined && isDoneVerdict(fields[ownFields])) {
        doneRows += 1
        return true
      }
      const values = kind.lineToValues(trimmed)
      if (!values) {
        ignoredLines += 1
        return true
      }
      if (store.count === maxRows) {
        isOver = true
        return false
      }
      values.forEach((value, field) => {
        places[field * 2] = text.end
        places[field * 2 + 1] = text.append(value)
      })
      store.add(text.bytes, rowNumber, trimmed.length, places)
      return true
    },
    finish: () =>
      isOver ? 'tooManyRows' : { columns: store.finish(text.bytes.slice(0, text.end)), header, ignoredLines, doneRows },
  }
}

/** UTF-8 that grows. */
function createText() {
  let bytes = new Uint8Array(64 * 1024)
  let end = 0
  const encoder = new TextEncoder()
  return {
    get bytes() {
      return bytes
    },
    get end() {
      return end
    },
    append(part: string): number {
      if (end + part.length * 3 > bytes.length) {
        const grown = new Uint8Array(Math.max(bytes.length * 2, end + part.length * 3))
        grown.set(bytes)
        bytes = grown
      }
      for (let i = 0; i < part.length; i++) {
        const code = part.charCodeAt(i)
        if (code > 127) return (end += encoder.encodeInto(part.slice(i), bytes.subarray(end)).written)
        bytes[end++] = code
      }
      return end
    },
  }
}
