// A choice within a page, stored in a parameter of the address so that it survives a reload. A change adds no history
// entry.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `defaultValue` is the value if the address has none. A new choice also removes the `dependentParams`. */
export function useUrlParam(name: string, defaultValue: string, dependentParams: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const setValue = useCallback(
    (value: string) =>
      setSearch(
        (current) => {
          const next = new URLSearchParams(current)
          for (const param of dependentParams) next.delete(param)
          if (value === defaultValue) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setSearch, name, defaultValue, dependentParams],
  )
  return [search.get(name) ?? defaultValue, setValue] as const
}
