// Downloads a list with the columns of the screen, written by the exports worker.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import type { Column } from '#domain/columns.ts'
import { exportsWorker } from '../files/exports-worker.ts'
import { saveFile } from '../files/save-file.ts'

export const CSV = 'text/csv'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ListFile<Row> {
  /** The file name without its extension. A function if the name contains the time of the download. */
  readonly name: string | (() => string)
  /** Name of the workbook's sheet. */
  readonly sheet: string
  readonly columns: readonly Column<Row>[]
  /** True if each cell of its csv loses its first comma (docs/rules/files.md, "csv files of lists and reports"). */
  readonly dropsFirstComma?: boolean | undefined
  /** Loads the rows. If that fails, tells the user and returns undefined. */
  readonly rows: () => Promise<readonly Row[] | undefined>
}

/** The entries of a DownloadMenu. `pending`: true while a file is being made. */
export function useExport<Row>({ name, sheet, columns, dropsFirstComma, rows }: ListFile<Row>) {
  const [isPending, setIsPending] = useState(false)
  const makeFile = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setIsPending(true)
    try {
      const loadedRows = await rows()
      if (loadedRows === undefined) return
      const zone = { timeZone: client.timeZone, timeZoneLabel: client.timeZoneLabel }
      const bytes =
        format === 'csv'
          ? await exportsWorker.csv({ columns, rows: loadedRows, zone, dropsFirstComma })
          : await exportsWorker.xlsx({ columns, rows: loadedRows, zone, name: sheet })
      if (!bytes) return
      const baseName = typeof name === 'string' ? name : name()
      saveFile(`${baseName}.${format}`, format === 'csv' ? CSV : XLSX, bytes)
    } finally {
      setIsPending(false)
    }
  }
  return {
    pending: isPending,
    items: [
      { label: m.common_excel(), make: () => void makeFile('xlsx') },
      { label: 'CSV', make: () => void makeFile('csv') },
    ],
  }
}
