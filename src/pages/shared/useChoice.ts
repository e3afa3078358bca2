// A choice within a page. The address stores it, so that it survives a reload, without a history entry.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `defaults` is the value if the address has none. `within` are other parameters that a new choice removes. */
export function useChoice(name: string, defaults: string, within: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const write = useCallback(
    (value: string) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          for (const each of within) next.delete(each)
          if (value === defaults) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setSearch, name, defaults, within],
  )
  return [search.get(name) ?? defaults, write] as const
}
