// The batch whose details are open, and which of its rows, as the address holds them.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type RowFilter, rowFilters, type RowOrder, rowOrders } from './details.ts'

/** The batch whose details are open. */
export function useShownBatch() {
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
