// The open batch, and the filter and sorting of its rows, all stored in the address.
import { useCallback } from 'react'
import { useAddressParams } from '#services/address-params.ts'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { TABLE_VIEW_PARAMS } from '#pages/shared/useTableView.ts'
import { type RowFilter, rowFilters, type RowSorting, rowSortings } from './details.ts'

/** The id of the open batch. Opening another batch clears filter, sorting and page. */
export const useOpenBatchId = () => useOpenItemId('batch', BATCH_PARAMS)
const BATCH_PARAMS = ['rows', 'order', ...TABLE_VIEW_PARAMS] as const

/** The filter and sorting of the rows of the open batch. */
export function useRowView() {
  const [params, changeParams] = useAddressParams()
  const filter = rowFilters.find(({ key }) => key === params.get('rows'))?.key ?? 'all'
  const sorting = rowSortings.find(({ key }) => key === params.get('order'))?.key ?? 'file'
  const setView = useCallback(
    (change: { readonly filter?: RowFilter; readonly sorting?: RowSorting }) =>
      changeParams(
        (current) => {
          // Returns to the first page and removes column sorting.
          for (const name of TABLE_VIEW_PARAMS) current.delete(name)
          if (change.filter !== undefined) current.set('rows', change.filter)
          if (change.sorting !== undefined) current.set('order', change.sorting)
          // The address leaves out the defaults.
          if (change.filter === 'all') current.delete('rows')
          if (change.sorting === 'file') current.delete('order')
          return current
        },
        { replace: true },
      ),
    [changeParams],
  )
  return { filter, sorting, setView }
}
