// Drafts deleted on this page, which can be restored while the page is open.
import { useState } from 'react'

export interface DeletedDraft {
  readonly id: string
  readonly name: string
  readonly restore: () => Promise<void>
}

export function useDeletedDrafts() {
  const [deletedDrafts, setDeletedDrafts] = useState<readonly DeletedDraft[]>([])
  const forget = ({ id }: DeletedDraft) => setDeletedDrafts((before) => before.filter((draft) => draft.id !== id))
  return {
    /** Oldest first. */
    deletedDrafts,
    add: (draft: DeletedDraft) => setDeletedDrafts((before) => [...before.filter(({ id }) => id !== draft.id), draft]),
    undo: async (draft: DeletedDraft) => {
      await draft.restore()
      forget(draft)
    },
    forget,
  }
}
