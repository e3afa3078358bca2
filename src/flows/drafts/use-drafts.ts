// The user's drafts for a screen, as every tab has them. Known without a line, since they are nowhere else.
import { useEffect, useMemo, useState } from 'react'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { useUnanswered } from '../unanswered/store.ts'
import type { Draft } from './drafts.ts'

/** Newest first, of the kinds that the user may go on with; undefined while they are being read. */
export function useDrafts(ownerUser: string, permissions: PermissionMap): readonly Draft[] | undefined {
  const [drafts, setDrafts] = useState<readonly Draft[]>()
  const unanswered = useUnanswered(ownerUser)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    // The kinds of upload come with it, which a page without drafts need not wait for.
    void import('./drafts.ts').then(({ watchAllDrafts }) => {
      if (!isGone) stop = watchAllDrafts(ownerUser, permissions, setDrafts)
    })
    return () => {
      isGone = true
      stop?.()
    }
  }, [ownerUser, permissions])
  // Another tab may have sent one since it was saved.
  return useMemo(
    () =>
      drafts?.map((draft) =>
        draft.isWaiting || unanswered.every(({ thing }) => thing !== draft.id)
          ? draft
          : { ...draft, isWaiting: true, goesOn: undefined },
      ),
    [drafts, unanswered],
  )
}
