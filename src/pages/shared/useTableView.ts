// The page and sorting of the table in the details of an item. The address stores them.
import { useCallback, useMemo } from 'react'
import { useAddressParams } from '#services/address-params.ts'
import { searchToView, viewToSearch } from '#services/lists/address.ts'
import type { ViewChange } from '#domain/lists.ts'

const PREFIX = 'row'

/** Remove these parameters when another item is opened, or when other rows of the same item are shown. */
export const TABLE_VIEW_PARAMS = [`${PREFIX}page`, `${PREFIX}sort`] as const

export function useTableView() {
  const [params, changeParams] = useAddressParams()
  const view = useMemo(() => searchToView(params, undefined, PREFIX), [params])
  const onViewChange = useCallback(
    (change: ViewChange) =>
      changeParams(
        (current) => viewToSearch(current, change(searchToView(current, undefined, PREFIX)), undefined, PREFIX),
        { replace: true },
      ),
    [changeParams],
  )
  return { view, onViewChange }
}
