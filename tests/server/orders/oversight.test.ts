// Physical orders move money after 24 hours without an approval. Until then, users who can approve orders see them and
// can stop them.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { codes } from '#contract/codes.ts'
import { HOUR_MS } from '#domain/units.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import type { DemoServer } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import { orderInDatabase, rowsOfOrder } from '#tests/support/issued-orders.ts'
import { cardOrder, jobsOf, orderPhysical, orderVirtual } from '#tests/support/order-calls.ts'

const issueAt = ({ server }: DemoServer, id: string, now: number) =>
  issueOrder({ ...server, now: () => now, timeZone: server.client.timeZone }, Number(id))

describe('physical orders that can still be cancelled', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo
  const unknown = { resultCode: codes.notFound, resultText: 'There is no such order' }
  const tooLate = {
    resultCode: codes.refusedState,
    resultText: 'It is too late to cancel this order: its cards are being issued or have been issued',
  }

  const listOf = async (name: keyof typeof people) => (await people[name].call('physicalCardOrders', {})).orders
  const idsOf = async (name: keyof typeof people) => (await listOf(name)).map(({ orderId }) => orderId)
  const cancel = (name: keyof typeof people, orderId: string, reason?: string) =>
    people[name].call('cancelCardOrder', { orderId, ...(reason !== undefined && { reason }) })
  const readOwnOrder = async (name: keyof typeof people, orderId: string) =>
    (await people[name].call('myCardOrderRows', { orderId })).order
  const issue = (id: string, now: number) => issueAt(demo.server, id, now)

  it('are listed for all users who can approve orders, newest first, regardless of the maker', async () => {
    const [first, second] = [await orderPhysical(people.olive), await orderPhysical(people.ada)]
    const virtual = await orderVirtual(people.olive)
    expect((await idsOf('amir')).slice(0, 2)).toEqual([second, first])
    expect(await idsOf('amir')).not.toContain(virtual)
    const [ofAda, ofOlive] = await listOf('ada')
    expect(ofAda).toMatchObject({ orderedBy: 'Ada Lim', isOwn: true, cancellable: true, state: 'placed' })
    expect(ofOlive).toMatchObject({ orderedBy: 'Olive Tan', isOwn: false, cardsCount: 1, totalLoadAmount: 5_000 })
    expect(await idsOf('hal')).toEqual([])
    const page = await people.amir.call('physicalCardOrders', { limit: 1 })
    expect(page).toMatchObject({ orders: [{ orderId: second }], total: (await idsOf('amir')).length })
    const next = await people.amir.call('physicalCardOrders', { limit: 1, ...(page.cursor && { cursor: page.cursor }) })
    expect(next.orders.map(({ orderId }) => orderId)).toEqual([first])
    for (const name of ['olive', 'rita'] as const)
      expect(await people[name].call('physicalCardOrders', {})).toMatchObject({ resultCode: codes.notAuthorized })
  })

  it('can be read with every card, even when they can no longer be cancelled; other orders are not found', async () => {
    // No other order has this card.
    const row = cardOrder({ customerReference: 'shown' })
    const id = await orderPhysical(people.olive, { duplicateReason: 'Cards were lost', cardOrders: [row] })
    const rows = await people.amir.call('physicalCardOrderRows', { orderId: id })
    expect(rows.cardOrders).toEqual([{ ...row, rowNumber: 1, state: 'waiting', voucherID: null }])
    expect(rows.order).toMatchObject({ orderedBy: 'Olive Tan', duplicateReason: 'Cards were lost' })
    await cancel('olive', id)
    expect((await people.amir.call('physicalCardOrderRows', { orderId: id })).order.state).toBe('cancelled')
    const virtual = await orderVirtual(people.olive)
    for (const [who, orderId] of [
      ['amir', virtual],
      ['amir', '999999'],
      ['hal', id],
    ] as const)
      expect(await people[who].call('physicalCardOrderRows', { orderId })).toMatchObject(unknown)
  })

  it('can be cancelled by another user with a reason, which the maker can read', async () => {
    const id = await orderPhysical(people.olive)
    const noReason = {
      resultCode: codes.refusedParameters,
      errors: [{ path: 'reason', message: 'Give a reason: the person who ordered the cards will see it' }],
    }
    expect(await cancel('amir', id)).toMatchObject(noReason)
    expect(await cancel('amir', id, '  ')).toMatchObject(noReason)
    expect(await cancel('amir', id, 'for 5555 5555 5555 4444')).toMatchObject({ errors: [{ path: 'reason' }] })
    expect((await cancel('amir', id, 'x'.repeat(256))).resultCode).toBe(codes.refusedParameters)
    expect((await cancel('amir', id, ' Not our staff ')).resultCode).toBe('0')
    expect(await readOwnOrder('olive', id)).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'Amir Rahman',
      cancelReason: 'Not our staff',
    })
    expect((await rowsOfOrder(db(), id)).map(({ state }) => state)).toEqual(['cancelled'])
    expect(await jobsOf(demo.server, 'finalise-order', id)).toEqual([])
    expect(await idsOf('ada')).not.toContain(id)
    expect(await cancel('olive', id)).toMatchObject({ resultText: 'This order has already been cancelled' })
    const { rows } = await sql`
      SELECT user_id FROM audit_event WHERE method = 'cancelCardOrder' AND subject_id = ${id} AND result_code = '0'`.execute(
      db(),
    )
    expect(rows).toEqual([{ user_id: people.amir.id }])
  })

  it('can still be cancelled by their maker without a reason, even if the maker can approve orders', async () => {
    const [ofOlive, ofAda] = [await orderPhysical(people.olive), await orderPhysical(people.ada)]
    expect((await cancel('olive', ofOlive)).resultCode).toBe('0')
    expect((await cancel('ada', ofAda)).resultCode).toBe('0')
    expect(await readOwnOrder('ada', ofAda)).toMatchObject({
      state: 'cancelled',
      cancelledBy: null,
      cancelReason: null,
    })
  })

  it('cannot be cancelled without the permission; virtual orders can be cancelled only by their maker', async () => {
    const [physical, virtual] = [await orderPhysical(people.ada), await orderVirtual(people.olive)]
    expect(await cancel('olive', physical, 'Mine')).toMatchObject(unknown)
    expect(await cancel('hal', physical, 'Mine')).toMatchObject(unknown)
    expect(await cancel('amir', virtual, 'Wrong')).toMatchObject(unknown)
    expect(await cancel('rita', physical, 'Wrong')).toMatchObject({ resultCode: codes.notAuthorized })
    expect((await readOwnOrder('ada', physical)).state).toBe('placed')
  })

  it('can be stopped when their maker has been deleted', async () => {
    const zed = await demo.server.addUser({ username: 'zed', permissions: ['Card.write'] })
    const id = await orderPhysical(await demo.server.logIn('zed'))
    expect((await people.ada.call('deleteUser', { deleteUserID: String(zed.id) })).resultCode).toBe('0')
    expect((await listOf('amir')).find(({ orderId }) => orderId === id)).toMatchObject({ isOwn: false })
    expect((await cancel('amir', id, 'The maker has left')).resultCode).toBe('0')
    expect(await issue(id, demo.server.clock.now + 48 * HOUR_MS)).toBeUndefined()
  })

  it('are cancelled once if several users try at the same time, and the others get a message', async () => {
    const id = await orderPhysical(people.olive)
    const responses = await Promise.all([cancel('amir', id, 'One'), cancel('ada', id, 'Two'), cancel('olive', id)])
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20409', '-20409', '0'])
    for (const { resultCode, resultText } of responses)
      if (resultCode !== '0') expect(resultText).toBe('This order has already been cancelled')
  })

  it('disappear from the list when they become final, and can no longer be cancelled', async () => {
    const id = await orderPhysical(people.olive)
    const finalAt = (await orderInDatabase(db(), id)).final_at?.getTime() ?? 0
    const before = demo.server.clock.now
    demo.server.clock.now = finalAt - 1
    await demo.signIn()
    expect(await idsOf('amir')).toContain(id)
    // Another server, whose clock is ahead, has already issued the cards: the user must not see a server error.
    await issue(id, finalAt)
    expect(await idsOf('amir')).not.toContain(id)
    expect(await cancel('amir', id, 'Too late')).toMatchObject(tooLate)
    expect(await cancel('olive', id)).toMatchObject(tooLate)
    expect((await readOwnOrder('olive', id)).state).toBe('readyForProduction')
    const other = await orderPhysical(people.olive)
    demo.server.clock.now += 24 * HOUR_MS
    await demo.signIn()
    expect(await idsOf('amir')).not.toContain(other)
    expect(await cancel('amir', other, 'Too late')).toMatchObject(tooLate)
    demo.server.clock.now = before
    await demo.signIn()
  })

  it('the database itself protects who cancelled an order and why', async () => {
    const [open, virtual, cancelled] = [
      await orderPhysical(people.olive),
      await orderVirtual(people.olive),
      await orderPhysical(people.olive),
    ]
    await cancel('amir', cancelled, 'Not our staff')
    const expectSqlError = (change: string, id: string) =>
      expect(sql.raw(`UPDATE card_order SET ${change} WHERE id = ${id}`).execute(db())).rejects.toThrow(/order/)
    await expectSqlError(`cancelled_at = now(), cancelled_by = ${people.amir.id}`, open)
    await expectSqlError('cancelled_at = now()', open)
    await expectSqlError(`cancelled_at = now(), cancelled_by = ${people.amir.id}, cancel_reason = 'Wrong'`, virtual)
    await expectSqlError(`cancelled_by = ${people.ada.id}`, cancelled)
    await expectSqlError("cancel_reason = 'Another'", cancelled)
  })
})

describe('physical orders on Home', () => {
  const demo = withDemoServer()
  const { db, people } = demo
  /** Makes an order final, and issues its cards. */
  const finalise = async (id: string) => {
    await demo.advanceHours(24)
    await issueAt(demo.server, id, demo.server.clock.now)
  }

  it('are counted for users who can stop them, except their own orders', async () => {
    const before = { amir: await people.amir.call('overview', {}), ada: await people.ada.call('overview', {}) }
    const id = await orderPhysical(people.ada)
    const [amir, ada] = [await people.amir.call('overview', {}), await people.ada.call('overview', {})]
    expect(amir.physicalOrders?.count).toBe((before.amir.physicalOrders?.count ?? 0) + 1)
    expect(Number(amir.physicalOrders?.amount)).toBe(Number(before.amir.physicalOrders?.amount) + 50)
    expect(amir.physicalOrders?.firstFinalAt).toMatch(/^20/)
    expect(ada.physicalOrders).toEqual(before.ada.physicalOrders)
    expect((await people.olive.call('overview', {})).physicalOrders).toBeUndefined()
    expect(amir.recentActivity[0]).toMatchObject({ orderId: id, orderKind: 'physical', isOwnOrder: false })
    await people.amir.call('cancelCardOrder', { orderId: id, reason: 'Not our staff' })
    expect((await people.ada.call('overview', {})).recentActivity[0]).toMatchObject({
      who: 'Amir Rahman',
      what: `Cancelled order ${id} (1 card)`,
    })
    const searchResult = await people.amir.call('findThings', { search: id })
    expect(searchResult.orders).toContainEqual({
      id,
      kind: 'physical',
      campaignName: 'Voyager Travel Card',
      isOwn: false,
    })
  })

  it('have producer files that are counted until the download, and the maker sees the cards in production', async () => {
    const id = await orderPhysical(people.olive, {
      cardOrders: [cardOrder(), cardOrder({ customerReference: 'staff 2' })],
    })
    expect((await people.ada.call('overview', {})).producerFiles).toEqual({ count: 0, cards: 0, oldestReadyAt: null })
    await finalise(id)
    const readOwn = async () =>
      (await people.olive.call('myCardOrders', {})).orders.find(({ orderId }) => orderId === id)
    expect(await readOwn()).toMatchObject({ state: 'readyForProduction', issuedCount: 2, fetchedAt: null })
    const waiting = { count: 1, cards: 2, oldestReadyAt: expect.stringMatching(/^20/) as string }
    expect((await people.ada.call('overview', {})).producerFiles).toEqual(waiting)
    expect((await people.amir.call('overview', {})).producerFiles).toBeUndefined()
    const olive = await people.olive.call('overview', {})
    expect(olive.ownOrders).toMatchObject({ readyForProduction: 1, issued: 0 })
    expect(olive.recentActivity[0]?.what).toBe(`Order ${id}: 2 ready for production, 0 not issued`)

    expect((await people.ada.call('fetchProducerFile', { orderId: id })).resultCode).toBe('0')
    expect(await readOwn()).toMatchObject({ state: 'issued', fetchedAt: expect.stringMatching(/^20/) as string })
    expect((await people.ada.call('overview', {})).producerFiles?.count).toBe(0)
    const after = await people.olive.call('overview', {})
    expect(after.ownOrders).toMatchObject({ readyForProduction: 0, issued: 1 })
    expect(after.recentActivity[0]).toMatchObject({
      who: 'Ada Lim',
      what: `Downloaded the producer file of order ${id} (2 cards)`,
    })
  })

  it('have no producer file if no card was issued', async () => {
    const id = await orderPhysical(people.olive, { cardOrders: [cardOrder({ customerReference: 'no funds' })] })
    await sql`UPDATE campaign SET load_max_cents = 100 WHERE id = 1`.execute(db())
    await finalise(id)
    expect((await people.olive.call('myCardOrderRows', { orderId: id })).order).toMatchObject({
      state: 'partlyIssued',
      issuedCount: 0,
      failedCount: 1,
    })
    expect((await people.ada.call('overview', {})).producerFiles?.count).toBe(0)
    expect((await people.olive.call('overview', {})).recentActivity[0]?.what).toBe(
      `Order ${id}: 0 issued, 1 not issued`,
    )
  })
})
