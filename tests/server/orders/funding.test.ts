// The funding account as makers and checkers of orders see it at the check, in the list and in the details. Rows that
// are shown as failing fail when the cards are issued.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents, centsToDecimal } from '#domain/money.ts'
import { registerNotifications } from '#server/notify/queue.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import { setFunds } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import {
  approveOrder,
  cardOrder,
  detailsOf,
  listOrders,
  orderPhysical,
  orderVirtual,
  PHYSICAL_CAMPAIGN,
  virtualOrder,
  VIRTUAL_CAMPAIGN,
} from '#tests/support/order-calls.ts'

describe('the funding account and orders', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { db, people, advanceHours, runJobs } = demo
  const { catchFrom } = catchMail()
  const decimal = (amount: number) => centsToDecimal(cents(amount))
  let orderCount = 0
  /** Three virtual cards with 50.00 each. */
  const rows = () => {
    orderCount += 1
    return [1, 2, 3].map((row) =>
      virtualOrder({ customerReference: `funds ${orderCount} row ${row}`, notificationNumber: '' }),
    )
  }
  const issueFee = async (campaignId: string) => {
    const { rows: fees } = await sql<{ charge_cents: number }>`
      SELECT charge_cents FROM campaign_fee WHERE campaign_id = ${campaignId} AND fee_type_id = 5`.execute(db())
    return fees[0]?.charge_cents ?? 0
  }
  const fundingOf = async (id: string) =>
    (await people.amir.call('fetchVirtualCardOrdersBatchLoadDetails', { batchLoadFileID: id })).funding
  const findInList = async (id: string) => {
    // The day in Singapore, which is UTC+8.
    const today = new Date(demo.server.clock.now + 8 * 3_600_000).toISOString().slice(0, 10)
    const orders = await listOrders(people.amir, 1, { startDate: today, endDate: today })
    return orders.find(({ batchLoadFileID }) => batchLoadFileID === id)
  }
  let cost: number

  beforeAll(async () => {
    catchFrom(demo.server.server)
    registerNotifications(demo.server.server, { send: () => Promise.resolve({}) })
    cost = 5_000 + (await issueFee(VIRTUAL_CAMPAIGN))
  })
  beforeEach(async () => {
    await advanceHours(24 * 8)
    await runJobs()
  })

  it('the maker of an order of virtual cards sees missing funds at the check', async () => {
    await setFunds(db(), 2 * cost + 1)
    const virtualCardOrders = [...rows(), virtualOrder({ customerReference: '', loadAmount: 99_00 })]
    const response = await people.olive.call('verifyVirtualCardOrder', {
      campaignID: VIRTUAL_CAMPAIGN,
      virtualCardOrders,
    })
    expect(response.virtualCardOrders.map(({ ERROR }) => ERROR !== undefined)).toEqual([false, false, false, true])
    expect(response.funding).toEqual({
      currency: 'SGD',
      balance: decimal(2 * cost + 1),
      reserved: '0.00',
      reservedLater: '0.00',
      available: decimal(2 * cost + 1),
      needed: decimal(3 * cost),
      missing: decimal(cost - 1),
      failingRows: 1,
    })
  })

  it('the maker of an order of physical cards sees missing funds for their loads and fees', async () => {
    const fee = await issueFee(PHYSICAL_CAMPAIGN)
    await setFunds(db(), 0)
    const cardOrders = [
      cardOrder({ loadAmount: 5_000, cardOrderFee: 700 }),
      cardOrder({ loadAmount: 0, cardOrderFee: 0 }),
    ]
    const response = await people.olive.call('verifyCardOrder', { campaignID: PHYSICAL_CAMPAIGN, cardOrders })
    expect(response.funding).toMatchObject({ needed: decimal(5_700 + 2 * fee), failingRows: fee > 0 ? 2 : 1 })
    // The maker sees the same until the order is final.
    const orderId = await orderPhysical(people.olive, { cardOrders })
    const ownOrder = await people.olive.call('myCardOrderRows', { orderId })
    expect(ownOrder.funding).toEqual(response.funding)
    expect(ownOrder.cardOrders?.[0]).toMatchObject({ fundsShort: true, ERROR: expect.any(String) as string })
    await people.olive.call('cancelCardOrder', { orderId })
    expect((await people.olive.call('myCardOrderRows', { orderId })).funding).toBeUndefined()
  })

  it('the checker sees missing funds in the list, and by row in the details, and the same rows then fail', async () => {
    await setFunds(db(), 2 * cost + 1)
    const id = await orderVirtual(people.olive, { virtualCardOrders: rows() })
    expect((await findInList(id))?.fundsMissing).toBe(decimal(cost - 1))
    expect(await fundingOf(id)).toMatchObject({ missing: decimal(cost - 1), failingRows: 1, needed: decimal(3 * cost) })
    const before = await detailsOf(people.amir, id)
    expect(before.rows.map(({ fundsShort, ERROR }) => [fundsShort, ERROR !== undefined])).toEqual([
      [undefined, false],
      [undefined, false],
      [true, true],
    ])
    await approveOrder(people.amir, id)
    await runJobs()
    const after = await detailsOf(people.amir, id)
    expect(after.rows.map(({ state }) => state)).toEqual(['issued', 'issued', 'failed'])
    // A retry would fail again, with the same missing amount, until this amount is paid in.
    expect(await fundingOf(id)).toMatchObject({ missing: decimal(cost - 1), failingRows: 1, needed: decimal(cost) })
    await setFunds(db(), cost)
    expect(await fundingOf(id)).toMatchObject({ missing: '0.00', failingRows: 0 })
  })

  it('approved virtual and placed physical orders reserve funds, and orders that await approval do not', async () => {
    await setFunds(db(), 4 * cost)
    const [first, second] = [
      await orderVirtual(people.olive, { virtualCardOrders: rows() }),
      await orderVirtual(people.olive, { virtualCardOrders: rows() }),
    ]
    expect(await fundingOf(second)).toMatchObject({ reserved: '0.00', missing: '0.00' })
    await approveOrder(people.amir, first)
    expect(await fundingOf(second)).toMatchObject({
      reserved: decimal(3 * cost),
      reservedLater: '0.00',
      missing: decimal(2 * cost),
      failingRows: 2,
    })
    expect((await findInList(second))?.fundsMissing).toBe(decimal(2 * cost))
    await runJobs()
    // After the issue the order has taken its funds, so the same amount is missing.
    expect(await fundingOf(second)).toMatchObject({ reserved: '0.00', missing: decimal(2 * cost) })
    const orderId = await orderPhysical(people.olive, {
      cardOrders: [cardOrder({ loadAmount: cost, cardOrderFee: 0 })],
    })
    const placedCost = cost + (await issueFee(PHYSICAL_CAMPAIGN))
    expect(await fundingOf(second)).toMatchObject({
      reserved: decimal(placedCost),
      reservedLater: decimal(placedCost),
      missing: decimal(2 * cost + placedCost),
    })
    await people.olive.call('cancelCardOrder', { orderId })
    expect(await fundingOf(second)).toMatchObject({ reserved: '0.00' })
  })
})
