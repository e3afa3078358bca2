// The filters of the batch lists and their queries: status and dates, for makers also a search text.
import { m } from '#words/messages.js'
import type { Params } from '#contract/operations.ts'
import {
  type BatchFilter,
  batchFilterLabels,
  batchStates,
  DEFAULT_BATCH_FILTER,
  filterTakesDates,
} from '#domain/batch/states.ts'
import { choiceParam, type Dates, type QuerySpec, searchDates } from '#domain/query-specs.ts'

export interface Filters extends Dates {
  readonly filter: BatchFilter
}

export const filterOptions = Object.entries(batchFilterLabels).map(([value, label]) => ({ value, label }))

export const batchLoadsQuery: QuerySpec<Filters, Params<'batchLoads'>> = {
  params: { filter: choiceParam('status', Object.values(batchStates)), ...searchDates.params },
  defaults: (today) => ({ filter: DEFAULT_BATCH_FILTER, ...searchDates.defaults(today) }),
  toParams({ filter, ...range }) {
    if (!filterTakesDates(filter)) return { ok: true, params: { filter } }
    const dates = searchDates.toParams(range)
    if (!dates.ok) return dates
    return { ok: true, params: { filter, ...dates.params } }
  },
}

export interface MyFilters extends Dates {
  readonly state: 'all' | BatchFilter
}

export const stateOptions = [{ value: 'all', label: m.common_all() }, ...filterOptions]

/** The address has no parameter for `searchText`, since the address never contains free text. */
export const myBatchesQuery = (searchText = ''): QuerySpec<MyFilters, Params<'myBatches'>> => ({
  params: { state: choiceParam('state', ['all', ...Object.values(batchStates)]), ...searchDates.params },
  defaults: (today) => ({ state: 'all', ...searchDates.defaults(today) }),
  toParams({ state, ...range }) {
    const dates = searchDates.toParams(range)
    if (!dates.ok) return dates
    const search = searchText.trim()
    return {
      ok: true,
      params: {
        ...dates.params,
        ...(state === 'all' ? {} : { filter: state }),
        ...(search === '' ? {} : { search }),
      },
    }
  },
})
