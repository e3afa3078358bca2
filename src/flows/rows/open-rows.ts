// The rows that are open in a wizard: the rows themselves, their edits, and callbacks for changes.
import { createRowEdits, type RowEdits } from '#rows/edits.ts'
import type { AnyRows } from '#rows/rows.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import type { DraftLock } from '#storage/draft-lock.ts'

export interface OpenRows {
  readonly draftId: string
  readonly rows: AnyRows
  readonly edits: RowEdits
  /**
   * The file that the rows were read from, if it is sent with the batch. A draft from storage has it in storage too.
   */
  file: Uint8Array<ArrayBuffer> | undefined
  /** True once it is stored with the draft. */
  isFileSaved?: boolean
  /** True if the draft is stored on this device. */
  isStored?: boolean
  /** Held while this tab can write the draft. */
  lock: DraftLock | undefined
}

/** Marks all chunks as unsaved. */
export const markAllUnsaved = (rows: AnyRows): void =>
  rows.markDirty(Array.from({ length: rows.chunkCount }, (_, chunk) => chunk))

/** Releases the draft for other tabs. */
export function releaseLock(opened: Pick<OpenRows, 'lock'>): void {
  opened.lock?.release()
  opened.lock = undefined
}

/** `edited` receives the rows whose values changed; `changed` is called after every change, once for each action. */
export function createOpenRows(edited: (ids: readonly number[]) => void, changed: (rows: AnyRows) => void) {
  const current: Observable<OpenRows | undefined> = createObservable<OpenRows | undefined>(undefined)
  let stopWatching: (() => void) | undefined
  return {
    current,
    /** The open rows. Throws if there are none, since that is a bug. */
    rows(): AnyRows {
      const rows = current.get()?.rows
      if (!rows) throw new Error('the wizard has no rows open')
      return rows
    },
    /** Opens rows. Rows that do not come from a stored draft are all marked as unsaved. */
    show(
      draftId: string,
      rows: AnyRows,
      from: { readonly lock: DraftLock | undefined } | { readonly file: OpenRows['file'] },
    ): void {
      stopWatching?.()
      const draft = 'lock' in from ? from : undefined
      const file = 'file' in from ? from.file : undefined
      if (!draft) markAllUnsaved(rows)
      current.set({
        draftId,
        rows,
        edits: createRowEdits(rows, edited),
        file,
        isStored: draft !== undefined,
        lock: draft?.lock,
      })
      stopWatching = rows.subscribe(() => changed(rows))
    },
    /** Releases the draft for other tabs. `staysShown`: the rows can still be viewed, but are no longer a draft. */
    release(opened: OpenRows, staysShown: boolean): void {
      releaseLock(opened)
      if (staysShown || current.get() !== opened) return
      stopWatching?.()
      current.set(undefined)
    },
    close(): void {
      stopWatching?.()
      current.get()?.lock?.release()
    },
  }
}
