// The rows that lie open in a wizard: which they are, what can be done to them, and who is told when they change.
import type { CardFieldName } from '#domain/batch/card-rows.ts'
import type { CardRows } from '#rows/card-elements.ts'
import { createRowEdits, type RowEdits } from '#rows/edits.ts'
import { type Cell, createCell } from '#services/cell.ts'
import type { DraftLock } from '#storage/draft-lock.ts'

export interface OpenRows {
  readonly draftId: string
  readonly rows: CardRows
  readonly edits: RowEdits<CardFieldName>
  /** The file that the rows were read from, where it is to be kept with the batch; of a draft it lies with the draft. */
  file: Uint8Array<ArrayBuffer> | undefined
  /** Once it lies with the draft. */
  isFileSaved?: boolean
  /** Kept while this tab may write the draft. */
  lock: DraftLock | undefined
}

/** `edited`: told the rows that stand differently now; `changed`: told whatever changed, once for each act. */
export function createOpenRows(edited: (ids: readonly number[]) => void, changed: (rows: CardRows) => void) {
  const cell: Cell<OpenRows | undefined> = createCell<OpenRows | undefined>(undefined)
  let stopWatching: (() => void) | undefined
  return {
    cell,
    /** The open rows; throws where there are none, since that is a bug. */
    rows(): CardRows {
      const rows = cell.get()?.rows
      if (!rows) throw new Error('the wizard has no rows open')
      return rows
    },
    /** Puts rows on the table. Those that come from no draft have all still to be saved. */
    show(
      draftId: string,
      rows: CardRows,
      from: { readonly lock: DraftLock | undefined } | { readonly file: OpenRows['file'] },
    ): void {
      stopWatching?.()
      const draft = 'lock' in from ? from : undefined
      const file = 'file' in from ? from.file : undefined
      if (!draft) rows.markDirty(Array.from({ length: rows.chunkCount }, (_, chunk) => chunk))
      cell.set({ draftId, rows, edits: createRowEdits(rows, edited), file, lock: draft?.lock })
      stopWatching = rows.subscribe(() => changed(rows))
    },
    /** Gives the draft free for other tabs; `staysShown`: its rows are still looked at, and are no draft any more. */
    release(opened: OpenRows, staysShown: boolean): void {
      opened.lock?.release()
      opened.lock = undefined
      if (staysShown || cell.get() !== opened) return
      stopWatching?.()
      cell.set(undefined)
    },
    close(): void {
      stopWatching?.()
      cell.get()?.lock?.release()
    },
  }
}
