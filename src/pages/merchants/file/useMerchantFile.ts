// The file of merchants that the page shows: the one that was left here, or none yet. Where another tab has it, this one goes on with
// it as soon as that one lets go.
import { useEffect, useState } from 'react'
import { leaveMerchantFile, type OpenedMerchantFile, openMerchantFile } from '#flows/merchants/open-file.ts'
import { waitForDraftLock } from '#storage/draft-lock.ts'
import { loadCodeLists } from '../signup/useCodeLists.ts'

/** `wanted`: which of several, by its draft. */
export function useMerchantFile(
  ownerUser: string,
  wanted: string | undefined,
): {
  /** Undefined until it is known. */
  readonly opened: OpenedMerchantFile | undefined
  /** Opens anew what there is, e.g. after one was discarded. */
  readonly reopen: () => void
} {
  const [opened, setOpened] = useState<OpenedMerchantFile>()
  const [times, setTimes] = useState(0)
  useEffect(() => {
    if (ownerUser === '') return
    let isGone = false
    let mine: OpenedMerchantFile | undefined
    const leave = () => {
      if (mine?.kind === 'file') leaveMerchantFile(mine.file)
    }
    const open = async () => {
      const loaded = await loadCodeLists()
      if (isGone) return
      mine = await openMerchantFile(ownerUser, loaded?.codes, wanted)
      if (isGone) leave()
      else setOpened(mine)
    }
    void open()
    return () => {
      isGone = true
      leave()
    }
  }, [ownerUser, wanted, times])

  const reopen = () => setTimes((before) => before + 1)
  const elsewhere = opened?.kind === 'file' && opened.file.isReadOnly ? opened.file.open.get()?.draftId : undefined
  useEffect(() => {
    if (elsewhere === undefined) return
    const gone = new AbortController()
    void waitForDraftLock(elsewhere, gone.signal).then((lock) => {
      lock?.release()
      if (!gone.signal.aborted) setTimes((before) => before + 1)
    })
    return () => gone.abort()
  }, [elsewhere])
  return { opened, reopen }
}
