// Create Batch Load, replayed: the walk of batch-acts.ts over the real page and server.
import { test } from '#tests/support/fixtures.ts'
import { walkOver } from '#tests/support/replay-walks.ts'
import { csvOf, demoNumbers, nextAmount, type Upload } from '../batch-load-setup.ts'
import { batchReplay } from './batch-acts.ts'
import { stageOf } from './device.ts'

test('the page of a load shows what the state machine of a batch predicts', async ({ page, server }) => {
  const stage = await stageOf(page, server)
  // The walk spans a day.
  await page.clock.install()
  const [one = '', other = ''] = (await demoNumbers(server)).good
  const newFile = (): Promise<Upload> => {
    const content = csvOf([one, other].map((card) => [card, nextAmount()]))
    return Promise.resolve({ name: 'loads.csv', content })
  }
  await walkOver(batchReplay, { ...stage, newFile })
})
