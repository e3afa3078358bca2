// Signing in, replayed: the walk of tests/e2e/replay/session-acts.ts over the real page and host.
import { demoPassword } from '#tests/support/call.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { walkOver } from '#tests/support/replay-walks.ts'
import { addPasskey, enter, expect, plugIn, test, welcome } from '../access-setup.ts'
import { sessionReplay } from './session-acts.ts'

test('what the chart of signing in says, its page shows', async ({ page, ownHost }) => {
  // A passkey belongs to one name, and an address is none.
  const url = ownHost.url.replace('127.0.0.1', 'localhost')
  await plugIn(page)
  await enter(page, url, 'rita')
  await expect(welcome(page)).toBeVisible()
  await page.goto(`${url}user/detail`)
  await addPasskey(page, demoPassword, 'Rita laptop')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const calls = await holdCalls(page)
  await walkOver(sessionReplay, { page, calls, host: ownHost, url, spent: new Set<string>() })
})
