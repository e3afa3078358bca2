// Describes the query of a list as data: its values, their text in the page's address, their defaults, and the
// parameters for the server. Every list, report and audit trail has such a description. A new list passes its
// description to `useServerList` and to the components of ui/list. They handle address, reload, Back, paging, order,
// age, failure and files. src/ui/README.md says which component to use.
import { m } from '#words/messages.js'
import { type CalendarDate, textToDate } from './calendar.ts'
import { addDays, MAX_SEARCH_DAYS, searchRangeError } from './dates.ts'

/**
 * One value of a query in the page's address. Free text can be a name or a card number, which must never be in an
 * address. So free text has no parameter, and is stored elsewhere.
 */
export interface Param<Value> {
  /** The name of the parameter in the address. */
  readonly name: string
  /** Undefined for an invalid text, for which the default applies. */
  readonly parse: (text: string) => Value | undefined
  readonly format: (value: Value) => string
  /** True for a value that the user types. Its intermediate states create no history entries. */
  readonly isTyped: boolean
}

/** One of several values, each written as its text. */
export const choiceParam = <const Value extends string | number>(
  name: string,
  allowed: readonly Value[],
): Param<Value> => ({
  name,
  parse: (text) => allowed.find((value) => String(value) === text),
  format: String,
  isTyped: false,
})

/** A calendar date, or '' while it is incomplete. The address stores '' too, but no request is sent with it. */
export const dateParam = (name: string): Param<string> => ({
  name,
  parse: (text) => (text === '' ? '' : textToDate(text)),
  format: String,
  isTyped: true,
})

/** A month 'yyyy-mm'; '' while none is chosen. */
export const monthParam = (name: string): Param<string> => ({
  name,
  parse(text) {
    const isMonth = textToDate(`${text}-01`) !== undefined
    return text === '' || isMonth ? text : undefined
  },
  format: String,
  isTyped: false,
})

/** The database id of a campaign, user or batch, or '' if none is chosen. An id is shorter than any card number. */
export const idParam = (name: string): Param<string> => ({
  name,
  parse: (text) => (/^(?:[1-9][0-9]{0,11})?$/.test(text) ? text : undefined),
  format: String,
  isTyped: false,
})

/** The parameters for the server, or the message at the fields that explains why no request is sent. */
export type ParamsResult<Params> =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly refusal: string }

export interface QuerySpec<Values, Params> {
  readonly params: { readonly [Key in keyof Values & string]: Param<Values[Key]> }
  readonly defaults: (today: CalendarDate) => Values
  readonly toParams: (values: Values) => ParamsResult<Params>
}

export const NO_DATES_MESSAGE = m.dates_enterBothDates()

/**
 * Both dates as parameters, if they are valid.
 * @param rangeRefusal the rule of the list for its date range
 */
export function toRangeParams(
  { start, end }: { readonly start: string; readonly end: string },
  rangeRefusal: (start: CalendarDate, end: CalendarDate) => string | undefined,
): ParamsResult<{ readonly startDate: CalendarDate; readonly endDate: CalendarDate }> {
  const startDate = textToDate(start)
  const endDate = textToDate(end)
  if (startDate === undefined || endDate === undefined) return { ok: false, refusal: NO_DATES_MESSAGE }
  const refusal = rangeRefusal(startDate, endDate)
  return refusal === undefined ? { ok: true, params: { startDate, endDate } } : { ok: false, refusal }
}

/** The dates are texts, since a field can be incomplete. */
export interface Dates {
  readonly start: string
  readonly end: string
}

/** The dates of the lists of batches and orders: a range of at most 56 days, which ends today by default. */
export const searchDates = {
  params: { start: dateParam('from'), end: dateParam('to') },
  defaults: (today: CalendarDate): Dates => ({ start: addDays(today, -MAX_SEARCH_DAYS), end: today }),
  toParams: (dates: Dates) => toRangeParams(dates, searchRangeError),
}

/** The query of a list without filters. */
export const unfilteredQuery: QuerySpec<object, object> = {
  params: {},
  defaults: () => ({}),
  toParams: () => ({ ok: true, params: {} }),
}
