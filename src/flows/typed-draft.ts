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
  /** `change` returns the next input from the newest one. */
  readonly setDraft: (change: (before: Draft) => Draft) => void
  /** Called when the input was sent. */
  readonly forget: () => void
}

/** `subject`: identifies the dialog, e.g. 'reject batch 12'. */
export function useTypedDraft<Draft extends string | object>(subject: string, initial: () => Draft): TypedDraft<Draft> {
  const { state } = drafts.use()
  const [initialDraft] = useState(initial)
  // Another subject has other input, even in a dialog that stays mounted.
  return {
    draft: restore(state.inputs[subject], initialDraft),
    setDraft: (change) => {
      const { inputs } = drafts.get()
      drafts.change({ inputs: { ...inputs, [subject]: change(restore(inputs[subject], initialDraft)) } })
    },
    forget: () => {
      const { [subject]: _sent, ...inputs } = drafts.get().inputs
      drafts.change({ inputs })
    },
  }
}

/** The stored input. Fields that another version of the portal did not store have their initial value. */
function restore<Draft extends string | object>(stored: unknown, initialDraft: Draft): Draft {
  if (typeof stored !== typeof initialDraft || stored === null) return initialDraft
  return typeof initialDraft === 'string' ? (stored as Draft) : Object.assign({}, initialDraft, stored)
}
