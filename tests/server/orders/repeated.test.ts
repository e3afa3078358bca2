// Rows whose card is also in another order, for example if a file is ordered again with one more row. Maker and checker
// see a warning for each such row; nothing is rejected.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CardOrder, VirtualCardOrder, VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { instantToDate } from '#domain/dates.ts'
import { DAY_MS } from '#domain/units.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import {
  approveOrder,
  cardOrder,
  detailsOf,
  newVirtualOrders,
  orderPhysical,
  orderVirtual,
  PHYSICAL_CAMPAIGN,
  rejectOrder,
  VIRTUAL_CAMPAIGN,
  virtualOrder,
} from '#tests/support/order-calls.ts'

describe('rows that are also in another order', () => {
  const demo = withDemoServer()
  const { people } = demo

  const verify = async (virtualCardOrders: VirtualCardOrder[], campaignID = VIRTUAL_CAMPAIGN) =>
    (await people.olive.call('verifyVirtualCardOrder', { campaignID, virtualCardOrders })).virtualCardOrders.map(
      ({ ERROR, repeatedIn }) => ERROR ?? repeatedIn?.join(),
    )
  const verifyPhysical = async (cardOrders: CardOrder[]) =>
    (await people.olive.call('verifyCardOrder', { campaignID: PHYSICAL_CAMPAIGN, cardOrders })).cardOrders.map(
      ({ repeatedIn }) => repeatedIn?.join(),
    )
  const otherOrdersOf = async (id: string) =>
    (await detailsOf(people.amir, id)).rows.map((row) => row.repeatedIn?.join())
  const warningsInList = async () => {
    const today = instantToDate(demo.server.clock.now, 'Asia/Singapore')
    const response = await people.amir.call('fetchVirtualCardOrdersBatchLoads', {
      filter: 1,
      startDate: today,
      endDate: today,
    })
    const orders = JSON.parse(response.resultText ?? '[]') as VirtualCardOrdersBatchLoad[]
    return new Map(orders.map((order) => [order.batchLoadFileID, order.rowWarnings]))
  }
  const newRows = (count: number) => newVirtualOrders(count) as [VirtualCardOrder, ...VirtualCardOrder[]]

  it('are found in a file with one more row while the first order waits', async () => {
    const rows = newRows(2)
    const first = await orderVirtual(people.olive, { virtualCardOrders: rows })
    const longerFile = [...rows, ...newRows(1)]
    expect(await verify(longerFile)).toEqual([first, first, undefined])
    const second = await orderVirtual(people.olive, { virtualCardOrders: longerFile })
    // Maker and approver see the number of the other order in each row.
    expect(await otherOrdersOf(second)).toEqual([first, first, undefined])
    expect(await otherOrdersOf(first)).toEqual([second, second])
    const ownOrder = await people.olive.call('myCardOrderRows', { orderId: second })
    expect(ownOrder.virtualCardOrders?.map((row) => row.repeatedIn?.join())).toEqual([first, first, undefined])
    // A third order gets warnings with both numbers, newest first.
    expect(await verify(rows)).toEqual([`${second},${first}`, `${second},${first}`])
  })

  it('are counted for the list of approvals as for the details', async () => {
    const rows = newRows(2)
    const first = await orderVirtual(people.olive, { virtualCardOrders: rows })
    const second = await orderVirtual(people.olive, {
      virtualCardOrders: [...rows, { ...rows[0], cardLabel: 'Second' }],
    })
    const warnings = await warningsInList()
    expect(warnings.get(first)).toMatchObject({ duplicates: 0, repeated: 2, repeatedIn: [second], invalid: 0 })
    expect(warnings.get(second)).toMatchObject({ duplicates: 2, repeated: 2, repeatedIn: [first], invalid: 0 })
  })

  it('are counted within each campaign of the list', async () => {
    const rows = newRows(2)
    const setVirtual = (isVirtual: boolean) =>
      sql`UPDATE campaign SET virtual = ${isVirtual} WHERE id = ${Number(PHYSICAL_CAMPAIGN)}`.execute(
        demo.server.database.db,
      )
    const first = await orderVirtual(people.olive, { virtualCardOrders: rows })
    await setVirtual(true)
    try {
      const other = await orderVirtual(people.olive, { virtualCardOrders: rows, campaignId: PHYSICAL_CAMPAIGN })
      const repeated = await orderVirtual(people.olive, {
        virtualCardOrders: [...rows, ...newRows(1)],
        campaignId: PHYSICAL_CAMPAIGN,
      })
      const warnings = await warningsInList()
      expect([first, other, repeated].map((id) => warnings.get(id)?.repeatedIn)).toEqual([[], [repeated], [other]])
    } finally {
      await setVirtual(false)
    }
  })

  it('are matched by reference and name in any case, with any amount', async () => {
    const [row] = newRows(1)
    const first = await orderVirtual(people.olive, { virtualCardOrders: [row] })
    const { customerReference, cardLabel } = row
    expect(
      await verify([
        { ...row, loadAmount: 9_900, notificationNumber: '', tagName: '', tagValue: '' },
        { ...row, customerReference: ` ${customerReference.toUpperCase().replace(' ', '  ')}`, cardLabel: 'TRAVEL' },
        { ...row, cardLabel: `${cardLabel} two` },
        { ...row, customerReference: `${customerReference}0` },
      ]),
    ).toEqual([first, first, undefined, undefined])
  })

  it('are not matched with rejected or cancelled orders, with other campaigns, or within one order', async () => {
    const rejected = newRows(1)
    await rejectOrder(people.amir, await orderVirtual(people.olive, { virtualCardOrders: rejected }))
    const cancelled = newRows(1)
    const id = await orderVirtual(people.olive, { virtualCardOrders: cancelled })
    await people.olive.call('cancelCardOrder', { orderId: id })
    const twice = newRows(1)
    expect(await verify([...rejected, ...cancelled, ...twice, ...twice])).toEqual(Array(4).fill(undefined))
    const physical = cardOrder({ customerReference: 'both campaigns' })
    await orderVirtual(people.olive, {
      virtualCardOrders: [virtualOrder({ customerReference: 'both campaigns', cardLabel: 'Mei Tan' })],
    })
    expect(await verifyPhysical([physical])).toEqual([undefined])
  })

  it('are found for 30 days after the order, and for as long as it waits', async () => {
    const [approvedRows, waitingRows] = [newRows(1), newRows(1)]
    const approved = await orderVirtual(people.olive, { virtualCardOrders: approvedRows })
    const waiting = await orderVirtual(people.olive, { virtualCardOrders: waitingRows })
    expect((await approveOrder(people.amir, approved)).resultCode).toBe('0')
    const before = demo.server.clock.now
    try {
      demo.server.clock.now = before + 29 * DAY_MS
      await demo.signIn()
      expect(await verify([...approvedRows, ...waitingRows])).toEqual([approved, waiting])
      demo.server.clock.now = before + 31 * DAY_MS
      await demo.signIn()
      expect(await verify([...approvedRows, ...waitingRows])).toEqual([undefined, waiting])
    } finally {
      demo.server.clock.now = before
      await demo.signIn()
    }
  })

  it('are matched in physical orders by name, surname and reference, which can be empty', async () => {
    const row = cardOrder({ name: 'Ann', surname: 'Lim', customerReference: '' })
    const first = await orderPhysical(people.olive, { cardOrders: [row] })
    const repeatedRows = [
      { ...row, address1: '2 Harbour Road' },
      { ...row, surname: 'Lim Mei' },
      { ...row, customerReference: 'R1' },
    ]
    expect(await verifyPhysical(repeatedRows)).toEqual([first, undefined, undefined])
    const second = await orderPhysical(people.olive, { cardOrders: repeatedRows })
    const { cardOrders } = await people.amir.call('physicalCardOrderRows', { orderId: second })
    expect(cardOrders.map((each) => each.repeatedIn?.join())).toEqual([first, undefined, undefined])
  })

  it('are found among 5,000 rows in one statement', async () => {
    const rows = newRows(5_000)
    const first = await orderVirtual(people.olive, { virtualCardOrders: rows })
    const otherOrders = await verify([...rows.slice(1), ...newRows(1)])
    expect(otherOrders.filter((each) => each === first)).toHaveLength(4_999)
    expect(otherOrders.at(-1)).toBeUndefined()
  })
})
