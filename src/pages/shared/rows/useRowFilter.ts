// The filter of the open rows. The address stores it, so that it survives a reload.
import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RowFilter } from '#rows/view.ts'

const NAME = 'rows'
const shown = ['all', 'errorsFirst', 'errors', 'edited', 'removed'] as const

/** `defaults` is the filter if the address has none. */
export function useRowFilter(defaults: RowFilter) {
  const [search, setSearch] = useSearchParams()
  const [filter, setFilter] = useState(() => textToFilter(search.get(NAME)) ?? defaults)
  const write = useRef(setSearch)
  useEffect(() => {
    write.current = setSearch
  })
  const choose = useCallback((next: RowFilter) => {
    setFilter(next)
    // Renders the rows first: nothing on screen depends on the address.
    startTransition(() =>
      write.current(
        (now) => {
          const to = new URLSearchParams(now)
          to.set(NAME, filterToText(next))
          return to
        },
        { replace: true },
      ),
    )
  }, [])
  return { filter, setFilter, choose }
}

/** 'errors', 'reason cardStopped', 'reason textTooLong address1'. */
const filterToText = (filter: RowFilter): string =>
  filter.show === 'reason' ? ['reason', filter.code, filter.field].join(' ').trim() : filter.show

function textToFilter(text: string | null): RowFilter | undefined {
  const [show, code, field = ''] = text?.split(' ') ?? []
  if (show === 'reason' && code !== undefined) return { show, code, field }
  const known = shown.find((each) => each === show)
  return known && { show: known }
}
