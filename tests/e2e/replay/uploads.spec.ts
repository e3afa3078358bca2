// The wizards of batches and orders, replayed: the walks of tests/e2e/replay/*-acts.ts over the real pages and host, one after the
// other by one person.
import { test } from '#tests/support/fixtures.ts'
import { holdCalls } from '#tests/support/held-calls.ts'
import { walkOver } from '#tests/support/replay-walks.ts'
import { csvOf, demoNumbers, nextAmount, type Upload } from '../batch-load-setup.ts'
import { batchReplay } from './batch-acts.ts'
import { deviceOf } from './device.ts'
import { orderFile, orderReplay, virtualOrderReplay } from './order-acts.ts'

test('what the charts of a batch and of orders say, the pages of a load, of physical and of virtual cards show', async ({
  page,
  host,
}) => {
  // Three walks in one, on a machine that may be busy with four suites at once.
  test.slow()
  const stage = { page, host, calls: await holdCalls(page), device: await deviceOf(page) }
  await test.step('physical cards', () =>
    walkOver(orderReplay, { ...stage, newFile: () => Promise.resolve(orderFile('physical')) }))
  await test.step('virtual cards', () =>
    walkOver(virtualOrderReplay, { ...stage, newFile: () => Promise.resolve(orderFile('virtual')), isSignedIn: true }))

  // Last, since its clock goes a day further.
  await page.clock.install()
  const [one = '', other = ''] = (await demoNumbers(host)).good
  const newFile = (): Promise<Upload> => {
    const content = csvOf([one, other].map((card) => [card, nextAmount()]))
    return Promise.resolve({ name: 'loads.csv', content })
  }
  await test.step('a load', () => walkOver(batchReplay, { ...stage, newFile, isSignedIn: true }))
})
