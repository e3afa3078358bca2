// Reads made-up files while the worker waits for the user's first file. The browser then has already compiled and
// optimised the code when the file arrives, and reads 5,000 rows in less than half the time.
import { toRowType } from '#domain/row-types.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { readRows } from './read.ts'

/** With fewer rows or rounds, the browser does not optimise the code. */
const ROWS = 500
const ROUNDS = 5

/** Stops before the next file once `isWaiting` returns false. */
export async function warmUp(isWaiting: () => boolean): Promise<void> {
  const rowType = toRowType({ kind: 'load', identifierType: 1 })
  const header = rowType.activeFields.map(({ label }) => label)
  const rows = Array.from({ length: ROWS }, (_, index) => [String(9_000_010_000_000_000 + index), index + 0.5])
  const csv = [header, ...rows].map((line) => line.join()).join('\n')
  const contents = { csv, xlsx: writeXlsx({ name: 'Sample', header, rows }) }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const extension of ['csv', 'xlsx'] as const) {
      if (!isWaiting()) return
      const file = new Blob([contents[extension]])
      await readRows(rowType, { accepts: [extension], maxRows: ROWS, fileName: `sample.${extension}`, file })
    }
  }
}
