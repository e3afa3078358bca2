// The merchant file of the page: a stored file or a new one. If another tab has the stored file open, this tab takes it
// over as soon as the other tab releases it.
import { useEffect, useRef, useState } from 'react'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import { leaveMerchantFile, type OpenedMerchantFile, openMerchantFile } from '#flows/merchants/open-file.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { useSharedDraft } from '#flows/rows/shared-draft.ts'
import { useObservable } from '#pages/shared/rows/useObservable.ts'
import { createObservable } from '#services/observable.ts'
import type { DraftLock } from '#storage/draft-lock.ts'
import { loadCodeLists } from '../signup/useCodeLists.ts'

/** `requestedDraftId` chooses one of several stored files. */
export function useMerchantFile(
  ownerUser: string,
  requestedDraftId: string | undefined,
): {
  /** Undefined while loading. */
  readonly openedFile: OpenedMerchantFile | undefined
  /** Opens the stored file again, e.g. after another one was discarded. */
  readonly reopen: () => void
} {
  const [openedFile, setOpenedFile] = useState<OpenedMerchantFile>()
  const [openCount, setOpenCount] = useState(0)
  const reopenRequest = useRef<{ readonly id: string | undefined; readonly lock: DraftLock }>(undefined)
  useEffect(() => {
    if (ownerUser === '') return
    let isStale = false
    let openedHere: OpenedMerchantFile | undefined
    const leave = () => {
      if (openedHere?.kind === 'file') leaveMerchantFile(openedHere.file)
    }
    const open = async () => {
      const codeLists = await loadCodeLists()
      if (isStale) return
      const { id: draftId = requestedDraftId, lock } = reopenRequest.current ?? {}
      reopenRequest.current = undefined
      openedHere = await openMerchantFile(ownerUser, codeLists?.codes, draftId, lock)
      if (isStale) leave()
      else setOpenedFile(openedHere)
    }
    void open()
    return () => {
      isStale = true
      leave()
    }
  }, [ownerUser, requestedDraftId, openCount])

  const reopen = () => setOpenCount((before) => before + 1)
  const file = openedFile?.kind === 'file' ? openedFile.file : undefined
  const areLocked = useAreDraftsLocked()
  // A stored file cannot be opened until its key arrives, so try again then.
  useEffect(() => {
    if (!areLocked && file && file.openRows.get() === undefined) reopen()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the key arrives, not when another file is shown
  }, [areLocked])
  const id = useObservable(file?.openRows ?? noRows)?.draftId
  const sharedDraft = file && {
    id,
    isReadOnly: file.isReadOnly,
    canRelease: file.canRelease,
    release: () => void file.leave().then(reopen),
    onLock: (lock: DraftLock) => {
      reopenRequest.current = { id, lock }
      reopen()
    },
  }
  useSharedDraft(sharedDraft, openedFile)
  return { openedFile, reopen }
}

const noRows = createObservable<OpenRows | undefined>(undefined)
