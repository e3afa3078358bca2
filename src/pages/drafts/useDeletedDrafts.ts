// Drafts deleted on this page, which can be restored while it is open.
import { useState } from 'react'

export interface DeletedDraft {
  readonly id: string
  readonly name: string
  readonly restore: () => Promise<void>
}

export function useDeletedDrafts() {
  const [deleted, setDeleted] = useState<readonly DeletedDraft[]>([])
  const forget = ({ id }: DeletedDraft) => setDeleted((before) => before.filter((draft) => draft.id !== id))
  return {
    /** Oldest first. */
    deleted,
    add: (draft: DeletedDraft) => setDeleted((before) => [...before.filter(({ id }) => id !== draft.id), draft]),
    undo: async (draft: DeletedDraft) => {
      await draft.restore()
      forget(draft)
    },
    forget,
  }
}
