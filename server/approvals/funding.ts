// Reads the funding of rows that are not submitted yet. `Funds` is the money available in the funding account.
// `Funding` compares this money with the cost of the rows.
import { coverRows, fundingToApi, fundsFor, toFunding, type ApiFunding } from '#domain/funding/funds.ts'
import { readFundingAccount } from '#server/ledger/funding.ts'
import type { SessionContext } from '#server/operations/context.ts'

/**
 * `costs`: the cost of each row that can be submitted, in minor units. The order of the rows decides what is covered.
 */
export async function readFunding(
  { db, viewer, now }: SessionContext,
  currency: string,
  costs: readonly number[],
): Promise<ApiFunding> {
  const account = await readFundingAccount(db, viewer.ownerId, currency)
  const funds = fundsFor(account, now())
  const coverage = coverRows(costs, funds)
  return fundingToApi(toFunding(funds, coverage))
}
