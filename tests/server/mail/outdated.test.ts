// Which alerts of the daily e-mail are left out, because what they ask for was done before the mail is written.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import type { Mail } from '#server/mail/messages.ts'
import { isOutdated } from '#server/mail/outdated.ts'
import { uploadLoads } from '#tests/support/demo-server.ts'
import { cardOrder, orderPhysical, orderVirtual, rejectOrder } from '#tests/support/order-calls.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const demo = withDemoServer()
const { people } = demo
const to = { name: 'Amir', email: 'amir@example.com', username: 'amir' }
const { db } = demo
const outdated = (mail: Mail, now = demo.server.clock.now) => isOutdated(db(), now, mail)

const batchOf = (id: string) => ({
  batchId: Number(id),
  type: 'load' as const,
  reference: 'R',
  rows: 1,
  amount: 'SGD 1',
})
const orderOf = (id: string, type: 'virtual' | 'physical') => ({
  orderId: Number(id),
  type,
  campaign: 'C',
  cards: 1,
  amount: 'S$ 1',
})

it('a batch that was decided no longer waits, and one that has run has no expected failures', async () => {
  const id = await uploadLoads(people.olive, sampleRows(2))
  const waiting: Mail = { kind: 'batchWaiting', to, batch: batchOf(id), by: 'Olive' }
  const forecast = { isOwn: false, failing: 1, shortCents: 0, currency: 'SGD', scheduled: 'tomorrow' }
  const foreseen: Mail = { kind: 'batchForeseen', to, batch: batchOf(id), ...forecast }
  expect(await outdated(waiting)).toBe(false)
  const scheduledDate = demo.localTimeInHours(24)
  const { batchLoad } = await people.amir.call('batchLoadDetails', { batchLoadFileID: id })
  const approval = { batchLoadFileID: id, fingerprint: batchLoad.FINGERPRINT, scheduledDate }
  expect((await people.amir.call('approveBatchLoad', approval)).resultCode).toBe('0')
  expect([await outdated(waiting), await outdated(foreseen)]).toEqual([true, false])
  await sql`UPDATE batch_file SET processed_at = now() WHERE id = ${Number(id)}`.execute(db())
  expect(await outdated(foreseen)).toBe(true)
  // What happened stays true.
  expect(await outdated({ kind: 'batchWithdrawn', to, batch: batchOf(id), by: 'Olive' })).toBe(false)
})

it('an order that was decided no longer waits, a final one can no longer be cancelled, a fetched file no longer waits', async () => {
  const virtualId = await orderVirtual(people.olive)
  const waiting: Mail = { kind: 'orderWaiting', to, order: orderOf(virtualId, 'virtual'), by: 'Olive' }
  expect(await outdated(waiting)).toBe(false)
  await rejectOrder(people.amir, virtualId)
  expect(await outdated(waiting)).toBe(true)

  const physicalId = await orderPhysical(people.olive)
  const placed: Mail = { kind: 'orderPlaced', to, order: orderOf(physicalId, 'physical'), by: 'Olive', finalAt: '' }
  expect(await outdated(placed)).toBe(false)
  expect(await outdated(placed, demo.server.clock.now + 2 * DAY_MS)).toBe(true)
  expect((await people.amir.call('cancelCardOrder', { orderId: physicalId, reason: 'Wrong design' })).resultCode).toBe(
    '0',
  )
  expect(await outdated(placed)).toBe(true)

  const fileId = await orderPhysical(people.olive, { cardOrders: [cardOrder({ customerReference: 'SECOND' })] })
  const file: Mail = { kind: 'orderFileWaits', to, order: orderOf(fileId, 'physical'), issued: 1 }
  await sql`UPDATE card_order SET producer_file_name = 'cards.csv' WHERE id = ${Number(fileId)}`.execute(db())
  expect(await outdated(file)).toBe(false)
  await sql`UPDATE card_order SET fetched_at = now(), fetched_by = ordered_by, fetched_request = gen_random_uuid()
    WHERE id = ${Number(fileId)}`.execute(db())
  expect(await outdated(file)).toBe(true)
})
