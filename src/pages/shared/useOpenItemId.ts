// The id of the item whose details are open. The address stores it, so that a link, a reload and Back open the same
// item.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `itemParams` are other parameters of the open item. They are removed when another item is opened. */
export function useOpenItemId(name: string, itemParams: readonly string[] = NO_PARAMS) {
  const [search, setSearch] = useSearchParams()
  const setId = useCallback(
    (id: string | undefined) =>
      setSearch((current) => {
        const next = new URLSearchParams(current)
        for (const param of [name, ...itemParams]) next.delete(param)
        if (id !== undefined) next.set(name, id)
        return next
      }),
    [setSearch, name, itemParams],
  )
  return [search.get(name) ?? undefined, setId] as const
}

const NO_PARAMS: readonly string[] = []
