// Writes a wizard with its open rows as a draft on this device: the head whole, of the rows the chunks that changed.
import type { UploadType } from '#domain/uploads.ts'
import type { StoredUpload } from '#machines/upload-steps.ts'
import { rowsToChunk } from '#rows/stored.ts'
import { breathe } from '#services/breathe.ts'
import { takeDraftLock } from '#storage/draft-lock.ts'
import { type DraftSeal, saveDraft } from '#storage/drafts.ts'
import { DRAFT_VERSION, type DraftHead } from './draft.ts'
import { draftKindOf } from './draft-kinds.ts'
import type { SaveResult } from './draft-saver.ts'
import type { OpenRows } from './open-rows.ts'

/** `isAside`: the draft is offered, but not opened by itself. Never fails; the result tells. */
export type WriteDraft = (
  opened: Omit<OpenRows, 'edits'>,
  stored: StoredUpload,
  isAside: boolean,
) => Promise<SaveResult>

/** `seal`: undefined where nothing can be kept on this device. */
export function createDraftWriter(type: UploadType, seal: DraftSeal | undefined, isReadOnly: boolean): WriteDraft {
  return async (opened, stored, isAside) => {
    if (!seal) return { ok: false, trouble: 'unavailable' }
    if (isReadOnly) return { ok: true }
    const { draftId: id, rows } = opened
    opened.lock ??= await takeDraftLock(id)
    const dirty = rows.takeDirtyChunks()
    const head: DraftHead = { wizard: stored, figures: rows.figures(), currency: rows.currency() ?? '', isAside }
    const chunks = new Map<number, unknown>()
    for (const chunk of dirty) {
      chunks.set(chunk, rowsToChunk(rows, chunk))
      // A slow machine goes on answering between chunks.
      if (dirty.length > 1) await breathe()
    }
    const draft = {
      id,
      kind: draftKindOf(type),
      version: DRAFT_VERSION,
      head,
      chunkCount: rows.chunkCount,
      chunks,
      savedAt: Date.now(),
    }
    const file = opened.isFileSaved ? undefined : opened.file
    let saved = await saveDraft(seal, { ...draft, file })
    if (!saved.ok && saved.trouble === 'full' && file) {
      // The rows matter more: without room for both the batch goes without its file, whenever it is sent.
      opened.file = undefined
      saved = await saveDraft(seal, draft)
    }
    if (saved.ok) opened.isFileSaved = true
    else rows.markDirty(dirty)
    return saved
  }
}
