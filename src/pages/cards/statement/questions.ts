// The parameters of a card's lists: dates, kept in the address of its page.
import type { Params } from '#contract/operations.ts'
import { defaultStatementRange, refuseStatementRange } from '#domain/cards/statement.ts'
import { dateParam, type Question, wantRange } from '#domain/questions.ts'

export interface Dates {
  readonly start: string
  readonly end: string
}

const params = { start: dateParam('from'), end: dateParam('to') }

/** Initially the last three months. */
export const statementQuestion = (cardID: string): Question<Dates, Params<'cardStatement'>> => ({
  params,
  usual: defaultStatementRange,
  ask(dates) {
    const wanted = wantRange(dates, refuseStatementRange)
    return wanted.ok ? { ok: true, params: { cardID, ...wanted.params } } : wanted
  },
})

/** Initially today only. */
export const failedQuestion = (cardNumber: string): Question<Dates, Params<'failedTransactionSearch'>> => ({
  params,
  usual: (today) => ({ start: today, end: today }),
  ask(dates) {
    const wanted = wantRange(dates, refuseStatementRange)
    return wanted.ok ? { ok: true, params: { cardNumber, ...wanted.params } } : wanted
  },
})
