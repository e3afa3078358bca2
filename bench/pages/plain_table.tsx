// The usual way with a file: papaparse or SheetJS on the main thread, and a table of all rows. Runs inside Chromium as a peer.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import Papa from 'papaparse'
import * as SheetJs from 'xlsx'

let show: (rows: readonly string[][]) => void = () => undefined

function Table() {
  const [rows, setRows] = useState<readonly string[][]>([])
  show = setRows
  return (
    <table>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column}>
                <input defaultValue={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Table />)

/** How long it takes until all rows of the file are on the screen, in ms. */
export async function dropFile(file: File): Promise<number> {
  show([])
  await painted()
  const started = performance.now()
  show(await rowsOf(file))
  while (document.querySelector('tbody tr') === null) await painted()
  await painted()
  return performance.now() - started
}

async function rowsOf(file: File): Promise<string[][]> {
  if (file.name.endsWith('.csv')) return Papa.parse<string[]>(await file.text(), { skipEmptyLines: true }).data
  const book = SheetJs.read(await file.arrayBuffer(), { dense: true, sheets: 0 })
  const [sheet] = Object.values(book.Sheets)
  return sheet ? SheetJs.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false }) : []
}

const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))

Object.assign(globalThis, { dropFile })
