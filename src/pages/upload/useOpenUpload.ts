// Opens the wizard of the page, with the draft that the address names, or with the last draft. The address always names
// the draft of the open rows, so that a reload, a bookmark and Back open this draft again.
import { startTransition, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { UploadType } from '#domain/uploads.ts'
import { useAreDraftsLocked } from '#flows/access/drafts-locked.ts'
import { leaveUploadWizard, type OpenedUpload, openUploadWizard } from '#flows/upload/open.ts'
import { forgetActivation } from '#flows/upload/last-activation.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { useSharedDraft } from '#flows/open-rows/shared-draft.ts'
import { useAddressParams } from '#services/address-params.ts'
import { whenIdle } from '#services/breathe.ts'
import { addWaitingFile, useWaitingFile } from '#services/files/opened-file.ts'
import type { DraftLock } from '#storage/draft-lock.ts'

interface OpenUpload {
  /** Undefined until the upload is open. */
  readonly opened: OpenedUpload | undefined
  /** Reads the draft in the address again, e.g. after a draft was discarded. */
  readonly reopen: () => void
}

export function useOpenUpload(ownerUser: string | undefined, type: UploadType): OpenUpload {
  const [params, changeParams] = useAddressParams()
  // A new key for each navigation: the open draft may have changed even if the address has not.
  const { key: navigationKey } = useLocation()
  const navigationType = useNavigationType()
  const requestedDraftId = params.get('draft') ?? undefined
  // The batch or order whose rows are uploaded again, or the card to start with.
  const fromId = params.get('from') ?? undefined
  const [opened, setOpened] = useState<OpenedUpload>()
  const [reopenCount, setReopenCount] = useState(0)
  const [draftId, setDraftId] = useState<string>()
  const areDraftsLocked = useAreDraftsLocked()
  /** The lock of the draft, received when another tab released it. */
  const receivedLock = useRef<DraftLock>(undefined)
  /** The same upload as `opened`, for effects that must know a change before the next render. */
  const openedRef = useRef<OpenedUpload>(undefined)
  const waitingFile = useWaitingFile(type)
  /** A file that the user has opened with the portal. Such a file starts a new upload in a new wizard. */
  const fileFromOutside = waitingFile?.isFromOutside ? waitingFile.file : undefined
  /** The draft that was in the address when a new wizard was opened. Ignored until the address names another draft. */
  const ignoredDraftId = useRef<string>(undefined)

  useEffect(() => {
    const opensNewWizard = fileFromOutside !== undefined
    if (opensNewWizard) ignoredDraftId.current = requestedDraftId
    else if (requestedDraftId !== ignoredDraftId.current) ignoredDraftId.current = undefined
    const draftIdToOpen = ignoredDraftId.current === undefined ? requestedDraftId : undefined
    if (ownerUser === undefined) return
    const isAlreadyOpen = !opensNewWizard && showsDraft(openedRef.current, draftIdToOpen)
    if (isAlreadyOpen) return
    // The lock belongs to the draft in the address, so a new upload does not take the lock.
    const lock = opensNewWizard ? undefined : receivedLock.current
    if (lock) receivedLock.current = undefined
    const request = { type, draftId: draftIdToOpen, fromId, isNew: opensNewWizard, lock }
    let isCancelled = false
    const open = async () => {
      const newUpload = await openUploadWizard(ownerUser, request)
      if (isCancelled) {
        if (newUpload.kind === 'wizard') leaveUploadWizard(newUpload.wizard)
        return
      }
      openedRef.current = newUpload
      setOpened(newUpload)
      // The file now waits for the new wizard. It no longer counts as a file from outside, so that this effect does not
      // open a second wizard.
      if (fileFromOutside) addWaitingFile(fileFromOutside, type)
    }
    void open()
    return () => {
      isCancelled = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `fromId` is used once: the address then names the new draft
  }, [ownerUser, type, requestedDraftId, navigationKey, reopenCount, fileFromOutside])

  // If the last upload is done, a link in the menu or the search begins the next upload. When a draft ends, the wizard
  // itself replaces the address by an address without the draft. That must not begin the next upload.
  const previousDraftId = useRef(requestedDraftId)
  useEffect(() => {
    // When a draft ends, its address is replaced. Going back from the address of a draft also counts as its end.
    const isEndOfDraft = navigationType !== 'PUSH' && previousDraftId.current !== undefined
    previousDraftId.current = requestedDraftId
    const currentWizard = openedRef.current?.kind === 'wizard' ? openedRef.current.wizard : undefined
    const isDone = currentWizard?.actor.getSnapshot().matches('done') === true
    const requestsNewUpload = requestedDraftId === undefined && !isEndOfDraft
    if (isDone && requestsNewUpload) startOver(currentWizard)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each navigation
  }, [navigationKey])

  useEffect(() => {
    const leavePage = () => {
      if (openedRef.current?.kind === 'wizard') leaveUploadWizard(openedRef.current.wizard)
      openedRef.current = undefined
    }
    return leavePage
  }, [])

  // Updates the draft in the address.
  const wizard = opened?.kind === 'wizard' ? opened.wizard : undefined
  const openRows = wizard?.openRows
  useEffect(() => {
    if (!openRows) return
    const updateAddress = () => {
      const id = openRows.get()?.draftId
      setDraftId(id)
      // While the drafts are locked, the address keeps the draft that is still to be opened.
      if (id === undefined && areDraftsLocked) return
      // Nothing on screen depends on the address, so this update must not delay rendering.
      startTransition(() => changeParams((current) => toDraftParams(current, id), { replace: true }))
    }
    updateAddress()
    /** The update that waits until the rows are rendered. The next change of the rows cancels it. */
    let waitingUpdate = new AbortController()
    const updateWhenIdle = async ({ signal }: AbortController) => {
      await whenIdle()
      if (!signal.aborted) updateAddress()
    }
    const unsubscribe = openRows.subscribe(() => {
      waitingUpdate.abort()
      // Without open rows, update immediately: the user may open another draft next, and must not be taken back.
      if (openRows.get() === undefined) return updateAddress()
      // The rows are rendered first, since a new address renders the whole page.
      waitingUpdate = new AbortController()
      void updateWhenIdle(waitingUpdate)
    })
    return () => {
      waitingUpdate.abort()
      unsubscribe()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only the value of `areDraftsLocked` at the opening of the wizard matters
  }, [openRows])

  const reopen = () => {
    openedRef.current = undefined
    setReopenCount((count) => count + 1)
  }

  // Before the key of the drafts arrived, the draft in the address could not be opened.
  useEffect(() => {
    const currentUpload = openedRef.current
    const isWizardEmpty = currentUpload?.kind === 'wizard' && currentUpload.wizard.openRows.get() === undefined
    if (!areDraftsLocked && isWizardEmpty) reopen()
  }, [areDraftsLocked])

  const sharedDraft = wizard && {
    id: draftId,
    isReadOnly: wizard.isReadOnly,
    canRelease: wizard.canRelease,
    release: () => void wizard.close().then(reopen),
    onLock: (lock: DraftLock) => {
      receivedLock.current = lock
      reopen()
    },
  }
  useSharedDraft(sharedDraft, opened)

  return { opened, reopen }
}

/** Begins the next upload, without the result of the last one. */
export function startOver({ actor }: UploadWizard): void {
  forgetActivation()
  actor.send({ type: 'start.over' })
}

/** True if a wizard is open with this draft. If no draft is requested, any open wizard counts. */
function showsDraft(opened: OpenedUpload | undefined, requestedDraftId: string | undefined): boolean {
  if (opened?.kind !== 'wizard') return false
  return requestedDraftId === undefined || opened.wizard.openRows.get()?.draftId === requestedDraftId
}

/** The parameters of the address for this draft. All other parameters belong to the rows of the previous draft. */
function toDraftParams(current: URLSearchParams, draftId: string | undefined): URLSearchParams {
  const currentDraftId = current.get('draft') ?? undefined
  if (currentDraftId === draftId) return current
  return draftId === undefined ? new URLSearchParams() : new URLSearchParams({ draft: draftId })
}
