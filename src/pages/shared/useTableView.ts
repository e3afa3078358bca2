// The page and sorting of the table in the details of an item. The address stores them.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { searchToView, viewToSearch } from '#services/lists/address.ts'
import type { TableView } from '#domain/lists.ts'

const PREFIX = 'row'

/** Remove these parameters when another item is opened, or when other rows of the same item are shown. */
export const TABLE_VIEW_PARAMS = [`${PREFIX}page`, `${PREFIX}sort`] as const

export function useTableView() {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => searchToView(search, undefined, PREFIX), [search])
  const onViewChange = useCallback(
    (next: TableView) => setSearch((current) => viewToSearch(current, next, undefined, PREFIX), { replace: true }),
    [setSearch],
  )
  return { view, onViewChange }
}
