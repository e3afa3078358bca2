// Returns the server's findings about an order before it is submitted. The findings are only informative, because the
// submission checks everything again.
import type { CardOrder, VirtualCardOrder } from '#contract/orders.ts'
import type { OrderType } from '#domain/order/types.ts'
import { readFunding } from '#server/approvals/funding.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { findCampaignForOrder } from './campaigns.ts'
import { duplicateToApi, findDuplicates } from './duplicates.ts'
import { rowsToFingerprint, validateRows } from './validate-rows.ts'
import { findOtherOrdersByRow } from './repeated-rows.ts'

export const verifyCardOrder: Handler<'verifyCardOrder'> = async (context, { campaignID, cardOrders }) => {
  const verification = await verify(context, 'physical', campaignID, cardOrders)
  if ('refusalCode' in verification) return verification
  return { cardOrders: verification.rows, ...verification.summary }
}

export const verifyVirtualCardOrder: Handler<'verifyVirtualCardOrder'> = async (context, params) => {
  const verification = await verify(context, 'virtual', params.campaignID, params.virtualCardOrders)
  if ('refusalCode' in verification) return verification
  return { virtualCardOrders: verification.rows, ...verification.summary }
}

async function verify<Row extends CardOrder | VirtualCardOrder>(
  context: SessionContext,
  type: OrderType,
  campaignId: string,
  submittedRows: readonly Row[],
) {
  const campaign = await findCampaignForOrder(context, type, { id: campaignId, path: 'campaignID' })
  if ('refusalCode' in campaign) return campaign
  const validatedRows = validateRows(context, type, campaign, submittedRows)
  const fingerprint = rowsToFingerprint(context, type, campaign.id, validatedRows)
  const duplicates = await findDuplicates(context, fingerprint)
  const [otherOrdersByRow] = await findOtherOrdersByRow(context, type, [
    { campaignId: campaign.id, rows: validatedRows },
  ])
  const costs = validatedRows
    .filter(({ error }) => error === undefined)
    .map(({ loadCents, feeCents }) => loadCents + feeCents + campaign.issueFeeCents)
  return {
    rows: submittedRows.map((row, index) => {
      const validatedRow = validatedRows[index]
      return {
        ...row,
        ERROR: validatedRow?.error,
        WARNING: validatedRow?.warning,
        ...(validatedRow?.isOnlyLoadBlocked === true && { loadBlocked: true as const }),
        repeatedIn: otherOrdersByRow?.get(index),
      }
    }),
    summary: {
      issueFee: campaign.issueFeeCents,
      currency: campaign.currency,
      fingerprint,
      earlierOrders: duplicates.map((row) => duplicateToApi(row, context.now())),
      funding: await readFunding(context, campaign.currency, costs),
    },
  }
}
