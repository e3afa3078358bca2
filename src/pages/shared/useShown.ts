// The item whose details are open. The address stores it, so that a link, a reload and Back open the same item.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `within` are other parameters of the open item; another item starts without them. */
export function useShown(name: string, within: readonly string[] = NOTHING) {
  const [search, setSearch] = useSearchParams()
  const write = useCallback(
    (id: string | undefined) =>
      setSearch((now) => {
        const next = new URLSearchParams(now)
        for (const each of [name, ...within]) next.delete(each)
        if (id !== undefined) next.set(name, id)
        return next
      }),
    [setSearch, name, within],
  )
  return [search.get(name) ?? undefined, write] as const
}

const NOTHING: readonly string[] = []
