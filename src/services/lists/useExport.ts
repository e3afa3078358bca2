// Downloads a list with the columns of the screen, written by the exports worker. A list in chunks is loaded to its end
// first.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import type { ReadingMethod } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import type { Column } from '#domain/columns.ts'
import { request } from '../server/api.ts'
import { exportsWorker } from '../files/exports-worker.ts'
import { notify } from '../notices.ts'
import { saveFile } from '../files/save-file.ts'

export const CSV = 'text/csv'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ListFile<Row> {
  /** The file name without its extension. A function if the name contains the time of the download. */
  readonly name: string | (() => string)
  /** Name of the workbook's sheet. */
  readonly sheet: string
  readonly columns: readonly Column<Row>[]
  /** Undefined if the rows could not be loaded, which has already been reported. */
  readonly rows: () => Promise<readonly Row[] | undefined>
}

/** The entries of a DownloadMenu, which make one file at a time. */
export function useExport<Row>({ name, sheet, columns, rows }: ListFile<Row>) {
  const [isPending, setIsPending] = useState(false)
  const makeFile = (format: 'csv' | 'xlsx') => async () => {
    setIsPending(true)
    try {
      const loadedRows = await rows()
      if (loadedRows === undefined) return
      const zone = { timeZone: client.timeZone, timeZoneLabel: client.timeZoneLabel }
      const bytes =
        format === 'csv'
          ? await exportsWorker.csv({ columns, rows: loadedRows, zone })
          : await exportsWorker.xlsx({ columns, rows: loadedRows, zone, name: sheet })
      if (bytes) saveFile(`${typeof name === 'string' ? name : name()}.${format}`, format === 'csv' ? CSV : XLSX, bytes)
    } finally {
      setIsPending(false)
    }
  }
  return {
    pending: isPending,
    items: [
      { label: m.common_excel(), make: () => void makeFile('xlsx')() },
      { label: 'CSV', make: () => void makeFile('csv')() },
    ],
  }
}

/** The limit is 50,000 rows; no one reads a longer list. */
const MAX_CHUNKS = 100
const CHUNK_ROWS = 500

interface Paged {
  readonly cursor?: string | undefined
}

/** Every row of a paged list, in order. Undefined if a chunk failed, which has already been reported. */
export async function fetchAllRows<M extends ReadingMethod, Row>(
  method: M,
  params: Params<M>,
  rowsOf: (response: Result<M>) => readonly Row[],
): Promise<readonly Row[] | undefined> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const response = await request(method, {
      ...params,
      limit: CHUNK_ROWS,
      ...(cursor === undefined ? {} : { cursor }),
    })
    if (!response.ok) {
      notify({ kind: 'error', text: m.device_exportFailed({ reason: response.text }) })
      return undefined
    }
    rows.push(...rowsOf(response.result))
    cursor = (response.result as Paged).cursor
    if (cursor === undefined) return rows
  }
  notify({ kind: 'error', text: m.device_listTooLong({ count: rows.length }) })
  return undefined
}
