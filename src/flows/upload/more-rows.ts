// Rows that come to those of an open wizard: typed, pasted from a spreadsheet, or a corrected file. They are read by the same
// worker as the first file, so that the same checks say the same things.
import type { CardFieldName } from '#domain/batch/card-rows.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type RowRules, rowKindOf } from '#domain/row-kinds.ts'
import { rowAt } from '#domain/rows/columns.ts'
import type { CheckedRow } from '#domain/rows/kind.ts'
import type { CardRows } from '#rows/card-elements.ts'
import { sheetsWorker } from '#services/sheets-worker.ts'

export type MoreRows =
  | { readonly ok: true; readonly rows: readonly CheckedRow<CardFieldName>[] }
  | { readonly ok: false; readonly text: string; readonly hint?: string }

/** The rows of a file, checked on this machine. */
export async function readMoreRows(file: File, rules: RowRules): Promise<MoreRows> {
  const { accepts, maxRows } = batchKinds[rules.kind]
  const read = await sheetsWorker.readRows(file, { rules, accepts, maxRows })
  if (!read.ok) {
    const { text, hint } = read.refusal
    return { ok: false, text, ...(hint !== undefined && { hint }) }
  }
  const decoder = new TextDecoder()
  const kind = rowKindOf(rules)
  const rows: CheckedRow<CardFieldName>[] = []
  for (let index = 0; index < read.columns.count; index += 1) {
    const row = rowAt(kind, read.columns, index, (bytes) => decoder.decode(bytes))
    if (row) rows.push(row)
  }
  return { ok: true, rows }
}

/** Why that many rows may not come to the open ones (batches §9), or undefined. */
export function refuseMoreRows(rows: CardRows, count: number): string | undefined {
  const { maxRows } = batchKinds[rows.kind().name]
  const now = rows.figures().rows
  if (now + count <= maxRows) return undefined
  const room = Math.max(0, maxRows - now)
  return `A batch holds ${maxRows.toLocaleString('en')} rows at most, and there is room for ${room.toLocaleString('en')} more. Add fewer, or make another batch of them.`
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
