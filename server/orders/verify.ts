// Verification: what the host finds in an order's rows before anything is submitted. Advice only; the submission decides.
import type { CardOrder, VirtualCardOrder } from '#contract/orders.ts'
import { coverRows, fundingToWire, fundsFor, toFunding } from '#domain/funding.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import type { Handler, Refusal, SessionContext } from '#server/operations/context.ts'
import { fundingAccount } from '#server/ledger/funding.ts'
import { campaignOf } from './campaigns.ts'
import { earlierOrders, earlierToWire } from './earlier.ts'
import { fingerprintOfRows, judgeGiven } from './judged.ts'

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
  const judged = judgeGiven(context, type, campaign, given)
  const fingerprint = fingerprintOfRows(context, type, campaign.id, judged)
  const earlier = await earlierOrders(context, fingerprint)
  const { db, viewer, now } = context
  const funds = fundsFor(await fundingAccount(db, viewer.ownerId, campaign.currency), now())
  const costs = judged
    .filter(({ error }) => error === undefined)
    .map(({ loadCents, feeCents }) => loadCents + feeCents + campaign.issueFeeCents)
  return {
    rows: given.map((row, index) => {
      const { error, warning } = judged[index] ?? {}
      return {
        ...row,
        ...(error !== undefined && { ERROR: error }),
        ...(warning !== undefined && { WARNING: warning }),
      }
    }),
    aboutAll: {
      issueFee: campaign.issueFeeCents,
      currency: campaign.currency,
      fingerprint,
      earlierOrders: earlier.map((row) => earlierToWire(row, now())),
      funding: fundingToWire(toFunding(funds, coverRows(costs, funds))),
    },
  }
}
