// Ordering physical cards, replayed: the walk of order-acts.ts over the real page and server.
import { test } from '#tests/support/fixtures.ts'
import { walkOver } from '#tests/support/replay-walks.ts'
import { stageOf } from './device.ts'
import { orderFile, orderReplay } from './order-acts.ts'

test('the page of physical cards shows what the state machine of an order predicts', async ({ page, server }) => {
  await walkOver(orderReplay, {
    ...(await stageOf(page, server)),
    newFile: () => Promise.resolve(orderFile('physical')),
  })
})
