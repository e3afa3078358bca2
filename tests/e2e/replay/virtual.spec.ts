// Ordering virtual cards, replayed: the acts of order-acts.ts on the real page and server.
import { test } from '#tests/support/fixtures.ts'
import { pageWalks } from './page-walks.ts'

test('the page of virtual cards shows what the state machine of an order predicts', async ({ page, server }) => {
  await pageWalks['virtualOrder']?.walk(page, server)
})
