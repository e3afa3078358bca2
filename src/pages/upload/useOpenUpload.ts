// The wizard that is open on the page: for the draft in the address, or the last draft. The address follows the open
// rows, so that a reload, a bookmark and Back open the same draft.
import { startTransition, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { UploadType } from '#domain/uploads.ts'
import { useAreDraftsLocked } from '#flows/access/locked.ts'
import { leaveUploadWizard, type OpenedUpload, openUploadWizard } from '#flows/upload/open.ts'
import { useSharedDraft } from '#flows/rows/shared-draft.ts'
import { whenIdle } from '#services/breathe.ts'
import { addWaitingFile, useWaitingFile } from '#services/files/opened-file.ts'
import type { DraftLock } from '#storage/draft-lock.ts'

export function useOpenUpload(
  ownerUser: string | undefined,
  type: UploadType,
): {
  readonly opened: OpenedUpload | undefined
  /** Reads the draft in the address again, e.g. after a draft was discarded. */
  readonly reopen: () => void
} {
  const [search, setSearch] = useSearchParams()
  // A new key for each navigation: the open draft may have changed even if the address has not.
  const { key: query } = useLocation()
  const request = search.get('draft') ?? undefined
  const fromId = search.get('from') ?? undefined
  const [opened, setOpened] = useState<OpenedUpload>()
  const [times, setTimes] = useState(0)
  const [draftId, setDraftId] = useState<string>()
  const areLocked = useAreDraftsLocked()
  const handedLock = useRef<DraftLock>(undefined)
  const now = useRef<OpenedUpload>(undefined)
  // A file opened with the portal starts a new upload in its wizard.
  const waiting = useWaitingFile(type)
  const handed = waiting?.isFromOutside ? waiting.file : undefined
  /** The draft in the address when a new wizard was opened; ignored until the address names another draft. */
  const ignoredDraft = useRef<string>(undefined)

  useEffect(() => {
    const isNew = handed !== undefined
    if (isNew) ignoredDraft.current = request
    else if (request !== ignoredDraft.current) ignoredDraft.current = undefined
    const named = request === ignoredDraft.current ? undefined : request
    if (ownerUser === undefined || (!isNew && isOpen(now.current, named))) return
    const lock = isNew ? undefined : handedLock.current
    if (lock) handedLock.current = undefined
    const address = { type, draftId: named, fromId, isNew, lock }
    let isGone = false
    const open = async () => {
      const next = await openUploadWizard(ownerUser, address)
      if (!isGone) {
        now.current = next
        setOpened(next)
        if (handed) addWaitingFile(handed, type)
      } else if (next.kind === 'wizard') leaveUploadWizard(next.wizard)
    }
    void open()
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `fromId` is used once: the address then names the new draft
  }, [ownerUser, type, request, query, times, handed])

  useEffect(
    () => () => {
      if (now.current?.kind === 'wizard') leaveUploadWizard(now.current.wizard)
      now.current = undefined
    },
    [],
  )

  // Updates the draft in the address.
  const cell = opened?.kind === 'wizard' ? opened.wizard.open : undefined
  useEffect(() => {
    if (!cell) return
    const follow = () => {
      const id = cell.get()?.draftId
      setDraftId(id)
      // The draft in the address opens as soon as its key arrives, so do not replace it.
      if (id === undefined && areLocked) return
      // Nothing on screen depends on the address, so this update must not delay rendering.
      startTransition(() =>
        setSearch(
          // Other parameters belong to the rows of the previous draft.
          (now) =>
            now.get('draft') === (id ?? null) ? now : new URLSearchParams(id === undefined ? {} : { draft: id }),
          { replace: true },
        ),
      )
    }
    follow()
    let turn = 0
    const stop = cell.subscribe(() => {
      const own = ++turn
      // Without rows at once: the user may go to another draft next, and must not be taken back.
      if (cell.get() === undefined) return follow()
      // Rows are drawn first, since a new address renders the whole frame.
      void whenIdle().then(() => {
        if (own === turn) follow()
      })
    })
    return () => {
      turn++
      stop()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- setSearch is a new function at every change of the address; only the value of `areLocked` at the opening of the wizard matters
  }, [cell])

  const reopen = () => {
    now.current = undefined
    setTimes((before) => before + 1)
  }

  // The draft in the address could not be opened before its key arrived.
  useEffect(() => {
    const isEmpty = now.current?.kind === 'wizard' && now.current.wizard.open.get() === undefined
    if (!areLocked && isEmpty) reopen()
  }, [areLocked])

  const wizard = opened?.kind === 'wizard' ? opened.wizard : undefined
  const shared = wizard && {
    id: draftId,
    isReadOnly: wizard.isReadOnly,
    canRelease: wizard.canRelease,
    release: () => void wizard.close().then(reopen),
    onLock: (lock: DraftLock) => {
      handedLock.current = lock
      reopen()
    },
  }
  useSharedDraft(shared, opened)

  return { opened, reopen }
}

const isOpen = (opened: OpenedUpload | undefined, request: string | undefined): boolean =>
  opened?.kind === 'wizard' && (request === undefined || opened.wizard.open.get()?.draftId === request)
