// The stored search text of My batches. The address never contains free text, so the text is stored elsewhere.
import { createPersistedState } from '#flows/persisted-state.ts'

interface SearchState {
  readonly search: string
}

export const searchTextState = createPersistedState<SearchState>('my-batches', { search: '' }, (stored) => {
  // Another version of the portal may have stored a different shape.
  const { search } = (stored ?? {}) as Partial<Record<keyof SearchState, unknown>>
  return typeof search === 'string' ? { search } : undefined
})
