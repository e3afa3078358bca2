// The page and sorting of the table in the details of an item, which the address stores.
import { useCallback, useMemo } from 'react'
import { useAddressParams } from '#services/address-params.ts'
import { searchToView, viewToSearch } from '#services/lists/address.ts'
import type { ViewChange } from '#domain/lists.ts'

const PREFIX = 'row'
/** The rows have the server's order until the user sorts them. */
const DEFAULT_SORT = undefined

/** The parameters to remove from the address when another item is opened, or other rows of the same item are shown. */
export const TABLE_VIEW_PARAMS = [`${PREFIX}page`, `${PREFIX}sort`] as const

export function useTableView() {
  const [params, changeParams] = useAddressParams()
  const view = useMemo(() => searchToView(params, DEFAULT_SORT, PREFIX), [params])
  const onViewChange = useCallback(
    (change: ViewChange) =>
      changeParams(
        (current) => {
          const nextView = change(searchToView(current, DEFAULT_SORT, PREFIX))
          return viewToSearch(current, nextView, DEFAULT_SORT, PREFIX)
        },
        { replace: true },
      ),
    [changeParams],
  )
  return { view, onViewChange }
}
