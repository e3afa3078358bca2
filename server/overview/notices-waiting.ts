// Returns how many items wait for the user's approval, and nothing else, to a device whose session may have ended.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { type Db, type Handler, refuse } from '#server/operations/context.ts'
import type { Scope } from '#server/operations/scope.ts'
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
  const orderCount = user.permissions.includes('Card.approve') ? await countOrdersOfBothTypes(db, user) : 0
  const payments = user.permissions.includes('Funding.confirm') ? await countPaymentsToConfirm(db, user) : undefined
  const seesEventFiles = user.permissions.includes('Feed.write') && user.campaignIds === undefined
  const eventFiles = seesEventFiles ? await countFeedFiles(db, user) : undefined
  const batchCount = batches.reduce((sum, { count }) => sum + count, 0)
  return { waiting: batchCount + orderCount + (payments?.count ?? 0) + (eventFiles?.count ?? 0) }
}

/** An order of physical cards can need an approval too. */
async function countOrdersOfBothTypes(db: Db, user: Scope & { readonly userId: number }): Promise<number> {
  const virtual = await countOrdersToDecide(db, user, 'virtual')
  const physical = await countOrdersToDecide(db, user, 'physical')
  return (virtual?.count ?? 0) + (physical?.count ?? 0)
}
