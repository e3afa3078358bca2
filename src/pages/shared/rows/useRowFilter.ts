// The filter of the open rows. The address stores it, so that it survives a reload.
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RowFilter } from '#rows/view.ts'

const PARAM = 'rows'
const filterNames = ['all', 'errorsFirst', 'errors', 'edited', 'removed'] as const

/**
 * `defaultFilter` is the filter if the address has none. `setFilter` leaves the address unchanged; `storeFilter` also
 * updates the address.
 */
export function useRowFilter(defaultFilter: RowFilter) {
  const [search, setSearch] = useSearchParams()
  const [filter, setFilter] = useState(() => textToFilter(search.get(PARAM)) ?? defaultFilter)
  const latestSetSearch = useRef(setSearch)
  useEffect(() => {
    latestSetSearch.current = setSearch
  })
  const storeFilter = useCallback((next: RowFilter) => {
    setFilter(next)
    // Lower priority than the rows, since nothing on screen depends on the address.
    startTransition(() =>
      latestSetSearch.current(
        (current) => {
          const params = new URLSearchParams(current)
          params.set(PARAM, filterToText(next))
          return params
        },
        { replace: true },
      ),
    )
  }, [])
  return { filter, setFilter, storeFilter }
}

/** 'errors', 'reason cardStopped', 'reason textTooLong address1'. */
const filterToText = (filter: RowFilter): string =>
  filter.show === 'reason' ? ['reason', filter.code, filter.field].join(' ').trim() : filter.show

function textToFilter(text: string | null): RowFilter | undefined {
  const [show, code, field = ''] = text?.split(' ') ?? []
  if (show === 'reason' && code !== undefined) return { show, code, field }
  const name = filterNames.find((filterName) => filterName === show)
  return name && { show: name }
}
