// The wizards of batches and orders, replayed: the walks of tests/e2e/replay/*-acts.ts over the real pages and host.
import { test } from '#tests/support/fixtures.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { walkOver } from '#tests/support/replay-walks.ts'
import { csvOf, demoNumbers, nextAmount, type Upload } from '../batch-load-setup.ts'
import { batchReplay } from './batch-acts.ts'
import { deviceOf } from './device.ts'
import { orderFile, orderReplay, virtualOrderReplay } from './order-acts.ts'

// They are the longest of all, and one worker should not be left with all of them.
test.describe.configure({ mode: 'parallel' })
test.beforeEach(({ page }) => page.clock.install())

test('what the chart of a batch says, the page of a load shows', async ({ page, host }) => {
  const [one = '', other = ''] = (await demoNumbers(host)).good
  const newFile = (): Promise<Upload> => {
    const content = csvOf([one, other].map((card) => [card, nextAmount()]))
    return Promise.resolve({ name: 'loads.csv', content })
  }
  await walkOver(batchReplay, { page, host, newFile, calls: await holdCalls(page), device: await deviceOf(page) })
})

test('what the chart of an order says, the page of physical cards shows', async ({ page, host }) => {
  const newFile = () => Promise.resolve(orderFile('physical'))
  await walkOver(orderReplay, { page, host, newFile, calls: await holdCalls(page), device: await deviceOf(page) })
})

test('what the chart of an order says, the page of virtual cards shows', async ({ page, host }) => {
  const newFile = () => Promise.resolve(orderFile('virtual'))
  await walkOver(virtualOrderReplay, {
    page,
    host,
    newFile,
    calls: await holdCalls(page),
    device: await deviceOf(page),
  })
})
