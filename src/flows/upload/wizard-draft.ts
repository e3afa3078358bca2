// Stores rows of an upload as drafts on this device: the rows that are being edited, rows that are set aside for
// another file, rows beyond the limit of an upload, and rows that are left out of a submission.
import { type Message, message } from '#domain/messages/message.ts'
import type { UploadType } from '#domain/uploads.ts'
import { snapshotToStored, type UploadSnapshot } from '#machines/upload.ts'
import type { StoredUpload, UploadedFile, UploadOptions } from '#machines/upload-steps.ts'
import { rowsLeftOut } from '#rows/copy-rows.ts'
import type { AnyRows } from '#rows/rows.ts'
import { bytesToBase64 } from '#services/files/base64.ts'
import { type Observable, createObservable } from '#services/observable.ts'
import { newRequestId } from '#services/server/request-id.ts'
import type { DraftLock } from '#storage/draft-lock.ts'
import { discardDraft, type DraftCipher, readDraftFile } from '#storage/drafts.ts'
import { createDraftSaver, type DraftSaver } from '#flows/open-rows/draft-saver.ts'
import { createDraftWriter } from '#flows/open-rows/draft-writer.ts'
import { partName } from '#flows/open-rows/file-parts.ts'
import { markAllUnsaved, type OpenRows, type OpenRowsHolder, releaseLock } from '#flows/open-rows/open-rows.ts'
import { DRAFT_VERSION, type DraftHead, draftKindOf, type OpenedDraft } from './draft.ts'

/** What a wizard starts with. */
export interface WizardStart {
  readonly type: UploadType
  readonly ownerUser: string
  /** Undefined if nothing can be stored on this device. */
  readonly cipher: DraftCipher | undefined
  /** Missing if the wizard starts without rows. */
  readonly draft?: OpenedDraft
  /** Missing if another tab has the draft open. This wizard then only shows it. */
  readonly lock?: DraftLock | undefined
}

/** Rows that were left out of a submission, with their draft if it could be stored. */
export interface LeftOutRows {
  readonly rows: AnyRows
  readonly draftId: string | undefined
}

export type WizardDraft = ReturnType<typeof createWizardDraft>

export function createWizardDraft(
  { type, ownerUser, cipher, isReadOnly }: WizardStart & { readonly isReadOnly: boolean },
  openRows: OpenRowsHolder,
  getSnapshot: () => UploadSnapshot,
) {
  const leftOut: Observable<LeftOutRows | undefined> = createObservable<LeftOutRows | undefined>(undefined)
  const writeDraft = createDraftWriter<DraftHead>(
    { kind: draftKindOf(type), version: DRAFT_VERSION },
    { ownerUser, initialCipher: cipher, isReadOnly },
  )
  /** Stores rows with a state of the wizard. `isAside`: the draft is listed, but not opened automatically. */
  const writeWizard = (
    opened: Omit<OpenRows, 'edits'>,
    wizard: StoredUpload,
    { isAside }: { readonly isAside: boolean },
  ) =>
    writeDraft(opened, () => {
      const isChecking = getSnapshot().matches({ reviewing: 'verifying' })
      return {
        wizard,
        figures: opened.rows.figures(),
        currency: opened.rows.currency() ?? '',
        ...(opened.rows.extraColumns.length > 0 && { extraColumns: opened.rows.extraColumns }),
        isAside,
        ...(isChecking && { isChecking }),
      }
    })
  const saver: DraftSaver = createDraftSaver(async () => {
    const wizard = snapshotToStored(getSnapshot())
    const opened = openRows.current.get()
    // There is nothing to save before rows are open, or in a step that stores no draft.
    if (!wizard || !opened) return { ok: true }
    return writeWizard(opened, wizard, { isAside: false })
  })
  // After the submission the rows stay on screen, although their draft is released.
  const releaseRows = (opened: OpenRows) => openRows.release(opened, { staysVisible: getSnapshot().matches('done') })
  /** Waits for a save that is already running, then saves this state of the wizard. */
  const flushAndSave = async (wizard: StoredUpload, { isAside = false } = {}) => {
    const opened = openRows.current.get()
    await saver.flush()
    if (opened) await writeWizard(opened, wizard, { isAside })
  }

  return {
    saver,
    leftOut,
    flushAndSave,
    /** Releases the draft for other tabs. */
    release(): void {
      const opened = openRows.current.get()
      if (opened) releaseRows(opened)
    },
    /** Sets the open rows aside as a draft. The next file gets its own draft. */
    async setAside(wizard: StoredUpload | undefined): Promise<void> {
      const opened = openRows.current.get()
      if (!opened || !wizard) return
      await flushAndSave(wizard, { isAside: true })
      releaseRows(opened)
      // After a submission, the released rows stay on screen. Otherwise the next file begins a new draft.
      const hasOpenRows = openRows.current.get() !== undefined
      if (!hasOpenRows) saver.begin()
    },
    async discard(): Promise<void> {
      await saver.flush()
      const opened = openRows.current.get()
      if (opened) await discardDraft(ownerUser, opened.draftId)
    },
    /**
     * The uploaded file in base64. Must be the same each time the batch is sent. Otherwise the server would treat the
     * batch as another request.
     */
    async fileContent(): Promise<string | undefined> {
      const opened = openRows.current.get()
      if (!opened) return undefined
      let bytes = opened.file
      if (!bytes && cipher) bytes = await readDraftFile(cipher, opened.draftId)
      return bytes && bytesToBase64(bytes).catch(() => undefined)
    },
    /** Stores rows beyond the limit of a file as separate drafts with the same options. Returns messages about them. */
    async storeRemainingParts(
      remainingParts: readonly AnyRows[],
      options: UploadOptions,
      file: UploadedFile,
      content: OpenRows['file'],
    ): Promise<Message[]> {
      if (remainingParts.length === 0) return []
      let areStored = cipher !== undefined
      for (const [index, rows] of remainingParts.entries()) {
        // The open rows are part 1.
        const fileOfPart = { ...file, name: partName(file.name, index + 2) }
        const opened = { draftId: newRequestId(), rows, file: content, lock: undefined }
        markAllUnsaved(rows)
        const wizard = { version: 1, step: 'reviewing', options, file: fileOfPart, duplicateReason: '' } as const
        const result = await writeWizard(opened, wizard, { isAside: true })
        releaseLock(opened)
        areStored &&= result.ok
      }
      const remainingCount = remainingParts.reduce((sum, rows) => sum + rows.figures().rows, 0)
      const openedCount = openRows.current.get()?.rows.figures().rows ?? 0
      return [message(areStored ? 'moreRowsKept' : 'moreRowsNotKept', openedCount, remainingCount)]
    },
    /**
     * Stores the rows that were left out of a submission as another draft. The draft always has the same id, so a
     * repeated submission overwrites it.
     */
    async storeLeftOut({ version, options, file }: StoredUpload): Promise<void> {
      const opened = openRows.current.get()
      const rows = opened && rowsLeftOut(opened.rows)
      if (!opened || !rows) return
      markAllUnsaved(rows)
      const leftOutDraft = { draftId: `${opened.draftId}-left-out`, rows, file: undefined, lock: undefined }
      const wizard = { version, options, file, step: 'reviewing', duplicateReason: '' } as const
      const result = await writeWizard(leftOutDraft, wizard, { isAside: true })
      releaseLock(leftOutDraft)
      leftOut.set({ rows, draftId: result.ok ? leftOutDraft.draftId : undefined })
    },
  }
}
