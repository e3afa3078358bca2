// The entry of the exports worker. It only connects the API to the code that writes the files, which also runs in Node.
import * as Comlink from 'comlink'
import { writeCsvTexts, writeCsvForUpload } from '#sheets/write-csv.ts'
import { tableToCsv, tableToXlsx } from '#sheets/write-table.ts'
import { writeXlsx } from '#sheets/write-xlsx.ts'
import type { Bytes, ExportsApi } from './exports-api.ts'
import { base64ToBytes } from './pdf/base64.ts'
import { fetchFont, fetchPicture } from './pdf/files.ts'

const transfer = (bytes: Bytes): Bytes => Comlink.transfer(bytes, [bytes.buffer])

const api: ExportsApi = {
  csv: (table) => Promise.resolve(transfer(tableToCsv(table))),
  xlsx: ({ columns, rows, zone, name }) => Promise.resolve(transfer(tableToXlsx(columns, rows, zone, name))),
  csvForUpload: (header, rows, textColumns) => Promise.resolve(transfer(writeCsvForUpload(header, rows, textColumns))),
  csvOfTexts: (header, rows) => Promise.resolve(transfer(writeCsvTexts(header, rows))),
  xlsxOfTexts: (sheet) => Promise.resolve(transfer(writeXlsx(sheet))),
  decodeBase64: (text) => Promise.resolve(transfer(base64ToBytes(text))),
  async statementPdf(statement) {
    // The PDF library is loaded only when a PDF is made.
    const { writeStatementPdf } = await import('./pdf/statement.ts')
    return transfer(await writeStatementPdf(statement, fetchFont, fetchPicture))
  },
  async picture(text, format) {
    const { writePicture } = await import('./merchant-codes/pictures.ts')
    return transfer(writePicture(text, format))
  },
  async pictures(codes) {
    const { writePictures } = await import('./merchant-codes/pictures.ts')
    return transfer(writePictures(codes))
  },
  async counterSheets(sheets) {
    const { writeCounterSheets } = await import('./merchant-codes/sheets.ts')
    return transfer(await writeCounterSheets(sheets, await fetchPicture(sheets.iconUrl), fetchFont))
  },
  async detailsPdf(details) {
    const { writeDetailsPdf } = await import('./pdf/details.ts')
    return transfer(await writeDetailsPdf(details, fetchFont, fetchPicture))
  },
  async xlsCells(bytes) {
    const { readXlsCells } = await import('#sheets/read-xls.ts')
    const result = await readXlsCells(bytes, MAX_SHOWN_CELLS)
    if (result.kind !== 'sheet') throw new Error(`not an xls file of the portal: ${result.kind}`)
    return result.rows
  },
  async csvRows(bytes, options) {
    const { readOwnCsv } = await import('#sheets/read-csv.ts')
    const rows = readOwnCsv(bytes, options)
    if (!rows) throw new Error('not a csv file of the portal')
    return rows
  },
}

/** Maximum number of cells in a preview. No user reads more on a screen. */
const MAX_SHOWN_CELLS = 20_000

Comlink.expose(api)
