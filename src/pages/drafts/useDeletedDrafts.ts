// Drafts deleted on this page, which can be restored while the page is open.
import { useState } from 'react'

export interface DeletedDraft {
  readonly id: string
  readonly name: string
  readonly restore: () => Promise<void>
}

export function useDeletedDrafts() {
  const [deletedDrafts, setDeletedDrafts] = useState<readonly DeletedDraft[]>([])
  const forget = ({ id }: DeletedDraft) => setDeletedDrafts((drafts) => drafts.filter((draft) => draft.id !== id))
  return {
    /** Oldest first. */
    deletedDrafts,
    add: (draft: DeletedDraft) => {
      forget(draft)
      setDeletedDrafts((otherDrafts) => [...otherDrafts, draft])
    },
    undo: async (draft: DeletedDraft) => {
      await draft.restore()
      forget(draft)
    },
    forget,
  }
}
