// A batch file → its checked rows, or the reason why it is not taken. Runs in the worker, in tests and in the bench alike.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import type { ReadBatchFile, ReadResult } from '#workers/sheets-api.ts'
import { refuse } from './answer.ts'
import { readCsvFile } from './read-csv-file.ts'
import { readWorkbookFile } from './read-workbook-file.ts'
import { refusals } from './refusals.ts'

/** Reads, checks and marks all rows of a file. Throws for nothing that a file may hold or a disk may do. */
export async function readBatchFile(request: ReadBatchFile): Promise<ReadResult> {
  const ending = nameToEnding(request.fileName)
  if (!ending || !request.accepts.includes(ending)) return refuse(refusals.wrongType(request.accepts))
  if (request.file.size === 0) return refuse(refusals.empty())
  try {
    return await (ending === 'csv' ? readCsvFile(request) : readWorkbookFile(request, ending))
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
