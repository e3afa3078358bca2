// The page and sorting of the table in the details of an item, which the address stores.
import { useCallback, useMemo } from 'react'
import { useAddressParams } from '#services/address-params.ts'
import { searchToView, viewToSearch } from '#services/lists/address.ts'
import type { ViewChange } from '#domain/lists.ts'

const PREFIX = 'row'

/** The parameters to remove from the address when another item is opened, or other rows of the same item are shown. */
export const TABLE_VIEW_PARAMS = [`${PREFIX}page`, `${PREFIX}sort`] as const

export function useTableView() {
  const [params, changeParams] = useAddressParams()
  const view = useMemo(() => searchToView(params, undefined, PREFIX), [params])
  const onViewChange = useCallback(
    (change: ViewChange) =>
      changeParams(
        (current) => {
          const nextView = change(searchToView(current, undefined, PREFIX))
          return viewToSearch(current, nextView, undefined, PREFIX)
        },
        { replace: true },
      ),
    [changeParams],
  )
  return { view, onViewChange }
}
