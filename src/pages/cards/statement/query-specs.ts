// The queries of a card's lists, which are filtered only by dates. The address of the card's page stores the dates.
import type { Params } from '#contract/operations.ts'
import { defaultStatementRange, statementRangeRefusal } from '#domain/cards/statement.ts'
import { dateParam, type QuerySpec, toRangeParams } from '#domain/query-specs.ts'

export interface Dates {
  readonly start: string
  readonly end: string
}

const addressParams = { start: dateParam('from'), end: dateParam('to') }

/** Initially the last three months. */
export const statementQuery = (cardID: string): QuerySpec<Dates, Params<'cardStatement'>> => ({
  params: addressParams,
  defaults: defaultStatementRange,
  toParams(dates) {
    const range = toRangeParams(dates, statementRangeRefusal)
    return range.ok ? { ok: true, params: { cardID, ...range.params } } : range
  },
})

/** Initially only today. */
export const failedTransactionsQuery = (cardNumber: string): QuerySpec<Dates, Params<'failedTransactionSearch'>> => ({
  params: addressParams,
  defaults: (today) => ({ start: today, end: today }),
  toParams(dates) {
    const range = toRangeParams(dates, statementRangeRefusal)
    return range.ok ? { ok: true, params: { cardNumber, ...range.params } } : range
  },
})
