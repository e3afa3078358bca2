// Runs the exports worker's code without a worker, for screens in jsdom, which has no workers.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { readXlsCells } from '#sheets/read-xls.ts'
import { tableToXlsx } from '#sheets/write-table.ts'
import type { SheetOfTable } from '#workers/exports-api.ts'
import { writeDetailsPdf } from '#workers/pdf/details.ts'

const noFont = () => Promise.resolve(undefined)
// Picture URLs begin with the client's base path.
const readPicture = (address: string) =>
  readFile(join(import.meta.dirname, '../../public/clients/voyager', address.replace(/^\/[a-z]+\//, '/'))).then(
    // Copied into a Uint8Array of the screen's realm.
    (bytes) => Uint8Array.from(bytes),
    () => undefined,
  )

/** Until the end of the test, creates workbooks and PDFs of details, and reads the cells of an xls, in this thread. */
export function exportWithoutWorker(): void {
  vi.spyOn(exportsWorker, 'xlsx').mockImplementation((sheet) => {
    const { columns, rows, zone, name } = sheet as unknown as SheetOfTable
    return Promise.resolve(tableToXlsx(columns, rows, zone, name))
  })
  vi.spyOn(exportsWorker, 'detailsPdf').mockImplementation((details) => writeDetailsPdf(details, noFont, readPicture))
  vi.spyOn(exportsWorker, 'xlsCells').mockImplementation(async (bytes) => {
    const read = await readXlsCells(bytes, 20_000)
    return read.kind === 'sheet' ? read.rows : undefined
  })
}
