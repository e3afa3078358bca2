// The queries of the two lists on the page of the funding account: payments and statement.
import type { FundingPayment } from '#contract/funding-payments.ts'
import type { Result } from '#contract/operations.ts'
import { type FundingPaymentState, fundingPaymentStates } from '#domain/funding/payments.ts'
import { choiceParam, type QuerySpec, searchDates } from '#domain/query-specs.ts'
import type { ListSpec } from '#services/lists/useServerList.ts'

export type StateFilter = FundingPaymentState | 'all'

export const paymentsQuery: QuerySpec<{ readonly state: StateFilter }, { readonly state?: FundingPaymentState }> = {
  params: { state: choiceParam('state', ['all', ...fundingPaymentStates]) },
  defaults: () => ({ state: 'all' }),
  toParams: ({ state }) => ({ ok: true, params: state === 'all' ? {} : { state } }),
}

export const paymentsListSpec: ListSpec<'fundingPayments', { readonly state: StateFilter }, FundingPayment> = {
  name: 'funding-payments',
  method: 'fundingPayments',
  querySpec: paymentsQuery,
  rows: ({ payments }) => payments,
  pageSize: 10,
  isPaged: true,
}

export const statementQuery = searchDates

type StatementLine = Result<'fundingStatement'>['lines'][number]
export interface StatementRow extends StatementLine {
  /** The number of the line, since a line has no id. */
  readonly lineNumber: string
}

export const statementListSpec: ListSpec<
  'fundingStatement',
  { readonly start: string; readonly end: string },
  StatementRow
> = {
  name: 'funding-statement',
  method: 'fundingStatement',
  querySpec: statementQuery,
  rows: ({ lines }) => lines.map((line, index) => ({ ...line, lineNumber: String(index + 1) })),
  pageSize: 25,
}
