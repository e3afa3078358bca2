// Verification: the findings of the server before anything is submitted. Only informative, because the submission
// checks again.
import type { CardOrder, VirtualCardOrder } from '#contract/orders.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { readFunding } from '#server/approvals/funding.ts'
import type { Handler, Refusal, SessionContext } from '#server/operations/context.ts'
import { campaignOf } from './campaigns.ts'
import { duplicateToApi, findDuplicates } from './duplicates.ts'
import { fingerprintOfRows, judgeRows } from './judge-rows.ts'
import { repeatedRows } from './repeated.ts'

export const verifyCardOrder: Handler<'verifyCardOrder'> = async (context, { campaignID, cardOrders }) => {
  const verified = await verify(context, 'physical', campaignID, cardOrders)
  if ('refused' in verified) return verified
  return { cardOrders: verified.rows, ...verified.aboutAll }
}

export const verifyVirtualCardOrder: Handler<'verifyVirtualCardOrder'> = async (context, params) => {
  const verified = await verify(context, 'virtual', params.campaignID, params.virtualCardOrders)
  if ('refused' in verified) return verified
  return { virtualCardOrders: verified.rows, ...verified.aboutAll }
}

async function verify<Row extends CardOrder | VirtualCardOrder>(
  context: SessionContext,
  type: OrderType,
  campaignId: string,
  given: readonly Row[],
) {
  const campaign = await campaignOf(context, type, { id: campaignId, path: 'campaignID' })
  if ('refused' in campaign) return campaign satisfies Refusal
  const judged = judgeRows(context, type, campaign, given)
  const fingerprint = fingerprintOfRows(context, type, campaign.id, judged)
  const duplicates = await findDuplicates(context, fingerprint)
  const repeated = await repeatedRows(context, { type, campaignId: campaign.id }, judged)
  const costs = judged
    .filter(({ error }) => error === undefined)
    .map(({ loadCents, feeCents }) => loadCents + feeCents + campaign.issueFeeCents)
  return {
    rows: given.map((row, index) => {
      const { error, warning } = judged[index] ?? {}
      return { ...row, ERROR: error, WARNING: warning, repeatedIn: repeated.get(index) }
    }),
    aboutAll: {
      issueFee: campaign.issueFeeCents,
      currency: campaign.currency,
      fingerprint,
      earlierOrders: duplicates.map((row) => duplicateToApi(row, context.now())),
      funding: await readFunding(context, campaign.currency, costs),
    },
  }
}
