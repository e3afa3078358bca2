// Rows that come to those that are open: typed, pasted from a spreadsheet, or a corrected file. They are read by the same
// worker as the first file, so that the same checks say the same things.
import type { SheetEnding } from '#domain/batch/kinds.ts'
import { type RowRules, rowKindOf } from '#domain/row-kinds.ts'
import { createRowReader } from '#domain/rows/columns.ts'
import type { CheckedRow, RowKind } from '#domain/rows/kind.ts'
import { withPlainAmounts } from '#rows/plain-amounts.ts'
import type { AnyRows } from '#rows/rows.ts'
import { sheetsWorker } from '#services/sheets-worker.ts'
import * as say from '#words/flows/rows.ts'
import { readByColumns } from '../columns.ts'

export type MoreRows =
  | { readonly ok: true; readonly rows: readonly CheckedRow[] }
  | { readonly ok: false; readonly text: string; readonly hint?: string }

/** What may be read, and how many rows are open at most. */
export interface RowsAllowed {
  readonly accepts: readonly SheetEnding[]
  readonly maxRows: number
}

/** The rows of a file, checked on this machine. */
export async function readMoreRows(file: File, rules: RowRules, { accepts, maxRows }: RowsAllowed): Promise<MoreRows> {
  const kind = rowKindOf(rules)
  const { read } = await readByColumns(kind, (columns) =>
    sheetsWorker.readRows(file, { rules, accepts, maxRows, ...(columns && { columns }) }),
  )
  if (!read.ok) {
    const { text, hint } = read.refusal
    return { ok: false, text, ...(hint !== undefined && { hint }) }
  }
  const decoder = new TextDecoder()
  const rows: CheckedRow[] = []
  const rowAt = createRowReader(read.columns, (bytes) => decoder.decode(bytes))
  for (let index = 0; index < read.columns.count; index += 1) {
    const row = rowAt(kind, index)
    if (row) rows.push(withPlainAmounts(kind, row))
  }
  return { ok: true, rows }
}

/** Why that many rows may not come to the open ones (batches §9), or undefined. */
export function refuseMoreRows(
  rows: AnyRows,
  count: number,
  { maxRows, thing }: Pick<RowsAllowed, 'maxRows'> & { readonly thing: string },
): string | undefined {
  const now = rows.figures().rows
  if (now + count <= maxRows) return undefined
  const room = Math.max(0, maxRows - now)
  return say.holdsRowsAtMostAndThere(/^[aeiou]/.test(thing), thing, maxRows, room)
}

/** Typed or pasted text as a file for the reader. */
export function textToFile(text: string, name: string): File {
  const file = new File([text], `${name}.csv`, { type: 'text/csv' })
  madeHere.add(file)
  return file
}

const madeHere = new WeakSet<File>()
/** True for a file that is the operator's own, not text that was typed or pasted. */
export const isOwnFile = (file: File): boolean => !madeHere.has(file)

/** Rows as a file that names its columns: what was typed into a form begins an upload as a file does. */
export const rowsToFile = (kind: RowKind, rows: readonly Pick<CheckedRow, 'values'>[], name: string): File =>
  textToFile(
    [
      kind.wanted.map(({ label }) => label),
      ...rows.map(({ values }) => kind.wanted.map((field) => values[field.name] ?? '')),
    ]
      .map((cells) => `${cellsToLine(cells)}\n`)
      .join(''),
    name,
  )

/** Texts as a line of a csv. */
export const cellsToLine = (cells: readonly string[]): string =>
  cells.map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')
