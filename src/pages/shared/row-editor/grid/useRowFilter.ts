// The filter of the open rows. The address stores it, so that it survives a reload.
import { startTransition, useCallback, useState } from 'react'
import { useAddressParams } from '#services/address-params.ts'
import type { RowFilter } from '#rows/view.ts'

const PARAM = 'rows'
const filterNames = ['all', 'errorsFirst', 'errors', 'edited', 'removed'] as const

/**
 * `defaultFilter` applies if the address has no filter. `setFilter` leaves the address unchanged. `storeFilter` also
 * writes the filter to the address.
 */
export function useRowFilter(defaultFilter: RowFilter) {
  const [params, changeParams] = useAddressParams()
  const [filter, setFilter] = useState(() => textToFilter(params.get(PARAM)) ?? defaultFilter)
  const storeFilter = useCallback(
    (next: RowFilter) => {
      setFilter(next)
      // The rows are drawn first, since nothing on screen depends on the address.
      startTransition(() =>
        changeParams(
          (current) => {
            current.set(PARAM, filterToText(next))
            return current
          },
          { replace: true },
        ),
      )
    },
    [changeParams],
  )
  return { filter, setFilter, storeFilter }
}

/** 'errors', 'reason cardStopped', 'reason textTooLong address1'. */
function filterToText(filter: RowFilter): string {
  if (filter.show !== 'reason') return filter.show
  const { code, field } = filter
  const isAboutWholeRow = field === ''
  return isAboutWholeRow ? `reason ${code}` : `reason ${code} ${field}`
}

function textToFilter(text: string | null): RowFilter | undefined {
  const [show, code, field = ''] = text?.split(' ') ?? []
  if (show === 'reason' && code !== undefined) return { show, code, field }
  const name = filterNames.find((filterName) => filterName === show)
  return name && { show: name }
}
