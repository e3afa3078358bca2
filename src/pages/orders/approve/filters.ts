// The query of the list of virtual card orders. The dates are sent whichever status is chosen.
import type { Params } from '#contract/operations.ts'
import { virtualOrderFilterLabels } from '#domain/order/status.ts'
import { type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'
import { choiceParam, type Dates, type QuerySpec, searchDates } from '#domain/query-specs.ts'

export interface OrderFilters extends Dates {
  readonly filter: VirtualOrderFilter
}

export const filterOptions = Object.entries(virtualOrderFilterLabels).map(([value, label]) => ({ value, label }))

export const virtualOrdersQuery: QuerySpec<OrderFilters, Params<'fetchVirtualCardOrdersBatchLoads'>> = {
  params: { filter: choiceParam('status', Object.values(virtualOrderFilters)), ...searchDates.params },
  defaults: (today) => ({ filter: virtualOrderFilters.awaiting, ...searchDates.defaults(today) }),
  toParams({ filter, ...range }) {
    const dates = searchDates.toParams(range)
    return dates.ok ? { ok: true, params: { filter, ...dates.params } } : dates
  },
}
