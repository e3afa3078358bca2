// The search text of My batches. It is free text, so it is not stored in the address.
import { createPersistedState } from '#flows/persisted-state.ts'

interface SearchState {
  readonly search: string
}

export const searchTextState = createPersistedState<SearchState>('my-batches', { search: '' }, (stored) => {
  const { search } = (stored ?? {}) as Partial<Record<keyof SearchState, unknown>>
  return typeof search === 'string' ? { search } : undefined
})
