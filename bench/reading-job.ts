// One reading of a batch file, as a worker of the browser does it that has just been started (pages/reading_worker.ts).
import Papa from 'papaparse'
import type { SheetEnding } from '#domain/batch/kinds.ts'
import { rowKindOf } from '#domain/row-kinds.ts'
import { bytesToResult } from '#workers/batch-file/read-csv-file.ts'
import { readRows } from '#workers/batch-file/read.ts'
import { timed } from './pages/timed.ts'

export interface ReadingJob {
  readonly what: 'ours' | 'bytes' | 'papaparse' | 'sheetjs'
  readonly ending: SheetEnding
}

const MAX_ROWS = 5_000
const kind = rowKindOf({ kind: 'load', identifierType: 1 })

/** Does it once, and gives the milliseconds. */
export async function doJob({ what, ending }: ReadingJob, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  switch (what) {
    case 'ours':
      return timed(() => readOurs(ending, bytes))
    case 'bytes':
      return timed(() => bytesToResult(kind, bytes, MAX_ROWS))
    case 'papaparse':
      return timed(() => Papa.parse(new TextDecoder().decode(bytes), { delimiter: ',', newline: '\n' }))
    case 'sheetjs': {
      const sheetJs = await import('xlsx')
      return timed(() =>
        sheetJs.read(bytes, {
          type: 'array',
          dense: true,
          cellText: false,
          cellHTML: false,
          cellFormula: false,
          sheets: 0,
        }),
      )
    }
  }
}

async function readOurs(ending: SheetEnding, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const result = await readRows(kind, {
    accepts: ['csv', 'xlsx', 'xls'],
    maxRows: MAX_ROWS,
    fileName: `a.${ending}`,
    file: new Blob([bytes]),
  })
  if (!result.ok) throw new Error(result.refusal.text)
}
