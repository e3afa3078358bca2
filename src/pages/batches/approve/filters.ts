// The queries of the lists of batches: for checkers by status and dates, for makers by dates.
import type { Params } from '#contract/operations.ts'
import {
  type BatchFilter,
  batchFilterLabels,
  batchStates,
  DEFAULT_BATCH_FILTER,
  filterTakesDates,
} from '#domain/batch/states.ts'
import { choiceParam, type Dates, type Question, searchDates } from '#domain/questions.ts'
import * as say from '#words/pages/batches/approve.ts'

export interface Filters extends Dates {
  readonly filter: BatchFilter
}

export const filterOptions = Object.entries(batchFilterLabels).map(([value, label]) => ({ value, label }))

export const batchLoadsQuestion: Question<Filters, Params<'batchLoads'>> = {
  params: { filter: choiceParam('status', Object.values(batchStates)), ...searchDates.params },
  usual: (today) => ({ filter: DEFAULT_BATCH_FILTER, ...searchDates.usual(today) }),
  ask({ filter, ...range }) {
    if (!filterTakesDates(filter)) return { ok: true, params: { filter } }
    const wanted = searchDates.ask(range)
    return wanted.ok ? { ok: true, params: { filter, ...wanted.params } } : wanted
  },
}

export interface MyFilters extends Dates {
  readonly state: 'all' | BatchFilter
}

export const stateOptions = [{ value: 'all', label: say.all }, ...filterOptions]

/** `words` are the search terms, which are not in the address. */
export const myBatchesQuestion = (words = ''): Question<MyFilters, Params<'myBatches'>> => ({
  params: { state: choiceParam('state', ['all', ...Object.values(batchStates)]), ...searchDates.params },
  usual: (today) => ({ state: 'all', ...searchDates.usual(today) }),
  ask({ state, ...range }) {
    const wanted = searchDates.ask(range)
    if (!wanted.ok) return wanted
    const search = words.trim()
    return {
      ok: true,
      params: {
        ...wanted.params,
        ...(state === 'all' ? {} : { filter: state }),
        ...(search === '' ? {} : { search }),
      },
    }
  },
})
