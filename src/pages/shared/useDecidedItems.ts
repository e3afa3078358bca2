// The items of an approval list that this user has decided while the list still shows them, until it is loaded again.
// A key or button must not act on them, and the next item to decide must not be one of them.
import { useState } from 'react'

export interface DecidedItems {
  readonly has: (id: string) => boolean
  readonly add: (id: string) => void
}

/** `listedIds`: the ids of the list's undecided items; undefined while it is loading. */
export function useDecidedItems(listedIds: readonly string[] | undefined): DecidedItems {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const stillListed = [...ids].filter((id) => listedIds === undefined || listedIds.includes(id))
  if (stillListed.length < ids.size) setIds(new Set(stillListed))
  return { has: (id) => ids.has(id), add: (id) => setIds((before) => new Set([...before, id])) }
}
