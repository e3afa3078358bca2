// Shares one draft between tabs: one tab writes the draft, the others only view it. A viewing tab can ask for the
// draft. The writing tab then saves its changes, releases the draft and becomes a viewer, unless it is sending the
// draft.
import { m } from '#words/messages.js'
import { useEffect } from 'react'
import { notify } from '#services/notices.ts'
import { type DraftLock, onDraftMessage, postDraftMessage, waitForDraftLock } from '#storage/draft-lock.ts'

export interface SharedDraft {
  /** Undefined while no draft is open. */
  readonly id: string | undefined
  readonly isReadOnly: boolean
  /** False while this tab must keep the draft. */
  readonly canRelease: () => boolean
  /** Saves the draft, releases it, and continues as a viewer. */
  readonly release: () => void
  /** Called when this tab can write the draft. */
  readonly onLock: (lock: DraftLock) => void
}

/** `draft`: undefined until the draft is known. `key`: a new value each time the wizard opens something else. */
export function useSharedDraft(draft: SharedDraft | undefined, key: unknown): void {
  const { id, isReadOnly } = draft ?? {}
  useEffect(() => {
    if (!draft || id === undefined) return undefined
    return isReadOnly ? viewUntilReleased(id, draft) : releaseOnRequest(id, draft)
    // oxlint-disable-next-line react/exhaustive-deps -- `draft` changes only with `key`
  }, [id, isReadOnly, key])
}

/** In the writing tab: answers the requests of viewing tabs. Returns a function to stop it. */
const releaseOnRequest = (id: string, { canRelease, release }: SharedDraft): (() => void) =>
  onDraftMessage((message) => {
    if (message.kind !== 'request' || message.id !== id) return
    if (canRelease()) release()
    else postDraftMessage({ kind: 'kept', id })
  })

/**
 * In a viewing tab: waits until the other tab releases the draft, then continues with the last saved state. Returns a
 * function to stop it.
 */
function viewUntilReleased(id: string, { onLock }: SharedDraft): () => void {
  const controller = new AbortController()
  const stopListening = onDraftMessage((message) => {
    if (message.kind === 'kept' && message.id === id) notify({ kind: 'error', text: m.rows_beingSentInOtherTab() })
  })
  void waitForDraftLock(id, controller.signal).then((lock) => {
    if (controller.signal.aborted) lock?.release()
    else if (lock) onLock(lock)
  })
  return () => {
    controller.abort()
    stopListening()
  }
}

/** Asks the writing tab to release the draft. */
export const requestDraft = (id: string): void => postDraftMessage({ kind: 'request', id })
