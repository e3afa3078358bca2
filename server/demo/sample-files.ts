// Writes sample load files for first-time users of the demo programme: a valid file, a file with every type of error
// and, if there are enough cards, a file of the maximum size.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { batchTypes } from '#domain/batch/types.ts'
import { type Cents, decimalToCents } from '#domain/money.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import { rowsToCsv, sampleRows, sampleWithErrors } from './sample-batch.ts'

const SMALL_FILE_ROWS = 25
/** The share of the demo cards that can be loaded, rounded down to be safe. */
const LOADABLE_SHARE = 0.69
/** The number of demo cards that a file of the maximum size needs. */
const CARDS_FOR_LARGEST_FILE = Math.ceil(batchTypes.load.maxRows / LOADABLE_SHARE)

/** Writes the files into the folder and returns their paths. Replaces files of an earlier start. */
export async function writeSampleFiles(folder: string, cards: number): Promise<string[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files: [string, string | Uint8Array][] = [
    ['loads.csv', rowsToCsv(sampleRows(SMALL_FILE_ROWS))],
    ['loads.xlsx', rowsToWorkbook(SMALL_FILE_ROWS)],
    ['loads-with-faults.csv', sampleWithErrors(SMALL_FILE_ROWS)],
  ]
  if (cards >= CARDS_FOR_LARGEST_FILE) files.push(['loads-5000.xlsx', rowsToWorkbook(batchTypes.load.maxRows)])
  return files.map(([name, content]) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  })
}

const rowsToWorkbook = (count: number): Uint8Array =>
  writeXlsx({
    name: 'Loads',
    header: ['Card Number', 'Amount'],
    rows: sampleRows(count).map(({ identifier, amount }) => [
      identifier,
      { amountCents: decimalToCents(amount) ?? (0 as Cents) },
    ]),
    textColumns: [0],
  })
