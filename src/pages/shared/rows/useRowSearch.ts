// The search term of the open rows, which survives a reload: it can be a name or a card number, so it is not in the
// address.
import { createPersistedState } from '#flows/persisted-state.ts'

interface RowSearch {
  /** Whose rows: other rows start without a term. */
  readonly draftId: string
  readonly search: string
}

const kept = createPersistedState<RowSearch>('row-search', { draftId: '', search: '' }, (value) => {
  const { draftId, search } = (value ?? {}) as Partial<Record<keyof RowSearch, unknown>>
  return typeof draftId === 'string' && typeof search === 'string' ? { draftId, search } : undefined
})

export function useRowSearch(draftId: string) {
  const { state } = kept.use()
  const search = state.draftId === draftId ? state.search : ''
  return [search, (next: string) => kept.change({ draftId, search: next })] as const
}
