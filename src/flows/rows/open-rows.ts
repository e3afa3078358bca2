// The rows that lie open in a wizard: which they are, what can be done to them, and who is told when they change.
import { createRowEdits, type RowEdits } from '#rows/edits.ts'
import type { AnyRows } from '#rows/rows.ts'
import { type Cell, createCell } from '#services/cell.ts'
import type { DraftLock } from '#storage/draft-lock.ts'

export interface OpenRows {
  readonly draftId: string
  readonly rows: AnyRows
  readonly edits: RowEdits
  /** The file that the rows were read from, where it is to be kept with the batch; of a draft it lies with the draft. */
  file: Uint8Array<ArrayBuffer> | undefined
  /** Once it lies with the draft. */
  isFileSaved?: boolean
  /** The draft lies on this device. */
  isKept?: boolean
  /** Kept while this tab may write the draft. */
  lock: DraftLock | undefined
}

/** All of them have still to be saved. */
export const markAll = (rows: AnyRows): void =>
  rows.markDirty(Array.from({ length: rows.chunkCount }, (_, chunk) => chunk))

/** Gives the draft free for other tabs. */
export function releaseLock(opened: Pick<OpenRows, 'lock'>): void {
  opened.lock?.release()
  opened.lock = undefined
}

/** `edited`: told the rows that stand differently now; `changed`: told whatever changed, once for each act. */
export function createOpenRows(edited: (ids: readonly number[]) => void, changed: (rows: AnyRows) => void) {
  const cell: Cell<OpenRows | undefined> = createCell<OpenRows | undefined>(undefined)
  let stopWatching: (() => void) | undefined
  return {
    cell,
    /** The open rows; throws where there are none, since that is a bug. */
    rows(): AnyRows {
      const rows = cell.get()?.rows
      if (!rows) throw new Error('the wizard has no rows open')
      return rows
    },
    /** Puts rows on the table. Those that come from no draft have all still to be saved. */
    show(
      draftId: string,
      rows: AnyRows,
      from: { readonly lock: DraftLock | undefined } | { readonly file: OpenRows['file'] },
    ): void {
      stopWatching?.()
      const draft = 'lock' in from ? from : undefined
      const file = 'file' in from ? from.file : undefined
      if (!draft) markAll(rows)
      cell.set({
        draftId,
        rows,
        edits: createRowEdits(rows, edited),
        file,
        isKept: draft !== undefined,
        lock: draft?.lock,
      })
      stopWatching = rows.subscribe(() => changed(rows))
    },
    /** Gives the draft free for other tabs; `staysShown`: its rows are still looked at, and are no draft any more. */
    release(opened: OpenRows, staysShown: boolean): void {
      releaseLock(opened)
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
