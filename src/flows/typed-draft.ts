// Keeps unsent dialog input in memory, for its user, so that closing the dialog loses nothing.
import { useState } from 'react'
import { ownerUserOf, sessionStore } from '#services/session/session.ts'

const drafts = new Map<string, unknown>()
let draftsOwner: string | undefined

// The next user must not see the previous user's input.
function draftsOfUser(): Map<string, unknown> {
  const session = sessionStore.get()
  const currentUser = session && ownerUserOf(session)
  if (currentUser !== draftsOwner) drafts.clear()
  draftsOwner = currentUser
  return drafts
}

export interface TypedDraft<Draft> {
  readonly draft: Draft
  readonly setDraft: (next: Draft) => void
  /** Called when the input was sent. */
  readonly forget: () => void
}

/** `subject`: identifies the dialog, e.g. 'reject batch 12'. */
export function useTypedDraft<Draft>(subject: string, initial: () => Draft): TypedDraft<Draft> {
  const [draft, setDraft] = useState<Draft>(() => (draftsOfUser().get(subject) as Draft | undefined) ?? initial())
  return {
    draft,
    setDraft: (next) => {
      draftsOfUser().set(subject, next)
      setDraft(next)
    },
    forget: () => void draftsOfUser().delete(subject),
  }
}
