// The filters and the open batch as the address holds them; changing them changes the address, and back brings them back.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Filters, filtersToRequest, filtersToSearch, searchToFilters } from './filters.ts'
import { useToday } from './useToday.ts'

export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const today = useToday()
  const filters = useMemo(() => searchToFilters(search, today), [search, today])

  const setFilters = useCallback(
    (change: Partial<Filters>) => {
      // A date is typed in steps, which are no places to go back to.
      const replace = change.filter === undefined
      setSearch((now) => filtersToSearch(now, { ...searchToFilters(now, today), ...change }, today), { replace })
    },
    [setSearch, today],
  )
  return { filters, request: useMemo(() => filtersToRequest(filters), [filters]), setFilters }
}

/** The batch whose details are open. */
export function useOpenBatch() {
  const [search, setSearch] = useSearchParams()
  const write = useCallback(
    (id: string | undefined) =>
      setSearch((now) => {
        const next = new URLSearchParams(now)
        if (id === undefined) next.delete('batch')
        else next.set('batch', id)
        return next
      }),
    [setSearch],
  )
  return [search.get('batch') ?? undefined, write] as const
}
