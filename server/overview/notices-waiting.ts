// Returns how many items wait for the user's approval, and nothing else, to a device whose session may have ended.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { type Db, type Handler, refuse } from '#server/operations/context.ts'
import { channelToUser } from '#server/sessions/notice-channels.ts'
import { countFeedFiles } from './feed-queries.ts'
import { countPaymentsToConfirm } from './funding-queries.ts'
import { countOrdersToDecide } from './order-queries.ts'
import { countBatchesToDecide } from './queries.ts'

export const noticesWaiting: Handler<'noticesWaiting'> = async (context, { deviceToken }) => {
  const { db } = context
  const user = await channelToUser(db, context, deviceToken)
  if (!user) return refuse(codes.notFound, m.home_notificationsEnded)
  const batches = user.permissions.includes('Batch.approve') ? await countBatchesToDecide(db, user) : []
  const orders = user.permissions.includes('Card.approve') ? await countOrders(db, user) : 0
  const payments = user.permissions.includes('Funding.confirm') ? await countPaymentsToConfirm(db, user) : undefined
  const seesEventFiles = user.permissions.includes('Feed.write') && user.campaignIds === undefined
  const eventFiles = seesEventFiles ? await countFeedFiles(db, user) : undefined
  return {
    waiting:
      batches.reduce((sum, { count }) => sum + count, 0) + orders + (payments?.count ?? 0) + (eventFiles?.count ?? 0),
  }
}

/** Of both types: an order of physical cards can need an approval too. */
async function countOrders(...query: [Db, Parameters<typeof countOrdersToDecide>[1]]): Promise<number> {
  const [virtual, physical] = [
    await countOrdersToDecide(...query, 'virtual'),
    await countOrdersToDecide(...query, 'physical'),
  ]
  return (virtual?.count ?? 0) + (physical?.count ?? 0)
}
