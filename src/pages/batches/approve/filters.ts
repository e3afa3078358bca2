// The list's filters: in the address, so that a link or the back button brings the same list, and as the host is asked.
import type { Params } from '#contract/operations.ts'
import { type BatchFilter, batchFilterLabels, DEFAULT_BATCH_FILTER, filterTakesDates } from '#domain/batch/states.ts'
import { addDays, type CalendarDate, MAX_SEARCH_DAYS, refuseSearchSpan, textToDate } from '#domain/dates.ts'

/** The dates stay texts: a field may hold a date that is not finished. */
export interface Filters {
  readonly filter: BatchFilter
  readonly start: string
  readonly end: string
}

export const filterOptions = Object.entries(batchFilterLabels).map(([value, label]) => ({ value, label }))

/** batches §9: the range starts 56 days before today and ends today. */
export const defaultRange = (today: CalendarDate) => ({ start: addDays(today, -MAX_SEARCH_DAYS), end: today })

/** What the address says; whatever it does not say, or says wrongly, is the default. */
export function searchToFilters(search: URLSearchParams, today: CalendarDate): Filters {
  const range = defaultRange(today)
  return {
    filter: textToFilter(search.get('status')) ?? DEFAULT_BATCH_FILTER,
    start: search.get('from') ?? range.start,
    end: search.get('to') ?? range.end,
  }
}

/** The filters written into an address; defaults are left out, and what else stands there stays. */
export function filtersToSearch(search: URLSearchParams, filters: Filters, today: CalendarDate): URLSearchParams {
  const range = defaultRange(today)
  const next = new URLSearchParams(search)
  const write = (name: string, value: string, usual: string) =>
    value === usual ? next.delete(name) : next.set(name, value)
  write('status', String(filters.filter), String(DEFAULT_BATCH_FILTER))
  write('from', filters.start, range.start)
  write('to', filters.end, range.end)
  return next
}

export type Request =
  | { readonly ok: true; readonly params: Params<'batchLoads'> }
  /** Nothing is fetched; the date fields are flagged with this (batches §5, §8). */
  | { readonly ok: false; readonly refusal: string }

export const UNREADABLE_DATES = 'Enter a start date and an end date'

/** What the host is asked, or why it is not asked. */
export function filtersToRequest({ filter, start, end }: Filters): Request {
  if (!filterTakesDates(filter)) return { ok: true, params: { filter } }
  const [startDate, endDate] = [textToDate(start), textToDate(end)]
  if (startDate === undefined || endDate === undefined) return { ok: false, refusal: UNREADABLE_DATES }
  const refusal = refuseSearchSpan(startDate, endDate)
  return refusal === undefined ? { ok: true, params: { filter, startDate, endDate } } : { ok: false, refusal }
}

const textToFilter = (text: string | null): BatchFilter | undefined =>
  filterOptions.some(({ value }) => value === text) ? (Number(text) as BatchFilter) : undefined
