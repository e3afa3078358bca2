// Writes open rows as a draft on this device: the head whole, of the rows the chunks that changed.
import { rowsToChunk } from '#rows/stored.ts'
import { breathe } from '#services/breathe.ts'
import { keepStorage } from '#services/device/persistence.ts'
import { takeDraftLock } from '#storage/draft-lock.ts'
import { type DraftSeal, saveDraft, sealOf } from '#storage/drafts.ts'
import { isDraftKeyMissing } from '#storage/keys.ts'
import type { SaveResult, SaveTrouble } from './draft-saver.ts'
import { markAll, type OpenRows } from './open-rows.ts'

/** `toHead`: asked once this tab may write. Never fails; the result tells. */
export type WriteDraft<Head> = (opened: Omit<OpenRows, 'edits'>, toHead: () => Head) => Promise<SaveResult>

/** The name under which such drafts lie on the device, and the form of their heads. */
export interface DraftForm {
  readonly kind: string
  readonly version: number
}

/** Why nothing can be kept, if there is no seal. */
export const troubleWithoutSeal = (ownerUser: string): SaveTrouble =>
  isDraftKeyMissing(ownerUser) ? 'locked' : 'unavailable'

/** `first`: undefined if nothing can be kept on this device, or not before the key has come. */
export function createDraftWriter<Head>(
  { kind, version }: DraftForm,
  ownerUser: string,
  first: DraftSeal | undefined,
  isReadOnly: boolean,
): WriteDraft<Head> {
  // Held, so that the last save succeeds at a logout.
  let seal = first
  const write: WriteDraft<Head> = async (opened, toHead) => {
    seal ??= await sealOf(ownerUser)
    if (!seal) return { ok: false, trouble: troubleWithoutSeal(ownerUser) }
    if (isReadOnly) return { ok: true }
    const { draftId: id, rows } = opened
    opened.lock ??= await takeDraftLock(id)
    const dirty = rows.takeDirtyChunks()
    const head = toHead()
    const chunks = new Map<number, unknown>()
    for (const chunk of dirty) {
      chunks.set(chunk, rowsToChunk(rows, chunk))
      // A slow machine goes on answering between chunks.
      if (dirty.length > 1) await breathe()
    }
    const draft = { id, kind, version, head, chunkCount: rows.chunkCount, chunks, savedAt: Date.now() }
    const file = opened.isFileSaved ? undefined : opened.file
    let saved = await saveDraft(seal, { ...draft, file })
    if (!saved.ok && saved.trouble === 'full' && file) {
      // The rows matter more: without room for both the batch goes without its file, whenever it is sent.
      opened.file = undefined
      saved = await saveDraft(seal, draft)
    }
    if (!saved.ok) {
      rows.markDirty(dirty)
      return saved
    }
    const isLost = opened.isKept === true && !saved.value
    opened.isFileSaved = !isLost
    opened.isKept = true
    void keepStorage()
    if (!isLost) return { ok: true }
    // The browser has cleared what it kept for the portal: the rest of the draft goes there once more.
    markAll(rows)
    return write(opened, toHead)
  }
  return write
}
