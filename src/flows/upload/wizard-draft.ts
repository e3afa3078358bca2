// Stores the open rows of an upload as a draft on this device: while they are edited, set aside, or left out of a
// submission.
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
import { type createOpenRows, markAllUnsaved, type OpenRows, releaseLock } from '#flows/open-rows/open-rows.ts'
import { DRAFT_VERSION, type DraftHead, draftKindOf, type OpenedDraft } from './draft.ts'

/** The start of a wizard: no rows yet, or a draft. `lock` is missing if another tab has the draft open. */
export interface WizardStart {
  readonly type: UploadType
  readonly ownerUser: string
  /** Undefined if nothing can be stored on this device. */
  readonly cipher: DraftCipher | undefined
  readonly draft?: OpenedDraft
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
  openRows: ReturnType<typeof createOpenRows>,
  getSnapshot: () => UploadSnapshot,
) {
  const leftOut: Observable<LeftOutRows | undefined> = createObservable<LeftOutRows | undefined>(undefined)
  const writeDraft = createDraftWriter<DraftHead>(
    { kind: draftKindOf(type), version: DRAFT_VERSION },
    { ownerUser, initialCipher: cipher, isReadOnly },
  )
  /** `isAside`: the draft is offered, but not opened automatically. */
  const writeWizard = (
    opened: Omit<OpenRows, 'edits'>,
    wizard: StoredUpload,
    { isAside }: { readonly isAside: boolean },
  ) =>
    writeDraft(opened, () => ({
      wizard,
      figures: opened.rows.figures(),
      currency: opened.rows.currency() ?? '',
      ...(opened.rows.extraColumns.length > 0 && { extraColumns: opened.rows.extraColumns }),
      isAside,
      isChecking: getSnapshot().matches({ reviewing: 'verifying' }) ? true : undefined,
    }))
  const saver: DraftSaver = createDraftSaver(async () => {
    const stored = snapshotToStored(getSnapshot())
    const opened = openRows.current.get()
    return stored && opened ? writeWizard(opened, stored, { isAside: false }) : { ok: true }
  })
  const release = (opened: OpenRows) => openRows.release(opened, { staysVisible: getSnapshot().matches('done') })
  /** Saves this state of the wizard now, after a save that is already running. */
  const record = async (stored: StoredUpload, { isAside = false } = {}) => {
    const opened = openRows.current.get()
    await saver.flush()
    if (opened) await writeWizard(opened, stored, { isAside })
  }

  return {
    saver,
    leftOut,
    record,
    /** Releases the draft for other tabs. */
    release(): void {
      const opened = openRows.current.get()
      if (opened) release(opened)
    },
    /** Sets the open rows aside as a draft. The next file gets its own draft. */
    async setAside(stored: StoredUpload | undefined): Promise<void> {
      const opened = openRows.current.get()
      if (!opened || !stored) return
      await record(stored, { isAside: true })
      release(opened)
      if (openRows.current.get() === undefined) saver.begin()
    },
    async discard(): Promise<void> {
      await saver.flush()
      const opened = openRows.current.get()
      if (opened) await discardDraft(ownerUser, opened.draftId)
    },
    /**
     * The uploaded file in base64. Must be the same each time the batch is sent, or the server would treat the batch as
     * another request.
     */
    async fileContent(): Promise<string | undefined> {
      const opened = openRows.current.get()
      if (!opened) return undefined
      const storedFile = async () => cipher && (await readDraftFile(cipher, opened.draftId))
      const bytes = opened.file ?? (await storedFile())
      return bytes && bytesToBase64(bytes).catch(() => undefined)
    },
    /** Stores rows beyond the limit of a file as separate drafts with the same options. Returns messages about them. */
    async storeRemainingRows(
      rest: readonly AnyRows[],
      options: UploadOptions,
      file: UploadedFile,
      content: OpenRows['file'],
    ): Promise<Message[]> {
      if (rest.length === 0) return []
      let areStored = true
      for (const [index, rows] of rest.entries()) {
        // The open rows are part 1.
        const part = { ...file, name: partName(file.name, index + 2) }
        const opened = { draftId: newRequestId(), rows, file: content, lock: undefined }
        markAllUnsaved(rows)
        const wizard = { version: 1, step: 'reviewing', options, file: part, duplicateReason: '' } as const
        const result = await writeWizard(opened, wizard, { isAside: true })
        releaseLock(opened)
        areStored &&= result.ok
      }
      const count = rest.reduce((sum, rows) => sum + rows.figures().rows, 0)
      const openedCount = openRows.current.get()?.rows.figures().rows ?? 0
      return [message(areStored && cipher ? 'moreRowsKept' : 'moreRowsNotKept', openedCount, count)]
    },
    /**
     * Stores rows that were left out as another draft. If the request is repeated, the draft is overwritten under the
     * same id.
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
