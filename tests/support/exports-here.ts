// The exports worker's work without a worker, for screens in jsdom: the files are really made, and kept here instead of saved.
import { Blob } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { readXlsCells } from '#sheets/read-xls.ts'
import { tableToXlsx } from '#sheets/write-table.ts'
import type { DetailsToPrint, SheetOfTable } from '#workers/exports-api.ts'
import { writeDetailsPdf } from '#workers/pdf/details.ts'

const noFont = () => Promise.resolve(undefined)
// The addresses of pictures begin with the client's base path.
const readPicture = (address: string) =>
  readFile(join(import.meta.dirname, '../../public', address.replace(/^\/[a-z]+\//, '/'))).then(
    // Of the screen's own realm.
    (bytes) => Uint8Array.from(bytes),
    () => undefined,
  )

export const exportsHere = {
  xlsx({ columns, rows, zone, name }: SheetOfTable) {
    // That of jsdom has no stream.
    vi.stubGlobal('Blob', Blob)
    return tableToXlsx(columns, rows, zone, name)
  },
  detailsPdf: (details: DetailsToPrint) => writeDetailsPdf(details, noFont, readPicture),
  async xlsCells(bytes: Uint8Array<ArrayBuffer>) {
    const read = await readXlsCells(bytes, 20_000)
    return read.kind === 'sheet' ? read.rows : undefined
  },
}
