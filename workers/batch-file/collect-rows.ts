// Collects the lines of a file as checked rows, up to the row limit. Every reader ends here.
import { columnsByPlace, fieldCountOf, looksLikeHeadings } from '#domain/rows/column-map.ts'
import { matchColumns } from '#domain/rows/match-columns.ts'
import { type RowColumns, rowsToColumns } from '#domain/rows/columns.ts'
import { markCopies } from '#domain/rows/copies.ts'
import { headsTable, mayBeTitle, type ReadColumns } from '#domain/rows/headings.ts'
import { type CheckedRow, checkRow, type RowKind, toValues, trimFields } from '#domain/rows/kind.ts'
import { fieldsBeforeVerdict, isDoneVerdict, withoutVerdict } from '#domain/rows/verdict-columns.ts'

export interface Collected {
  readonly columns: RowColumns
  readonly header: readonly string[] | undefined
  readonly ignoredLines: number
  /** Lines above the headings that contain the table's title, not rows. */
  readonly titleLines: number
  /** Rows left out because the file itself marks them as done. */
  readonly doneRows: number
  /** The file's columns, if the row kind was adapted to them (`withColumns`). */
  readonly fileColumns?: ReadColumns
}

/** The file has another order of columns, or it is unclear which is which; `fileColumns` has the best guess. */
export interface OtherColumns {
  readonly fileColumns: ReadColumns
}

export interface RowCollector {
  /**
   * Takes the next line; returns false once no more are needed, because the file has too many rows or other columns.
   */
  add(rowNumber: number, fields: readonly string[]): boolean
  /** 'tooManyRows' if the limit was exceeded. */
  finish(): Collected | OtherColumns | 'tooManyRows'
}

/** Number of lines whose values identify a column. */
const SAMPLE_LINES = 5
/** Maximum number of lines above the headings of a table: a name, a date, a recipient. */
const TITLE_LINES = 5

export function createRowCollector(kind: RowKind, maxRows: number): RowCollector {
  const rows: CheckedRow[] = []
  let header: readonly string[] | undefined
  /** For a file that came back with verdicts: how many fields of a line are the user's own. */
  let ownFields: number | undefined
  let isFirst = true
  let ignoredLines = 0
  let doneRows = 0
  let isOver = false
  const first: string[][] = []
  let isOther = false
  /** Possible title lines, until the next line decides. */
  let held: [rowNumber: number, fields: readonly string[], trimmed: string[]][] = []
  let titleLines = 0
  const take = (rowNumber: number, fields: readonly string[], trimmed: string[]): boolean => {
    if (isFirst) {
      isFirst = false
      if (kind.isHeader(trimmed)) {
        header = trimmed
        ownFields = fieldsBeforeVerdict(trimmed)
        isOther = !kind.columns && !kind.isInOrder({ headings: trimmed.slice(0, ownFields), samples: [] })
        return true
      }
    }
    if (ownFields !== undefined && isDoneVerdict(fields[ownFields])) {
      doneRows += 1
      return true
    }
    if (first.length < SAMPLE_LINES) first.push(trimmed)
    if (isOther) return first.length < SAMPLE_LINES
    const values = kind.lineToValues(trimmed)
    if (!values) {
      ignoredLines += 1
      return true
    }
    if (rows.length === maxRows) {
      isOver = true
      return false
    }
    const fieldCount = fieldCountOf(kind, trimmed.length)
    rows.push(checkRow(kind, { rowNumber, values: toValues(kind, values), fieldCount }))
    return true
  }
  const takeHeld = (): boolean => {
    const lines = held
    held = []
    return lines.every((line) => take(...line))
  }
  return {
    add(rowNumber, fields) {
      const trimmed = trimFields(ownFields === undefined ? fields : withoutVerdict(fields, ownFields))
      if (trimmed.length === 0) return true
      if (isFirst) {
        if (held.length < TITLE_LINES && mayBeTitle(kind.fields, trimmed))
          return held.push([rowNumber, fields, trimmed]) > 0
        if (held.length > 0 && headsTable(kind.fields, trimmed) && kind.isHeader(trimmed)) {
          titleLines = held.length
          held = []
        }
      }
      return takeHeld() && take(rowNumber, fields, trimmed)
    },
    finish() {
      takeHeld()
      if (isOver) return 'tooManyRows'
      const headings = header?.slice(0, ownFields)
      // If the headings are not enough, the first lines can decide.
      if (!isOther && headings && !kind.columns)
        isOther = !kind.isInOrder({ headings, samples: samplesOf(headings, first) })
      if (isOther && first.length > 0) return { fileColumns: toFileColumns(kind, headings, first) }
      if (!kind.columns && !headings && looksLikeHeadings(first))
        return { fileColumns: toFileColumns(kind, first[0], first.slice(1)) }
      const columns = rowsToColumns(kind, markCopies(kind, rows), (text) => new TextEncoder().encode(text))
      const taken = kind.columns && { ...toFileColumns(kind, headings, first), ...kind.columns }
      return { columns, header, ignoredLines, titleLines, doneRows, ...(taken && { fileColumns: taken }) }
    },
  }
}

/** The columns by their headings and first values. A column without a heading counts only if every line has it. */
function toFileColumns(kind: RowKind, header: readonly string[] | undefined, lines: readonly string[][]): ReadColumns {
  const common = Math.min(...lines.map(({ length }) => length))
  const width = Math.max(header?.length ?? 0, lines.length > 0 ? common : 0, kind.columns?.width ?? 0)
  const headings = Array.from({ length: width }, (_, cell) => header?.[cell] ?? '')
  const columns = { headings, samples: samplesOf(headings, lines) }
  const map = header ? matchColumns(kind, columns).map : columnsByPlace(kind, width)
  return { ...columns, map, width, hasHeadings: header !== undefined }
}

const samplesOf = (headings: readonly string[], lines: readonly string[][]): string[][] =>
  headings.map((_, cell) => lines.map((line) => line[cell] ?? '').filter((value) => value !== ''))
