// Provides the user's drafts to a screen, the same in every tab. Drafts need no connection, because they exist only on
// this device.
import { useEffect, useMemo, useState } from 'react'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { usePendingChanges } from '../pending-changes/store.ts'
import type { Draft } from './drafts.ts'

/** The drafts that the user can continue, newest first. Undefined while they are being read. */
export function useDrafts(ownerUser: string, permissions: PermissionMap): readonly Draft[] | undefined {
  const [drafts, setDrafts] = useState<readonly Draft[]>()
  const pendingChanges = usePendingChanges(ownerUser)
  useEffect(() => {
    let stopWatching: (() => void) | undefined
    let isUnmounted = false
    // drafts.ts is loaded on demand, because it imports all upload types. A page without drafts does not need them.
    void import('./drafts.ts').then(({ watchAllDrafts }) => {
      if (!isUnmounted) stopWatching = watchAllDrafts(ownerUser, permissions, setDrafts)
    })
    return () => {
      isUnmounted = true
      stopWatching?.()
    }
  }, [ownerUser, permissions])
  return useMemo(
    () =>
      drafts?.map((draft) => {
        // Another tab may have submitted the draft since it was saved.
        const isSubmitted = pendingChanges.some(({ subject }) => subject === draft.id)
        return isSubmitted ? { ...draft, isWaiting: true, deletedOn: undefined } : draft
      }),
    [drafts, pendingChanges],
  )
}
