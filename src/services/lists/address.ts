// A list's query and position as parameters of the address. Default values are omitted; other parameters stay.
import type { CalendarDate } from '#domain/calendar.ts'
import type { Sort, TableView } from '#domain/lists.ts'
import type { Param, QuerySpec } from '#domain/query-specs.ts'

type AnyParam = Param<unknown>
const entriesOf = <Values, Params>({ params }: QuerySpec<Values, Params>) =>
  Object.entries(params) as [keyof Values & string, AnyParam][]

/** The values in the address. Missing or invalid values get their default. */
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
 * @param today the day that default values are relative to; undefined for an address that also contains default values
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
  for (const [key, { name, format }] of entriesOf(querySpec))
    setOrDelete(nextSearch, prefix + name, format(values[key]), defaults ? format(defaults[key]) : '')
  nextSearch.delete(`${prefix}page`)
  return nextSearch
}

export function searchToView(search: URLSearchParams, defaults: Sort | undefined, prefix = ''): TableView {
  const page = search.get(`${prefix}page`) ?? ''
  const isPageNumber = /^[1-9][0-9]{0,5}$/.test(page)
  return { page: isPageNumber ? Number(page) - 1 : 0, sort: textToSort(search.get(`${prefix}sort`)) ?? defaults }
}

/** '-amount': by amount, descending. */
function textToSort(text: string | null): Sort | undefined {
  const [, minus, key] = /^(-?)([A-Za-z][A-Za-z0-9_]{0,40})$/.exec(text ?? '') ?? []
  return key === undefined ? undefined : { key, descending: minus === '-' }
}

export function viewToSearch(
  search: URLSearchParams,
  { page, sort }: TableView,
  defaults: Sort | undefined,
  prefix = '',
): URLSearchParams {
  const nextSearch = new URLSearchParams(search)
  setOrDelete(nextSearch, `${prefix}page`, String(page + 1), '1')
  setOrDelete(nextSearch, `${prefix}sort`, sortToText(sort), sortToText(defaults))
  return nextSearch
}

function sortToText(sort: Sort | undefined): string {
  if (!sort) return ''
  return sort.descending ? `-${sort.key}` : sort.key
}

/** A default value is left out of the address. */
function setOrDelete(search: URLSearchParams, name: string, value: string, defaultValue: string): void {
  if (value === defaultValue) search.delete(name)
  else search.set(name, value)
}

/** True for a valid list position that was stored outside the address, by any version. */
export function isTableView(value: unknown): value is TableView {
  if (typeof value !== 'object' || value === null) return false
  const { page, sort } = value as Partial<Record<keyof TableView, unknown>>
  const isSort = typeof sort === 'object' && sort !== null && 'key' in sort && 'descending' in sort
  const isPage = Number.isInteger(page) && Number(page) >= 0
  return isPage && (sort === undefined || isSort)
}
