// One draft in several tabs: one writes it, the others look on. Whoever looks on can have it: the writer saves what is unsaved, lets
// go and looks on in turn, unless something of it is just being sent.
import { useEffect } from 'react'
import { notify } from '#services/notices.ts'
import { type DraftLock, onDraftMessage, tellOfDraft, waitForDraftLock } from '#storage/draft-lock.ts'
import * as say from '#words/flows/rows.ts'

export interface SharedDraft {
  /** Undefined while no draft is open. */
  readonly id: string | undefined
  readonly isReadOnly: boolean
  /** False while it must stay where it is. */
  readonly mayLetGo: () => boolean
  /** Saves it, lets it go, and looks on. */
  readonly letGo: () => void
  /** It may be written here from now on. */
  readonly onHad: (lock: DraftLock) => void
}

/** `draft`: undefined until it is known. `key`: another value for each time that something was opened. */
export function useSharedDraft(draft: SharedDraft | undefined, key: unknown): void {
  const { id, isReadOnly } = draft ?? {}
  useEffect(() => {
    if (!draft || id === undefined) return undefined
    if (!isReadOnly)
      return onDraftMessage((message) => {
        if (message.kind !== 'wanted' || message.id !== id) return
        if (draft.mayLetGo()) draft.letGo()
        else tellOfDraft({ kind: 'kept', id })
      })
    const gone = new AbortController()
    const stop = onDraftMessage((message) => {
      if (message.kind === 'kept' && message.id === id)
        notify({
          kind: 'error',
          text: say.itIsBeingSentInOther,
        })
    })
    // As soon as that one lets go, this one goes on with what was saved last.
    void waitForDraftLock(id, gone.signal).then((lock) => {
      if (gone.signal.aborted) lock?.release()
      else if (lock) draft.onHad(lock)
    })
    return () => {
      gone.abort()
      stop()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what it does with it follows from `key`
  }, [id, isReadOnly, key])
}

/** Asks the tab that has it to let it go. */
export const takeOver = (id: string): void => tellOfDraft({ kind: 'wanted', id })
