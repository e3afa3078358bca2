// The user's unfinished batches on this device. Known without a line, since they are nowhere else.
import { useEffect, useState } from 'react'

interface DraftSeen {
  readonly id: string
  readonly updatedAt: number
}

/** Newest first; undefined while they are being read, or where nobody asks for them. */
export function useDrafts(ownerUser: string | undefined): readonly DraftSeen[] | undefined {
  const [drafts, setDrafts] = useState<readonly DraftSeen[]>()
  useEffect(() => {
    let left = false
    const read = async () => {
      if (ownerUser === undefined) return
      const { listDrafts } = await import('#storage/drafts.ts')
      const found = await listDrafts(ownerUser)
      if (!left) setDrafts(found)
    }
    const readWhenShown = () => void read().catch(() => undefined)
    readWhenShown()
    // Another tab may have finished one.
    window.addEventListener('focus', readWhenShown)
    return () => {
      left = true
      window.removeEventListener('focus', readWhenShown)
    }
  }, [ownerUser])
  return drafts
}
