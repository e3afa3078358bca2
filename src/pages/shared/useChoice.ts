// What is chosen within a page, as the address holds it: there again after a reload, and no step to go back to.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** `usual`: what is meant where the address says nothing; `within`: what else of it another choice begins without. */
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
