// The search text of the open rows. It survives a reload, but is not stored in the address, since it can be a name or a
// card number.
import { createPersistedState } from '#flows/persisted-state.ts'

interface RowSearch {
  /** The draft to which the search text belongs; another draft starts with an empty search. */
  readonly draftId: string
  readonly search: string
}

const rowSearchState = createPersistedState<RowSearch>('row-search', { draftId: '', search: '' }, (stored) => {
  const { draftId, search } = (stored ?? {}) as Partial<Record<keyof RowSearch, unknown>>
  const isRowSearch = typeof draftId === 'string' && typeof search === 'string'
  return isRowSearch ? { draftId, search } : undefined
})

export function useRowSearch(draftId: string) {
  const { state } = rowSearchState.use()
  const search = state.draftId === draftId ? state.search : ''
  return [search, (next: string) => rowSearchState.change({ draftId, search: next })] as const
}
