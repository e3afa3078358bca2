// A file → its checked rows, or the reason why it is not taken. Runs in the worker, in tests and in the bench alike.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import type { RowKind } from '#domain/rows/kind.ts'
import type { FileToRead, ReadResult } from '#workers/sheets-api.ts'
import { refuse } from './answer.ts'
import { readCsvFile } from './read-csv-file.ts'
import { readWorkbookFile } from './read-workbook-file.ts'
import { refusals } from './refusals.ts'

/** Reads, checks and marks all rows of a file by their description. Throws for nothing that a file may hold or a disk may do. */
export async function readRows(kind: RowKind, request: FileToRead): Promise<ReadResult> {
  const ending = nameToEnding(request.fileName)
  if (!ending || !request.accepts.includes(ending)) return refuse(refusals.wrongType(request.accepts))
  if (request.file.size === 0) return refuse(refusals.empty(kind))
  try {
    return await (ending === 'csv' ? readCsvFile(kind, request) : readWorkbookFile(kind, request, ending))
  } catch (error) {
    if (!isReadError(error)) throw error
    return refuse(error.name === 'AbortError' ? refusals.aborted() : refusals.failed())
  }
}

function nameToEnding(fileName: string): SheetEnding | undefined {
  const ending = /\.([^.]+)$/.exec(fileName.trim())?.[1]?.toLowerCase()
  return ending === 'csv' || ending === 'xlsx' || ending === 'xls' ? ending : undefined
}

// What Blob.arrayBuffer() throws when the file has gone, changed or may not be read.
const isReadError = (error: unknown): error is DOMException => error instanceof DOMException
