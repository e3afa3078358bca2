// Drafts deleted on this page, which can be restored while it is open.
import { useState } from 'react'

export interface Deleted {
  readonly id: string
  readonly name: string
  readonly putBack: () => Promise<void>
}

export function useDeleted() {
  const [deleted, setDeleted] = useState<readonly Deleted[]>([])
  const forget = ({ id }: Deleted) => setDeleted((before) => before.filter((each) => each.id !== id))
  return {
    /** Oldest first. */
    deleted,
    add: (each: Deleted) => setDeleted((before) => [...before.filter(({ id }) => id !== each.id), each]),
    undo: async (each: Deleted) => {
      await each.putBack()
      forget(each)
    },
    forget,
  }
}
