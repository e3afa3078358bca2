// Writes open rows as a draft on this device. Each save writes the complete head (what a list of drafts needs to know),
// but only those chunks of rows that have changed.
import { rowsToChunk } from '#rows/stored.ts'
import { yieldToEvents } from '#services/breathe.ts'
import { requestPersistentStorage } from '#services/device/persistence.ts'
import { takeDraftLock } from '#storage/draft-lock.ts'
import { type DraftCipher, saveDraft, cipherOf } from '#storage/drafts.ts'
import { isDraftKeyMissing } from '#storage/keys.ts'
import type { SaveResult, SaveProblem } from './draft-saver.ts'
import { markAllUnsaved, type OpenRows } from './open-rows.ts'

/**
 * `toHead` is called once this tab can write the draft. The promise never rejects, because the result reports problems.
 */
export type WriteDraft<Head> = (opened: Omit<OpenRows, 'edits'>, toHead: () => Head) => Promise<SaveResult>

/** The type of these drafts in storage, and the version of their heads. */
export interface DraftFormat {
  readonly kind: string
  readonly version: number
}

/** The reason why nothing can be stored when there is no key. */
export const problemWithoutCipher = (ownerUser: string): SaveProblem =>
  isDraftKeyMissing(ownerUser) ? 'locked' : 'unavailable'

interface DraftOwner {
  readonly ownerUser: string
  /** Undefined if nothing can be stored on this device, or if the key has not arrived yet. */
  readonly initialCipher: DraftCipher | undefined
  /** True if another tab has the draft. This tab then stores nothing. */
  readonly isReadOnly: boolean
}

export function createDraftWriter<Head>(
  { kind, version }: DraftFormat,
  { ownerUser, initialCipher, isReadOnly }: DraftOwner,
): WriteDraft<Head> {
  // Kept here because a logout deletes the user's key before the draft is saved for the last time.
  let cipher = initialCipher
  const write: WriteDraft<Head> = async (opened, toHead) => {
    cipher ??= await cipherOf(ownerUser)
    if (!cipher) return { ok: false, problem: problemWithoutCipher(ownerUser) }
    if (isReadOnly) return { ok: true }
    const { draftId: id, rows } = opened
    opened.lock ??= await takeDraftLock(id)
    const dirtyChunks = rows.takeDirtyChunks()
    const head = toHead()
    const chunks = {
      // Converts each chunk only when the save asks for it. Converting all chunks at once would block the page.
      *[Symbol.iterator]() {
        for (const chunk of dirtyChunks) yield [chunk, rowsToChunk(rows, chunk)] as const
      },
    }
    const { chunkCount } = rows
    const draft = { id, kind, version, head, chunkCount, chunks, yieldToEvents, savedAt: Date.now() }
    const file = opened.isFileSaved ? undefined : opened.file
    let result = await saveDraft(cipher, { ...draft, file })
    const isFileTooMuch = file !== undefined && !result.ok && result.problem === 'full'
    if (isFileTooMuch) {
      // The rows matter more than the file. If there is no room for both, the batch is stored and later sent without
      // its file.
      opened.file = undefined
      result = await saveDraft(cipher, draft)
    }
    if (!result.ok) {
      rows.markDirty(dirtyChunks)
      return result
    }
    const wasInDatabase = result.value
    const isLost = opened.isStored === true && !wasInDatabase
    opened.isFileSaved = !isLost
    opened.isStored = true
    void requestPersistentStorage()
    if (!isLost) return { ok: true }
    // The browser has deleted the portal's storage, so the unchanged chunks must be written again.
    markAllUnsaved(rows)
    return write(opened, toHead)
  }
  return write
}
