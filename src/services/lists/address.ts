// Writes a list's query and position as parameters of the address, and reads them. Default values are left out of the
// address. Parameters that do not belong to the list stay.
import type { CalendarDate } from '#domain/calendar.ts'
import type { Sort, TableView } from '#domain/lists.ts'
import type { Param, QuerySpec } from '#domain/query-specs.ts'

type AnyParam = Param<unknown>
const entriesOf = <Values, Params>({ params }: QuerySpec<Values, Params>) =>
  Object.entries(params) as [keyof Values & string, AnyParam][]

/** The values in the address, or the default of each value that is missing or invalid. */
export function searchToValues<Values, Params>(
  querySpec: QuerySpec<Values, Params>,
  search: URLSearchParams,
  today: CalendarDate,
  prefix = '',
): Values {
  const values = { ...querySpec.defaults(today) }
  for (const [key, { name, parse }] of entriesOf(querySpec)) {
    const text = search.get(prefix + name)
    const value = text === null ? undefined : parse(text)
    if (value !== undefined) values[key] = value as Values[typeof key]
  }
  return values
}

/**
 * Writes the values into an address. A new query starts on its first page.
 *
 * @param today the day from which default values are calculated. If undefined, default values are written too.
 */
export function valuesToSearch<Values, Params>(
  querySpec: QuerySpec<Values, Params>,
  search: URLSearchParams,
  values: Values,
  today: CalendarDate | undefined,
  prefix = '',
): URLSearchParams {
  const nextSearch = new URLSearchParams(search)
  const defaults = today && querySpec.defaults(today)
  for (const [key, { name, format }] of entriesOf(querySpec)) {
    // An empty value is never written.
    const defaultText = defaults ? format(defaults[key]) : ''
    setOrDelete(nextSearch, prefix + name, { value: format(values[key]), defaultValue: defaultText })
  }
  nextSearch.delete(`${prefix}page`)
  return nextSearch
}

export function searchToView(search: URLSearchParams, defaultSort: Sort | undefined, prefix = ''): TableView {
  const page = search.get(`${prefix}page`) ?? ''
  const isPageNumber = /^[1-9][0-9]{0,5}$/.test(page)
  // The address counts pages from 1.
  const pageIndex = isPageNumber ? Number(page) - 1 : 0
  return { page: pageIndex, sort: textToSort(search.get(`${prefix}sort`)) ?? defaultSort }
}

/** '-amount': by amount, descending. */
function textToSort(text: string | null): Sort | undefined {
  if (text === null) return undefined
  const descending = text.startsWith('-')
  const key = descending ? text.slice(1) : text
  return /^[A-Za-z][A-Za-z0-9_]{0,40}$/.test(key) ? { key, descending } : undefined
}

export function viewToSearch(
  search: URLSearchParams,
  { page, sort }: TableView,
  defaultSort: Sort | undefined,
  prefix = '',
): URLSearchParams {
  const nextSearch = new URLSearchParams(search)
  setOrDelete(nextSearch, `${prefix}page`, { value: String(page + 1), defaultValue: '1' })
  setOrDelete(nextSearch, `${prefix}sort`, { value: sortToText(sort), defaultValue: sortToText(defaultSort) })
  return nextSearch
}

function sortToText(sort: Sort | undefined): string {
  if (!sort) return ''
  return sort.descending ? `-${sort.key}` : sort.key
}

/** Writes a value into the address, but leaves out a default value. */
function setOrDelete(
  search: URLSearchParams,
  name: string,
  { value, defaultValue }: { readonly value: string; readonly defaultValue: string },
): void {
  if (value === defaultValue) search.delete(name)
  else search.set(name, value)
}

/**
 * True for a valid position in a list. For positions that are stored outside the address, by any version of the portal.
 */
export function isTableView(value: unknown): value is TableView {
  if (typeof value !== 'object' || value === null) return false
  const { page, sort } = value as Partial<Record<keyof TableView, unknown>>
  const isPage = Number.isInteger(page) && Number(page) >= 0
  if (sort === undefined) return isPage
  const isSort = typeof sort === 'object' && sort !== null && 'key' in sort && 'descending' in sort
  return isPage && isSort
}
