// The search text of My batches. It is free text, so it is not stored in the address.
import { createPersistedState } from '#flows/persisted-state.ts'

interface Words {
  readonly search: string
}

export const searchText = createPersistedState<Words>('my-batches', { search: '' }, (stored) => {
  const { search } = (stored ?? {}) as Partial<Record<keyof Words, unknown>>
  return typeof search === 'string' ? { search } : undefined
})
