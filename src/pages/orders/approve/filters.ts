// The query of the list of virtual card orders: its status and its dates, which apply to every status.
import type { Params } from '#contract/operations.ts'
import { virtualOrderFilterLabels } from '#domain/order/standing.ts'
import { type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'
import { choiceParam, type Dates, type Question, searchDates } from '#domain/questions.ts'

export interface OrderFilters extends Dates {
  readonly filter: VirtualOrderFilter
}

export const filterOptions = Object.entries(virtualOrderFilterLabels).map(([value, label]) => ({ value, label }))

export const virtualOrdersQuestion: Question<OrderFilters, Params<'fetchVirtualCardOrdersBatchLoads'>> = {
  params: { filter: choiceParam('status', Object.values(virtualOrderFilters)), ...searchDates.params },
  usual: (today) => ({ filter: virtualOrderFilters.awaiting, ...searchDates.usual(today) }),
  ask({ filter, ...range }) {
    const wanted = searchDates.ask(range)
    return wanted.ok ? { ok: true, params: { filter, ...wanted.params } } : wanted
  },
}
