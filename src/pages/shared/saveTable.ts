// Saves a table of texts as a file. The exports worker escapes formulas and stores identifiers as text.
import { m } from '#words/messages.js'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { saveFile } from '#services/files/save-file.ts'

export interface TextTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The indexes of the columns whose digits a spreadsheet must treat as text, such as card numbers. */
  readonly textColumns: readonly number[]
}

/** The table as csv that can be uploaded again. */
export const tableToCsv = ({ header, rows, textColumns }: TextTable) =>
  exportsWorker.csvForUpload(header, rows, textColumns)

export async function saveTable(name: string, extension: 'csv' | 'xlsx', table: TextTable): Promise<void> {
  const { header, rows, textColumns } = table
  if (extension === 'csv') {
    const bytes = await tableToCsv(table)
    if (bytes) saveFile(`${name}.csv`, 'text/csv;charset=utf-8', bytes)
    return
  }
  const lastColumn = header.length - 1
  const widths = header.map((_, column) => {
    if (column === lastColumn) return columnWidths.last
    return textColumns.includes(column) ? columnWidths.text : columnWidths.normal
  })
  const bytes = await exportsWorker.xlsxOfTexts({ name: m.common_rows(), header, rows, textColumns, widths })
  if (bytes) saveFile(`${name}.xlsx`, XLSX_TYPE, bytes)
}

/** In characters. The last column has the longest texts, such as the reasons of findings. */
const columnWidths = { normal: 14, text: 24, last: 80 } as const

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
