// What the lists of batches are asked by: a checker's by status and dates, a maker's own by dates (batches §2, §7).
import type { Params } from '#contract/operations.ts'
import {
  type BatchFilter,
  batchFilterLabels,
  batchStates,
  DEFAULT_BATCH_FILTER,
  filterTakesDates,
} from '#domain/batch/states.ts'
import { addDays, type CalendarDate, MAX_SEARCH_DAYS, refuseSearchSpan } from '#domain/dates.ts'
import { choiceParam, dateParam, type Question, wantRange } from '#domain/questions.ts'

/** The dates stay texts: a field may hold one that is not finished. */
export interface Dates {
  readonly start: string
  readonly end: string
}
export interface Filters extends Dates {
  readonly filter: BatchFilter
}

export const filterOptions = Object.entries(batchFilterLabels).map(([value, label]) => ({ value, label }))

/** batches §9: the range starts 56 days before today and ends today. */
export const defaultRange = (today: CalendarDate) => ({ start: addDays(today, -MAX_SEARCH_DAYS), end: today })

const dates = { start: dateParam('from'), end: dateParam('to') }

export const batchLoadsQuestion: Question<Filters, Params<'batchLoads'>> = {
  params: { filter: choiceParam('status', Object.values(batchStates)), ...dates },
  usual: (today) => ({ filter: DEFAULT_BATCH_FILTER, ...defaultRange(today) }),
  ask({ filter, ...range }) {
    if (!filterTakesDates(filter)) return { ok: true, params: { filter } }
    const wanted = wantRange(range, refuseSearchSpan)
    return wanted.ok ? { ok: true, params: { filter, ...wanted.params } } : wanted
  },
}

export const myBatchesQuestion: Question<Dates, Params<'myBatches'>> = {
  params: dates,
  usual: defaultRange,
  ask: (range) => wantRange(range, refuseSearchSpan),
}
