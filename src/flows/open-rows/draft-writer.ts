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

/** `toHead` is called once this tab can write the draft. The result reports problems. The promise never rejects. */
export type WriteDraft<Head> = (opened: Omit<OpenRows, 'edits'>, toHead: () => Head) => Promise<SaveResult>

/** The type of these drafts in storage, and the version of their heads. */
export interface DraftFormat {
  readonly kind: string
  readonly version: number
}

/** The reason why nothing can be stored if there is no cipher. */
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
    const hasNoRoomForFile = file !== undefined && !result.ok && result.problem === 'full'
    if (hasNoRoomForFile) {
      // The rows matter more than the file. The rows are stored without the file, and later sent without it.
      opened.file = undefined
      result = await saveDraft(cipher, draft)
    }
    if (!result.ok) {
      rows.markDirty(dirtyChunks)
      return result
    }
    const wasInDatabase = result.value
    // The browser has deleted the portal's storage since the last save.
    const wasDeleted = opened.isStored === true && !wasInDatabase
    opened.isFileSaved = !wasDeleted
    opened.isStored = true
    void requestPersistentStorage()
    if (!wasDeleted) return { ok: true }
    // The unchanged chunks and the file must be written again.
    markAllUnsaved(rows)
    return write(opened, toHead)
  }
  return write
}
