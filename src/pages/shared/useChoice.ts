// A choice within a page, stored in the address: it survives a reload, and is no history entry.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `usual`: the value if the address has none; `within`: other parameters that another choice removes. */
export function useChoice(name: string, usual: string, within: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const write = useCallback(
    (value: string) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          for (const each of within) next.delete(each)
          if (value === usual) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setSearch, name, usual, within],
  )
  return [search.get(name) ?? usual, write] as const
}
