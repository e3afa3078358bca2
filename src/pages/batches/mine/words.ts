// The words that My batches is searched by: what people call a batch, so that they stand in no address.
import { createKeptState } from '#flows/kept-state.ts'

interface Words {
  readonly search: string
}

export const keptWords = createKeptState<Words>('my-batches', { search: '' }, (kept) => {
  const { search } = (kept ?? {}) as Partial<Record<keyof Words, unknown>>
  return typeof search === 'string' ? { search } : undefined
})
