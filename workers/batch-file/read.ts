// Reads a file into checked rows, or returns the reason why it is refused. Runs in the worker, in tests and in the
// benchmark.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import { withColumns } from '#domain/rows/column-map.ts'
import { matchColumns } from '#domain/rows/match-columns.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import type { FileToRead, ReadResult } from '#workers/sheets-api.ts'
import { refuse } from './answer.ts'
import { readCsvFile } from './read-csv-file.ts'
import { readWorkbookFile } from './read-workbook-file.ts'
import { refusals } from './refusals.ts'

/**
 * Reads, checks and marks all rows of a file by the description of their fields. No content of a file and no disk error
 * makes it throw.
 */
export async function readRows(kind: RowKind, request: FileToRead): Promise<ReadResult> {
  const ending = nameToEnding(request.fileName)
  if (!ending || !request.accepts.includes(ending)) return refuse(refusals.wrongType(request.accepts))
  if (request.file.size === 0) return refuse(refusals.empty(kind))
  const chosen = request.columns ? withColumns(kind, request.columns) : kind
  try {
    const read = await readAs(chosen, request, ending)
    if (read.ok || !read.refusal.columns) return read
    // How a cell is read depends on its field: once the fields are known, the file is read again.
    const columns = sureColumns(kind, read.refusal.columns)
    return columns ? byHeadings(await readAs(withColumns(kind, columns), request, ending)) : read
  } catch (error) {
    if (!isReadError(error)) throw error
    return refuse(error.name === 'AbortError' ? refusals.aborted() : refusals.failed())
  }
}

const readAs = (kind: RowKind, request: FileToRead, ending: SheetEnding): Promise<ReadResult> =>
  ending === 'csv' ? readCsvFile(kind, request) : readWorkbookFile(kind, request, ending)

/** The columns, if their headings are enough: all known, in another order or with additional ones. */
function sureColumns(kind: RowKind, columns: ReadColumns): ReadColumns | undefined {
  if (columns.asksForHeadings) return undefined
  const { map, isSure } = matchColumns(kind, columns)
  return isSure ? { ...columns, map } : undefined
}

function byHeadings(read: ReadResult): ReadResult {
  if (!read.ok || !read.facts.columns) return read
  return { ...read, facts: { ...read.facts, columns: { ...read.facts.columns, by: 'headings' } } }
}

function nameToEnding(fileName: string): SheetEnding | undefined {
  const ending = /\.([^.]+)$/.exec(fileName.trim())?.[1]?.toLowerCase()
  return ending === 'csv' || ending === 'xlsx' || ending === 'xls' ? ending : undefined
}

// The errors of Blob.arrayBuffer() if the file was deleted, changed or cannot be read.
const isReadError = (error: unknown): error is DOMException => error instanceof DOMException
