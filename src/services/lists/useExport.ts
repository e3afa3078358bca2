// A list as a file: the same columns as on the screen, written by the exports worker. A list that the host gives in parts is
// asked for to its end first.
import { useState } from 'react'
import { client } from '#brand/current.ts'
import type { ReadingMethod } from '#contract/facts.ts'
import type { Params, Result } from '#contract/operations.ts'
import type { Column } from '#domain/columns.ts'
import * as say from '#words/services/lists.ts'
import { ask } from '../server/api.ts'
import { exportsWorker } from '../files/exports-worker.ts'
import { notify } from '../notices.ts'
import { saveFile } from '../files/save-file.ts'

export const CSV = 'text/csv'
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ListFile<Row> {
  /** Without its ending; made when the file is, where it names the moment. */
  readonly name: string | (() => string)
  /** Of the workbook's sheet. */
  readonly sheet: string
  readonly columns: readonly Column<Row>[]
  /** Undefined where they could not be had, which has been said then. */
  readonly rows: () => Promise<readonly Row[] | undefined>
}

/** What a DownloadMenu offers; one file at a time. */
export function useExport<Row>({ name, sheet, columns, rows }: ListFile<Row>) {
  const [pending, setPending] = useState(false)
  const make = (ending: 'csv' | 'xlsx') => async () => {
    setPending(true)
    try {
      const given = await rows()
      if (given === undefined) return
      const zone = { timeZone: client.timeZone, timeZoneLabel: client.timeZoneLabel }
      const bytes =
        ending === 'csv'
          ? await exportsWorker.csv({ columns, rows: given, zone })
          : await exportsWorker.xlsx({ columns, rows: given, zone, name: sheet })
      if (bytes) saveFile(`${typeof name === 'string' ? name : name()}.${ending}`, ending === 'csv' ? CSV : XLSX, bytes)
    } finally {
      setPending(false)
    }
  }
  return {
    pending,
    items: [
      { label: say.excel, make: () => void make('xlsx')() },
      { label: 'CSV', make: () => void make('csv')() },
    ],
  }
}

/** More parts than this are no list that anybody reads: 50,000 rows. */
const MAX_PARTS = 100
const PART_ROWS = 500

interface Paged {
  readonly cursor?: string | undefined
}

/** Every row of a list that the host pages, in its order; undefined where a part failed, which is said. */
export async function wholeList<M extends ReadingMethod, Row>(
  method: M,
  params: Params<M>,
  rowsOf: (answer: Result<M>) => readonly Row[],
): Promise<readonly Row[] | undefined> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let part = 0; part < MAX_PARTS; part++) {
    const answer = await ask(method, { ...params, limit: PART_ROWS, ...(cursor === undefined ? {} : { cursor }) })
    if (!answer.ok) {
      notify({ kind: 'error', text: say.fileWasNotMade(answer.text) })
      return undefined
    }
    rows.push(...rowsOf(answer.result))
    cursor = (answer.result as Paged).cursor
    if (cursor === undefined) return rows
  }
  notify({ kind: 'error', text: say.listHasMoreThanRowsChoose(rows.length) })
  return undefined
}
