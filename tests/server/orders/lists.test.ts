// The lists of orders: selected by the date that each list is about, page by page, and for makers only their own
// orders. Also the report of one order.
import * as XLSX from 'xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { DAY_MS } from '#domain/units.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import {
  approveOrder,
  listOrders,
  orderPhysical,
  orderVirtual,
  rejectOrder,
  virtualOrder,
} from '#tests/support/order-calls.ts'

describe('lists of orders', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo
  let today: CalendarDate
  beforeAll(async () => {
    today = instantToDate(demo.server.clock.now, 'Asia/Singapore')
  })

  const span = (days: number) => ({ startDate: addDays(today, -days), endDate: today })
  const idsIn = async (filter: 1 | 2 | 3, days = span(56), by: 'amir' | 'hal' = 'amir') =>
    (await listOrders(people[by], filter, days)).map((order) => order.virtualCardOrdersBatchLoadId)
  /** Runs the callback on an earlier day. The callback signs users in, since today's sessions do not exist then. */
  const daysAgo = async <T>(days: number, act: () => Promise<T>): Promise<T> => {
    const before = demo.server.clock.now
    demo.server.clock.now -= days * DAY_MS
    const result = await act()
    demo.server.clock.now = before
    return result
  }

  it('an order appears in the list of its current state', async () => {
    const [approved, rejected] = [await orderVirtual(people.olive), await orderVirtual(people.olive)]
    // The order that has waited longest is first.
    expect((await idsIn(1)).slice(-2)).toEqual([approved, rejected])
    await approveOrder(people.amir, approved)
    await rejectOrder(people.amir, rejected)
    expect(await idsIn(1)).not.toContain(approved)
    expect(await idsIn(2)).toEqual([approved])
    expect((await idsIn(3))[0]).toBe(rejected)
    const cancelled = await orderVirtual(people.olive)
    await people.olive.call('cancelCardOrder', { orderId: cancelled })
    for (const filter of [1, 2, 3] as const) expect(await idsIn(filter)).not.toContain(cancelled)
    expect(await idsIn(1, span(56), 'hal')).toEqual([])
  })

  it('show the checker everything needed for a decision', async () => {
    const id = await orderVirtual(people.olive, { fileName: 'trips.xlsx', duplicateReason: ' Cards were lost ' })
    const listedOrder = (await listOrders(people.amir, 1, span(0))).find((order) => order.batchLoadFileID === id)
    expect(listedOrder).toEqual({
      virtualCardOrdersBatchLoadId: id,
      batchLoadFileID: id,
      campaignName: 'Voyager Virtual Card',
      fileName: 'trips.xlsx',
      uploadDate: new Date(demo.server.clock.now).toISOString(),
      uploadUserId: String(people.olive.id),
      uploadUserFirstName: 'Olive',
      uploadUserLastName: 'Tan',
      isApproved: false,
      isRejected: false,
      approvalUserFirstName: null,
      approvalUserLastName: null,
      approvalDate: null,
      rejectUserFirstName: null,
      rejectUserLastName: null,
      rejectDate: null,
      rejectReason: null,
      duplicateReason: 'Cards were lost',
      cardsCount: 2,
      issuedCount: 0,
      failedCount: 0,
      state: 'awaiting',
      totalLoadAmount: 10_000,
      totalFee: 200,
      issuedLoadAmount: 0,
      issuedFee: 0,
      currency: 'SGD',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      fundsMissing: '0.00',
      rowWarnings: { duplicates: 0, repeated: 0, repeatedIn: [], invalid: 0, withoutMessage: 0 },
    })
  })

  it('contain decided orders by the day of the decision, and waiting orders of any day', async () => {
    const [waiting, decided] = await daysAgo(80, async () => {
      const olive = await demo.server.logIn('olive')
      return [await orderVirtual(olive), await orderVirtual(olive)]
    })
    await daysAgo(30, async () => rejectOrder(await demo.server.logIn('amir'), decided ?? ''))
    expect(await idsIn(1, span(0))).toContain(waiting)
    expect(await idsIn(3, span(29))).not.toContain(decided)
    expect(await idsIn(3, span(30))).toContain(decided)
    const ownOrders = (days: number) => people.olive.call('myCardOrders', span(days))
    expect((await ownOrders(56)).orders.map(({ orderId }) => orderId)).not.toContain(waiting)
  })

  it.each([1, 2, 3] as const)('list %i searches at most 56 days, and rejects an invalid range', async (filter) => {
    const request = (days: number) => people.amir.call('fetchVirtualCardOrdersBatchLoads', { filter, ...span(days) })
    expect((await request(56)).resultCode).toBe('0')
    expect(await request(57)).toMatchObject({ resultCode: '-20301', resultText: 'Maximum search timespan is 56 days' })
    expect(await request(-1)).toMatchObject({
      resultCode: '-20302',
      resultText: 'The date filter start date is greater than the end date',
    })
    const invalid = { filter, startDate: '2026-02-30', endDate: today }
    expect((await people.amir.call('fetchVirtualCardOrdersBatchLoads', invalid)).resultCode).toBe('-20400')
  })

  it('show a maker only their own virtual and physical orders, page by page', async () => {
    const { total: before = 0 } = await pageOf(undefined)
    const newIds = [await orderPhysical(people.ada), await orderVirtual(people.ada), await orderVirtual(people.ada)]
    const listedIds: string[] = []
    let cursor: string | undefined
    do {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(cursor)
      expect(page.total).toBe(before + 3)
      listedIds.push(...page.orders.map(({ orderId }) => orderId))
      cursor = page.cursor
    } while (cursor !== undefined)
    // The demo programme already has such orders.
    expect(before).toBeGreaterThan(0)
    expect(listedIds.slice(0, 3)).toEqual([...newIds].reverse())
    expect(new Set(listedIds).size).toBe(before + 3)
    expect((await people.hal.call('myCardOrders', {})).orders).toEqual([])
    expect(await people.olive.call('myCardOrders', { startDate: addDays(today, -57), endDate: today })).toMatchObject({
      resultCode: '-20301',
    })
  })
  const pageOf = (cursor: string | undefined) =>
    people.ada.call('myCardOrders', { limit: 2, ...(cursor === undefined ? {} : { cursor }) })

  it('the report of an order is named after the day of the download, and the download is recorded', async () => {
    const rows = [
      virtualOrder({ customerReference: '=1+1', expiryDate: '2030-01-31' }),
      virtualOrder({ loadAmount: 0 }),
    ]
    const id = await orderVirtual(people.olive, { virtualCardOrders: rows })
    await rejectOrder(people.amir, id, 'Wrong team')
    const report = await people.amir.call('downloadVirtualCardOrdersBatchLoadDetailsReport', { batchLoadFileID: id })
    expect(report.fileName).toBe(`virtual_card_orders_batch_load_details_report_${today}.xlsx`)
    const book = XLSX.read(Buffer.from(report.base64, 'base64'))
    const lines = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
      header: 1,
      defval: '',
    })
    expect(lines).toEqual([
      [
        'Customer Reference',
        'Card Label',
        'Notification Number',
        'Expiry Date',
        'Load Amount',
        'Tag Name',
        'Tag Value',
        'Status',
        'Reason',
      ],
      ['=1+1', 'Travel', '+65 8123 4567', '2030-01-31', 50, 'department|trip', 'sales|Perth', 'Rejected', 'Wrong team'],
      ['staff 1', 'Travel', '+65 8123 4567', '', 0, 'department|trip', 'sales|Perth', 'Rejected', 'Wrong team'],
    ])
    const { rows: entries } = await sql<{ user_id: number; subject_id: string; changes: unknown }>`
      SELECT user_id, subject_id, changes FROM audit_event WHERE method = 'downloadVirtualCardOrdersBatchLoadDetailsReport'`.execute(
      db(),
    )
    expect(entries).toEqual([{ user_id: people.amir.id, subject_id: id, changes: [{ field: 'cards', after: 2 }] }])
  })

  it('Home counts the orders to decide for checkers, and the user’s own orders by state', async () => {
    const before = (await people.amir.call('overview', {})).ordersToApprove
    const ownBefore = (await people.ada.call('overview', {})).ownOrders
    await orderPhysical(people.ada)
    await orderVirtual(people.olive)
    const ownOrder = await orderVirtual(people.ada)
    const { ordersToApprove, ownOrders, recentActivity } = await people.amir.call('overview', {})
    expect(ordersToApprove?.count).toBe((before?.count ?? 0) + 2)
    expect(ordersToApprove?.cards).toBe((before?.cards ?? 0) + 4)
    expect(Number(ordersToApprove?.amount)).toBe(Number(before?.amount) + 200)
    expect(ownOrders).toBeUndefined()
    expect(recentActivity[0]).toMatchObject({
      who: 'Ada Lim',
      what: `Submitted order ${ownOrder} (2 virtual cards)`,
      batchLoadFileID: null,
      orderId: ownOrder,
    })
    const ada = await people.ada.call('overview', {})
    const ofOthers = (await listOrders(people.amir, 1, span(0))).filter((order) => order.uploadUserFirstName !== 'Ada')
    expect(ada.ordersToApprove?.count).toBe(ofOthers.length)
    const [awaiting, placed] = [(ownBefore?.awaiting ?? 0) + 1, (ownBefore?.placed ?? 0) + 1]
    expect(ada.ownOrders).toEqual({ ...ownBefore, awaiting, placed })
    await people.ada.call('cancelCardOrder', { orderId: ownOrder })
    expect((await people.ada.call('overview', {})).ownOrders).toEqual({
      ...ownBefore,
      placed,
      cancelled: (ownBefore?.cancelled ?? 0) + 1,
    })
    // A maker sees only their own events, a reader sees all events, and neither sees the orders that await a decision.
    const olive = await people.olive.call('overview', {})
    expect(olive.ordersToApprove).toBeUndefined()
    expect(olive.recentActivity.map(({ what }) => what)).not.toContain(`Cancelled order ${ownOrder} (2 virtual cards)`)
    const rita = await (await demo.server.logIn('rita')).call('overview', {})
    expect(rita.recentActivity[0]?.what).toBe(`Cancelled order ${ownOrder} (2 virtual cards)`)
    expect([rita.ordersToApprove, rita.ownOrders]).toEqual([undefined, undefined])
    expect((await people.hal.call('overview', {})).ordersToApprove?.count).toBe(0)
  })
})
