// A choice within a page, stored in the address: it survives a reload, and makes no history entry.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `defaults`: the value if the address has none; `within`: other parameters that another choice removes. */
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
