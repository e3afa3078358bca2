// Verification: what the host finds in an order's rows before anything is submitted. Advice only; the submission decides.
import type { CardOrder, VirtualCardOrder } from '#contract/orders.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Handler, Refusal, SessionContext } from '#server/context.ts'
import { orderRowToState } from '#server/db/order-states.ts'
import { campaignOf } from './campaigns.ts'
import { fingerprintOfRows, judgeGiven } from './judged.ts'
import { type OrderRow, ordersByFingerprint } from './queries.ts'

/** How long the same rows are told about (threats T35). */
const DAYS = 30

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
  const since = new Date(context.now() - DAYS * DAY_MS)
  const earlier = await ordersByFingerprint(context.db, context.viewer.ownerId, fingerprint, since)
  return {
    rows: given.map((row, index) => {
      const error = judged[index]?.error
      return error === undefined ? row : { ...row, ERROR: error }
    }),
    aboutAll: {
      issueFee: campaign.issueFeeCents,
      currency: campaign.currency,
      fingerprint,
      earlierOrders: earlier.map((row) => earlierToWire(row, context.now())),
    },
  }
}

const earlierToWire = (row: OrderRow, now: number) => ({
  orderId: String(row.id),
  orderedBy: row.maker_username,
  orderedAt: row.ordered_at.toISOString(),
  state: orderRowToState(row, now),
})
