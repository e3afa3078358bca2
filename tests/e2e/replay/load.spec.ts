// Create Batch Load, replayed: the acts of batch-acts.ts on the real page and server.
import { test } from '#tests/support/fixtures.ts'
import { pageWalks } from './page-walks.ts'

test('the page of a load shows what the state machine of a batch predicts', async ({ page, server }) => {
  // More than eighty steps, each compared with the page.
  test.setTimeout(90_000)
  await pageWalks['batch']?.walk(page, server)
})
