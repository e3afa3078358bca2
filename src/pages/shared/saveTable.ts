// Saves a table of texts as a file. The exports worker escapes formulas and stores identifiers as text.
import { m } from '#words/messages.js'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { saveFile } from '#services/files/save-file.ts'

/** A table of texts. `textColumns` are the columns (from 0) whose digits a spreadsheet must treat as text. */
export interface TextTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
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
  const widths: number[] = header.map((_, index) => (textColumns.includes(index) ? 24 : 14))
  // In characters. The last column has the longest texts, such as the reasons of findings.
  widths[header.length - 1] = 80
  const bytes = await exportsWorker.xlsxOfTexts({ name: m.common_rows(), header, rows, textColumns, widths })
  if (bytes) saveFile(`${name}.xlsx`, XLSX_TYPE, bytes)
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
