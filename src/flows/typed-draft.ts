// Keeps unsent dialog input for its user and tab, so that neither closing the dialog nor a reload loses it.
import { useState } from 'react'
import { createPersistedState } from './persisted-state.ts'

interface Drafts {
  readonly inputs: Readonly<Record<string, unknown>>
}

const drafts = createPersistedState<Drafts>('typed drafts', { inputs: {} }, (stored) => {
  const inputs = (stored as Partial<Drafts> | undefined)?.inputs
  return typeof inputs === 'object' ? { inputs } : undefined
})

export interface TypedDraft<Draft> {
  readonly draft: Draft
  /** `next`: the new input, or a function that returns it from the current input. */
  readonly setDraft: (next: Draft | ((current: Draft) => Draft)) => void
  /** Deletes the input. Called when it was sent. */
  readonly forget: () => void
}

/** `subject`: identifies the dialog, e.g. 'reject batch 12'. */
export function useTypedDraft<Draft extends string | object>(subject: string, initial: () => Draft): TypedDraft<Draft> {
  const { state } = drafts.use()
  const [initialDraft] = useState(initial)
  // `subject` can change while the dialog stays mounted. The dialog then has the input of the new subject.
  return {
    draft: restore(state.inputs[subject], initialDraft),
    setDraft: (next) => {
      const { inputs } = drafts.get()
      const currentDraft = restore(inputs[subject], initialDraft)
      // A draft is never a function, because a function cannot be stored.
      const nextDraft = typeof next === 'function' ? (next as (current: Draft) => Draft)(currentDraft) : next
      drafts.change({ inputs: { ...inputs, [subject]: nextDraft } })
    },
    forget: () => {
      const { [subject]: _sent, ...inputs } = drafts.get().inputs
      drafts.change({ inputs })
    },
  }
}

/** The stored input. Fields missing from it (stored by another version of the portal) keep their initial value. */
function restore<Draft extends string | object>(stored: unknown, initialDraft: Draft): Draft {
  const isUsable = typeof stored === typeof initialDraft && stored !== null
  if (!isUsable) return initialDraft
  return typeof initialDraft === 'string' ? (stored as Draft) : Object.assign({}, initialDraft, stored)
}
