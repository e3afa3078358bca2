// Returns how many items wait for the user's approval, and nothing else, to a device whose session may have ended.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { type Handler, refuse } from '#server/operations/context.ts'
import { channelToUser } from '#server/sessions/notice-channels.ts'
import { feedFilesQuery } from './feed-queries.ts'
import { paymentsToConfirmQuery } from './funding-queries.ts'
import { ordersToDecideQuery } from './order-queries.ts'
import { batchesToDecideQuery } from './queries.ts'
import { readSections } from './sections.ts'

export const noticesWaiting: Handler<'noticesWaiting'> = async (context, { deviceToken }) => {
  const { db } = context
  const user = await channelToUser(db, context, deviceToken)
  if (!user) return refuse(codes.notFound, m.home_notificationsEnded)
  const approvesOrders = user.permissions.includes('Card.approve')
  const seesEventFiles = user.permissions.includes('Feed.write') && user.campaignIds === undefined
  const sections = await readSections(db, {
    batches: user.permissions.includes('Batch.approve') && batchesToDecideQuery(user),
    virtualOrders: approvesOrders && ordersToDecideQuery(user, 'virtual'),
    // An order of physical cards can need an approval too.
    physicalOrders: approvesOrders && ordersToDecideQuery(user, 'physical'),
    payments: user.permissions.includes('Funding.confirm') && paymentsToConfirmQuery(user),
    eventFiles: seesEventFiles && feedFilesQuery(user),
  })
  let waiting = 0
  for (const rows of Object.values(sections)) {
    for (const { count } of rows ?? []) waiting += count
  }
  return { waiting }
}
