// Decisions of makers and checkers about orders: each is made once and about exactly the ordered rows, through the API
// and with raw SQL (docs/rules/orders.md, "Approval of virtual orders").
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import {
  approveOrder,
  closeCampaign,
  detailsOf,
  jobsOf,
  orderPhysical,
  orderVirtual,
  rejectOrder,
  VIRTUAL_CAMPAIGN,
  virtualOrder,
} from '#tests/support/order-calls.ts'

describe('decisions about orders', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo

  const readOwnOrder = async (id: string) => (await people.olive.call('myCardOrderRows', { orderId: id })).order
  const retry = (by: keyof typeof people, batchLoadFileID: string) =>
    people[by].call('retryVirtualCardOrdersBatchLoad', { batchLoadFileID })
  const expectSqlError = (statement: string) =>
    expect(sql.raw(statement).execute(db())).rejects.toThrow(/order|only grows|duplicate key|check constraint/)

  /** Puts an order into the state after issuing, with the first card issued and the second failed. */
  const issueOneOfTwo = async (id: string) => {
    await sql`UPDATE card_order SET begun_at = ${new Date(demo.server.clock.now)} WHERE id = ${id}`.execute(db())
    await sql`
      UPDATE card_order_row SET state = 'issued', issued_at = now(), card_id = (SELECT max(c.id) FROM card c
        WHERE c.owner_id = 3 AND NOT EXISTS (SELECT FROM card_order_row r WHERE r.card_id = c.id))
      WHERE order_id = ${id} AND row_no = 1`.execute(db())
    await sql`
      UPDATE card_order_row SET state = 'failed', result_text = 'There are not enough funds.'
      WHERE order_id = ${id} AND row_no = 2`.execute(db())
    await sql`
      UPDATE card_order SET issued_count = 1, failed_count = 1, processed_at = ${new Date(demo.server.clock.now)} WHERE id = ${id}`.execute(
      db(),
    )
  }

  it('a maker can never decide about their own order, neither by the API nor by raw SQL', async () => {
    const id = await orderVirtual(people.ada)
    const refusal = { resultCode: '-20409', resultText: 'A user cannot approve their own load' }
    expect(await approveOrder(people.ada, id)).toMatchObject(refusal)
    expect(await rejectOrder(people.ada, id)).toMatchObject(refusal)
    const decideBySql = (column: string) =>
      sql.raw(`UPDATE card_order SET ${column}_by = ordered_by, ${column}_at = now() WHERE id = ${id}`).execute(db())
    await expect(decideBySql('approved')).rejects.toThrow('order_approver_is_not_maker')
    await expect(decideBySql('rejected')).rejects.toThrow('order_rejecter_is_not_maker')
    expect(await jobsOf(demo.server, 'issue-order', id)).toEqual([])
  })

  it('of two checkers who decide at the same time, only one succeeds, and one job is queued', async () => {
    const id = await orderVirtual(people.olive)
    const responses = await Promise.all([approveOrder(people.amir, id), approveOrder(people.ada, id)])
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20409', '0'])
    expect(responses.find(({ resultCode }) => resultCode !== '0')?.resultText).toBe(
      'This order has already been approved',
    )
    expect(await jobsOf(demo.server, 'issue-order', id)).toHaveLength(1)
    expect((await readOwnOrder(id)).state).toBe('issuing')
  })

  it('of approve, reject and cancel at the same time, only one succeeds', async () => {
    const id = await orderVirtual(people.olive)
    const responses = await Promise.all([
      approveOrder(people.amir, id),
      rejectOrder(people.ada, id),
      people.olive.call('cancelCardOrder', { orderId: id }),
    ])
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20409', '-20409', '0'])
    const winner = responses.findIndex(({ resultCode }) => resultCode === '0')
    expect((await readOwnOrder(id)).state).toBe(['issuing', 'rejected', 'cancelled'][winner])
  })

  it('a decision applies only to what the checker has seen', async () => {
    const id = await orderVirtual(people.olive)
    const changed = { resultCode: '-20409', resultText: expect.stringContaining('Open its details again') as string }
    expect(await approveOrder(people.amir, id, '0'.repeat(64))).toMatchObject(changed)
    const { batchLoad } = await detailsOf(people.amir, id)
    expect((await approveOrder(people.amir, id, batchLoad.fingerprint)).resultCode).toBe('0')
    expect((await detailsOf(people.amir, id)).batchLoad).toMatchObject({
      isApproved: true,
      isRejected: false,
      approvalUserFirstName: 'Amir',
      approvalUserLastName: 'Rahman',
      rejectDate: null,
      state: 'issuing',
    })
  })

  it('a rejection stores its reason, and the maker can read it', async () => {
    const id = await orderVirtual(people.olive)
    expect((await rejectOrder(people.amir, id, 'for 5555 5555 5555 4444')).resultCode).toBe('-20400')
    expect((await rejectOrder(people.amir, id, 'x'.repeat(256))).resultCode).toBe('-20400')
    expect((await rejectOrder(people.amir, id, ' Wrong team ')).resultCode).toBe('0')
    expect(await readOwnOrder(id)).toMatchObject({
      state: 'rejected',
      rejectReason: 'Wrong team',
      decidedBy: 'Amir Rahman',
      cancellable: false,
    })
    expect((await detailsOf(people.amir, id)).rows.map(({ state }) => state)).toEqual(['rejected', 'rejected'])
    expect(await approveOrder(people.ada, id)).toMatchObject({ resultText: 'This order has already been rejected' })
    expect(await people.olive.call('cancelCardOrder', { orderId: id })).toMatchObject({ resultCode: '-20409' })
  })

  it('an order of a closed campaign cannot be approved, and viewers see why', async () => {
    const id = await orderVirtual(people.olive)
    await closeCampaign(demo.server, VIRTUAL_CAMPAIGN)
    const message = 'The campaign Voyager Virtual Card is closed, and no cards can be ordered for it'
    expect(await approveOrder(people.amir, id)).toMatchObject({ resultCode: '-20409', resultText: message })
    expect((await detailsOf(people.amir, id)).rows.map(({ ERROR }) => ERROR)).toEqual([`${message}.`, `${message}.`])
    expect((await rejectOrder(people.amir, id)).resultCode).toBe('0')
    expect((await detailsOf(people.amir, id)).rows.map(({ ERROR }) => ERROR)).toEqual([undefined, undefined])
    await closeCampaign(demo.server, VIRTUAL_CAMPAIGN, false)
  })

  it('the checker sees the errors of a row that arose after the submission', async () => {
    const id = await orderVirtual(people.olive, {
      virtualCardOrders: [virtualOrder({ loadAmount: 150_000, customerReference: 'late' })],
    })
    expect((await detailsOf(people.amir, id)).rows[0]).toEqual({
      ...virtualOrder({ loadAmount: 150_000, customerReference: 'late' }),
      virtualCardOrderId: '1',
      state: 'waiting',
      voucherID: null,
    })
    await sql`UPDATE campaign SET load_max_cents = 100000 WHERE id = ${VIRTUAL_CAMPAIGN}`.execute(db())
    expect((await detailsOf(people.amir, id)).rows[0]?.ERROR).toContain('S$ 1.00 and 1,000.00')
    await sql`UPDATE campaign SET load_max_cents = 200000 WHERE id = ${VIRTUAL_CAMPAIGN}`.execute(db())
  })

  it('orders of another owner and physical orders cannot be seen or decided as virtual orders', async () => {
    const unknown = { resultCode: '-20404', resultText: 'There is no such order' }
    const virtual = await orderVirtual(people.olive)
    const physical = await orderPhysical(people.ada)
    for (const [who, id] of [
      ['hal', virtual],
      ['amir', physical],
      ['amir', '999999'],
    ] as const) {
      expect(await approveOrder(people[who], id)).toMatchObject(unknown)
      expect(await rejectOrder(people[who], id)).toMatchObject(unknown)
      expect(await retry(who, id)).toMatchObject(unknown)
      const params = { batchLoadFileID: id }
      expect(await people[who].call('fetchVirtualCardOrdersBatchLoadDetails', params)).toMatchObject(unknown)
      expect(await people[who].call('downloadVirtualCardOrdersBatchLoadDetailsReport', params)).toMatchObject(unknown)
    }
    expect(await people.hal.call('cancelCardOrder', { orderId: virtual })).toMatchObject(unknown)
    // Another maker of the same owner cannot cancel either.
    expect(await people.ada.call('cancelCardOrder', { orderId: virtual })).toMatchObject(unknown)
    expect(await people.ada.call('myCardOrderRows', { orderId: virtual })).toMatchObject(unknown)
  })

  it('an order cannot be changed after its submission or decision', async () => {
    const id = await orderVirtual(people.olive)
    await expectSqlError(`UPDATE card_order_row SET load_cents = load_cents + 100 WHERE order_id = ${id}`)
    await expectSqlError(`UPDATE card_order_row SET fields = '{}' WHERE order_id = ${id}`)
    await expectSqlError(`DELETE FROM card_order_row WHERE order_id = ${id}`)
    await expectSqlError(`DELETE FROM card_order WHERE id = ${id}`)
    await expectSqlError(
      `INSERT INTO card_order_row (order_id, row_no, fields, load_cents, fee_cents) VALUES (${id}, 3, '{}', 0, 0)`,
    )
    await expectSqlError(`UPDATE card_order SET campaign_id = 1 WHERE id = ${id}`)
    await expectSqlError(`UPDATE card_order SET issue_fee_cents = 0 WHERE id = ${id}`)
    await expectSqlError(`UPDATE card_order SET begun_at = now() WHERE id = ${id}`)
    await expectSqlError(`UPDATE card_order_row SET state = 'issued' WHERE order_id = ${id}`)
    await approveOrder(people.amir, id)
    await expectSqlError(`UPDATE card_order SET approved_by = ${people.ada.id} WHERE id = ${id}`)
    await expectSqlError(`UPDATE card_order SET approved_by = NULL, approved_at = NULL WHERE id = ${id}`)
    await expectSqlError(`UPDATE card_order SET cancelled_at = now() WHERE id = ${id}`)
    const physical = await orderPhysical(people.olive)
    await expectSqlError(
      `UPDATE card_order SET approved_by = ${people.amir.id}, approved_at = now() WHERE id = ${physical}`,
    )
    await expectSqlError(`UPDATE card_order SET begun_at = final_at - interval '1 second' WHERE id = ${physical}`)
    await expectSqlError(`UPDATE card_order SET cancelled_at = final_at WHERE id = ${physical}`)
  })

  it('a user other than the maker can retry the rows that could not be issued', async () => {
    const id = await orderVirtual(people.ada)
    expect(await retry('amir', id)).toMatchObject({ resultText: 'Only the cards of an approved order can be issued' })
    await approveOrder(people.amir, id)
    expect(await retry('amir', id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'The cards of this order are being issued now. Try again when that is done',
    })
    await sql`DELETE FROM job WHERE kind = 'issue-order'`.execute(db())
    await issueOneOfTwo(id)
    const { batchLoad, rows } = await detailsOf(people.amir, id)
    expect(batchLoad).toMatchObject({ state: 'partlyIssued', issuedCount: 1, failedCount: 1 })
    expect(rows.map(({ state, ERROR }) => [state, ERROR])).toEqual([
      ['issued', undefined],
      ['failed', 'There are not enough funds.'],
    ])
    expect(rows[0]?.voucherID).toMatch(/^[0-9]+$/)
    expect(await retry('ada', id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'A user cannot process their own load',
    })
    expect((await retry('amir', id)).resultCode).toBe('0')
    const after = await detailsOf(people.amir, id)
    expect(after.batchLoad).toMatchObject({ state: 'issuing', issuedCount: 1, failedCount: 0 })
    expect(after.rows.map(({ state, ERROR }) => [state, ERROR])).toEqual([
      ['issued', undefined],
      ['waiting', undefined],
    ])
    expect(await jobsOf(demo.server, 'issue-order', id)).toHaveLength(1)
  })

  it('the maker can cancel an order and its job until it is final', async () => {
    const [inTime, tooLate] = [await orderPhysical(people.olive), await orderPhysical(people.olive)]
    expect(await people.olive.call('cancelCardOrder', { orderId: inTime })).toMatchObject({ resultCode: '0' })
    expect(await readOwnOrder(inTime)).toMatchObject({
      state: 'cancelled',
      cancellable: false,
      cancelledAt: expect.any(String) as string,
    })
    expect(await jobsOf(demo.server, 'finalise-order', inTime)).toEqual([])
    expect(await people.olive.call('cancelCardOrder', { orderId: inTime })).toMatchObject({
      resultCode: '-20409',
      resultText: 'This order has already been cancelled',
    })
    const { finalAt } = await readOwnOrder(tooLate)
    const before = demo.server.clock.now
    demo.server.clock.now = Date.parse(finalAt ?? '')
    // Yesterday's session has expired.
    const olive = await demo.server.logIn('olive')
    expect(await olive.call('cancelCardOrder', { orderId: tooLate })).toMatchObject({
      resultCode: '-20409',
      resultText: 'It is too late to cancel this order: its cards are being issued or have been issued',
    })
    demo.server.clock.now -= 1
    expect((await olive.call('cancelCardOrder', { orderId: tooLate })).resultCode).toBe('0')
    demo.server.clock.now = before
  })

  it('a cancelled order cannot be approved', async () => {
    const id = await orderVirtual(people.olive)
    expect((await people.olive.call('cancelCardOrder', { orderId: id })).resultCode).toBe('0')
    expect(await approveOrder(people.amir, id)).toMatchObject({
      resultCode: '-20409',
      resultText: 'This order has been cancelled by the person who ordered it',
    })
    expect((await readOwnOrder(id)).state).toBe('cancelled')
  })
})
