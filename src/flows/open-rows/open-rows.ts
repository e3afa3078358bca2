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
   * The file that the rows were read from, if it is sent with the batch. Undefined for a draft that was opened from
   * storage, because its file is stored already.
   */
  file: Uint8Array<ArrayBuffer> | undefined
  /** True if the file is stored with the draft. */
  isFileSaved?: boolean
  /** True if the draft is stored on this device. */
  isStored?: boolean
  /** Undefined while this tab cannot write the draft. */
  lock: DraftLock | undefined
}

export const markAllUnsaved = (rows: AnyRows): void =>
  rows.markDirty(Array.from({ length: rows.chunkCount }, (_, chunk) => chunk))

/** Releases the draft for other tabs. */
export function releaseLock(opened: Pick<OpenRows, 'lock'>): void {
  opened.lock?.release()
  opened.lock = undefined
}

interface OpenRowsCallbacks {
  /** Receives the ids of the rows whose values changed. */
  readonly onEdited: (ids: readonly number[]) => void
  /** Called once after each user action. */
  readonly onChanged: (rows: AnyRows) => void
}

export type OpenRowsHolder = ReturnType<typeof createOpenRows>

export function createOpenRows({ onEdited, onChanged }: OpenRowsCallbacks) {
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
      const isFromDraft = 'lock' in from
      if (!isFromDraft) markAllUnsaved(rows)
      current.set({
        draftId,
        rows,
        edits: createRowEdits(rows, onEdited),
        file: isFromDraft ? undefined : from.file,
        isStored: isFromDraft,
        lock: isFromDraft ? from.lock : undefined,
      })
      stopWatching = rows.subscribe(() => onChanged(rows))
    },
    /** Releases the draft for other tabs. `staysVisible`: the rows can still be viewed, but are no longer a draft. */
    release(opened: OpenRows, { staysVisible }: { readonly staysVisible: boolean }): void {
      releaseLock(opened)
      if (staysVisible || current.get() !== opened) return
      stopWatching?.()
      current.set(undefined)
    },
    close(): void {
      stopWatching?.()
      current.get()?.lock?.release()
    },
  }
}
