// The filters and the open batch as the address holds them; changing them changes the address, and back brings them back.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Filters, filtersToRequest, filtersToSearch, searchToFilters } from './filters.ts'
import { type RowFilter, rowFilters, type RowOrder, rowOrders } from './details.ts'
import { useToday } from '#services/useToday.ts'

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
        // Another batch begins with all its rows.
        for (const name of ['batch', 'rows', 'order']) next.delete(name)
        if (id !== undefined) next.set('batch', id)
        return next
      }),
    [setSearch],
  )
  return [search.get('batch') ?? undefined, write] as const
}

/** Which rows of the open batch are shown, and in which order. */
export function useRowView() {
  const [search, setSearch] = useSearchParams()
  const filter = rowFilters.find(({ key }) => key === search.get('rows'))?.key ?? 'all'
  const order = rowOrders.find(({ key }) => key === search.get('order'))?.key ?? 'file'
  const setView = useCallback(
    (change: { readonly filter?: RowFilter; readonly order?: RowOrder }) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          const write = (name: string, value: string | undefined, usual: string) => {
            if (value !== undefined) next.set(name, value)
            if (value === usual) next.delete(name)
          }
          write('rows', change.filter, 'all')
          write('order', change.order, 'file')
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { filter, order, setView }
}
