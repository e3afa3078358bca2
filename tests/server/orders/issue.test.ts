// Issuing the cards of an order, once it is approved (virtual) or can no longer be cancelled (physical): each card is
// issued once, with its number, load, fees and tags, and rows that cannot be issued fail with a reason.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import { DAY_MS } from '#domain/units.ts'
import { isUniqueViolation } from '#server/db/faults.ts'
import { drawNumbers, RangeExhausted } from '#server/orders/card-numbers.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import { testSecrets } from '#tests/support/test-keys.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import { type DemoServer, type Person, startDemoServer } from '#tests/support/demo-server.ts'
import { inLanguage } from '#server/language.ts'
import { storedToText } from '#server/stored-text.ts'
import { setFunds as setFundsOf } from '#tests/support/set-funds.ts'
import {
  approvedOrder,
  cardCount,
  expectNoStrayCards,
  expectSoundLedger,
  orderInDatabase,
  ownerBalances,
  physicalCard,
  placedOrder,
  rowsOfOrder,
  times,
  waitUntilIssued,
  virtualCard,
} from '#tests/support/issued-orders.ts'
import { approveOrder, detailsOf, orderVirtual } from '#tests/support/order-calls.ts'

describe('issuing cards', () => {
  let server: DemoServer
  let olive: Person
  let amir: Person
  let db: DemoServer['database']['db']
  let cardsBefore: number
  beforeEach(async () => {
    server = await startDemoServer()
    db = server.database.db
    olive = await server.logIn('olive')
    amir = await server.logIn('amir')
    cardsBefore = await cardCount(db)
  })
  afterEach(async () => {
    await expectSoundLedger(db)
    await expectNoStrayCards(db, cardsBefore)
    await server.close()
  })

  const setFunds = (cents: number) => setFundsOf(db, cents)
  const issueServicesAt = (now = server.clock.now, options: { chunkSize?: number } = {}) => ({
    db,
    secrets: testSecrets,
    timeZone: 'Asia/Singapore',
    now: () => now,
    ...options,
  })
  const newApprovedOrder = (rows: ReturnType<typeof virtualCard>[]) =>
    approvedOrder({ maker: olive, checker: amir }, rows)
  const setCampaign = (id: number, set: ReturnType<typeof sql>) =>
    sql`UPDATE campaign SET ${set} WHERE id = ${id}`.execute(db)
  const searchByTag = async (name: string, searchTerm: string) => {
    const { tags } = await amir.call('getCardTags', {})
    const tag = tags.find((each) => each.name === name)
    return (await amir.call('cardSearch', { searchType: `tag:${tag?.id ?? '0'}`, searchTerm, showExpired: false }))
      .cards
  }

  it('issues every card of an approved order, and Find Card shows each with its balance and tags', async () => {
    const rows = [
      virtualCard(1, { tagName: 'tripName|Squad', tagValue: 'Perth|Blue', notificationNumber: '+65 8123-4567' }),
      virtualCard(2, { tagName: 'TRIPNAME', tagValue: 'Perth', loadAmount: 0, expiryDate: '2028-02-29' }),
      virtualCard(3, { notificationNumber: 'ask Ann', tagName: 'squad', tagValue: 'Red' }),
    ]
    const before = await ownerBalances(db)
    const { catchFrom, sent } = catchMail()
    catchFrom(server.server)
    const id = await orderVirtual(olive, { virtualCardOrders: rows })
    await server.server.jobs.start()
    await approveOrder(amir, id)
    const order = await waitUntilIssued(db, id)
    const fees = 3 * order.issue_fee_cents
    expect(order.issue_fee_cents).toBeGreaterThan(0)
    expect(order).toMatchObject({
      issued_count: 3,
      failed_count: 0,
      issued_amount_cents: 1_000,
      issued_fee_cents: fees,
    })
    const after = await ownerBalances(db)
    expect([before.funding - after.funding, after.fee - before.fee]).toEqual([1_000 + fees, fees])

    await expect
      .poll(() => sent.filter(({ kind }) => kind === 'orderIssued').map(({ to }) => to.username))
      .toEqual(['olive'])

    const searches = await Promise.all(
      rows.map(({ customerReference }) =>
        amir.call('cardSearch', { searchType: '6', searchTerm: customerReference, showExpired: false }),
      ),
    )
    expect(
      searches.map(({ cards }) =>
        cards.map(({ CARDBALANCE, ACTIVATED, CARDEXPIRY }) => [CARDBALANCE, ACTIVATED, CARDEXPIRY]),
      ),
    ).toEqual([
      [['5.00', 0, expect.stringMatching(/-(28|29|30|31)$/)]],
      [['0.00', 0, '2028-02-29']],
      [['5.00', 0, expect.any(String)]],
    ])
    // A tag name that differs only in case is the same tag.
    expect(await searchByTag('tripName', 'Perth')).toHaveLength(2)
    expect(await searchByTag('Squad', 'Red')).toHaveLength(1)
    const byPhone = await amir.call('cardSearch', { searchType: '3', searchTerm: '6581234567', showExpired: false })
    expect(byPhone.cards.map((card) => card.CUSTOMERREFERENCE)).toEqual([rows[0]?.customerReference])

    const [first] = byPhone.cards
    const voucherID = first?.VOUCHERID ?? ''
    const { card } = await amir.call('cardDetails', { voucherID })
    expect(card.CARDNUMBER).toMatch(/^900001[0-9]{10}$/)
    expect(hasValidCheckDigit(card.CARDNUMBER)).toBe(true)
    expect(card.TRACKINGNUMBER).toMatch(/^[1-9][0-9]{14}$/)
    expect(card).toMatchObject({ STATUS: '', ACTIVATIONDATA: rows[0]?.customerReference, LOADEDAMOUNT: '5.00' })
    expect(card.VOUCHERTAGS).toEqual([
      { TAGNAME: 'Squad', VOUCHERTAGVALUE: 'Blue' },
      { TAGNAME: 'tripName', VOUCHERTAGVALUE: 'Perth' },
    ])
    const statement = await amir.call('cardStatement', {
      cardID: voucherID,
      startDate: '2020-01-01',
      endDate: '2099-01-01',
    })
    expect(statement.transactions).toMatchObject([
      { TRANSACTIONTYPELABEL: 'Load', TRANSACTIONDESCRIPTION: `Card order ${id}` },
    ])
    const revealed = await (await server.logIn('ada')).call('revealCard', { voucherID })
    expect(revealed.CARDCVV2).toMatch(/^[0-9]{3}$/)
    const activated = await olive.call('setCardStatus', { identifiers: [card.TRACKINGNUMBER], identifierType: 2 })
    expect(activated.resultCode).toBe('0')
  })

  it('draws card numbers that are unpredictable and unique', async () => {
    await server.server.jobs.start()
    const id = await newApprovedOrder(times(400, virtualCard))
    await waitUntilIssued(db, id)
    const { rows } = await sql<{ pan_cipher: Buffer; tracking_number: string; sequence_number: string }>`
      SELECT c.* FROM card c JOIN card_order_row r ON r.card_id = c.id WHERE r.order_id = ${id} ORDER BY r.row_no`.execute(
      db,
    )
    const numbers = rows.map(({ pan_cipher }) => testSecrets.decryptText(pan_cipher))
    expect(new Set(numbers).size).toBe(400)
    expect(new Set(rows.map((row) => row.tracking_number)).size).toBe(400)
    expect(new Set(rows.map((row) => row.sequence_number)).size).toBe(400)
    const gaps = numbers.slice(1).map((number, index) => BigInt(number) - BigInt(numbers[index] ?? 0))
    // Sequential numbers would have equal gaps, or gaps with the same sign.
    expect(new Set(gaps).size).toBe(399)
    expect(gaps.filter((gap) => gap < 0n).length).toBeGreaterThan(100)
  })

  it('never reuses an existing number, and reports when a range is used up', async () => {
    // A range of ten thousand numbers.
    await setCampaign(3, sql`card_prefix = '90000199999'`)
    await server.server.jobs.start()
    await waitUntilIssued(db, await newApprovedOrder(times(3, virtualCard)))
    // Not all of the 9,997 free numbers are drawn, since random draws rarely find the last ones.
    const otherNumbers = await drawNumbers(db, testSecrets, '90000199999', 9_980)
    expect(new Set(otherNumbers.map(({ pan }) => pan)).size).toBe(9_980)
    await expect(drawNumbers(db, testSecrets, '90000199999', 9_998)).rejects.toThrow(RangeExhausted)
    const { rows } = await sql<{ pan_cipher: Buffer }>`SELECT pan_cipher FROM card ORDER BY id DESC LIMIT 3`.execute(db)
    const issued = rows.map(({ pan_cipher }) => testSecrets.decryptText(pan_cipher))
    expect(otherNumbers.filter(({ pan }) => issued.includes(pan))).toEqual([])

    await setCampaign(3, sql`card_prefix = NULL`)
    const id = await newApprovedOrder([virtualCard(7)])
    expect(await waitUntilIssued(db, id)).toMatchObject({ issued_count: 0, failed_count: 1 })
    expect((await rowsOfOrder(db, id))[0]?.result_text).toContain('no card numbers left')
  })

  it('draws new numbers for a chunk if another transaction has taken one of them in the meantime', async () => {
    const duplicate = sql`
      INSERT INTO card (owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number, sequence_number, cvv_cipher, expires_on, issued_at)
      SELECT owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, '999999999999999', '', cvv_cipher, expires_on, issued_at FROM card WHERE id = 1`
    const error: unknown = await duplicate.execute(db).catch((caught: unknown) => caught)
    expect(isUniqueViolation(error, ['card_pan'])).toBe(true)
    expect(isUniqueViolation(error, ['card_tracking'])).toBe(false)

    // The second chunk fails with this error: it is rolled back and drawn again.
    const id = await newApprovedOrder(times(20, virtualCard))
    let chunks = 0
    const rejectSecondChunk = () => {
      chunks += 1
      return chunks === 2 ? Promise.reject(error) : Promise.resolve()
    }
    expect(
      await issueOrder(
        { ...issueServicesAt(server.clock.now, { chunkSize: 10 }), afterChunk: rejectSecondChunk },
        Number(id),
      ),
    ).toMatchObject({
      issuedCount: 20,
    })
    expect(chunks).toBe(3)
    expect(await orderInDatabase(db, id)).toMatchObject({ issued_count: 20, issued_amount_cents: 10_000 })
  })

  it('fails rows that the funding account does not cover, and issues only these in a retry after a top-up', async () => {
    const before = await ownerBalances(db)
    await server.server.jobs.start()
    const id = await orderVirtual(olive, {
      virtualCardOrders: [virtualCard(1), virtualCard(2, { loadAmount: 90_000 }), virtualCard(3), virtualCard(4)],
    })
    const { issue_fee_cents: fee } = await orderInDatabase(db, id)
    await setFunds(2 * (500 + fee))
    await approveOrder(amir, id)
    // The second row is too expensive and fails alone. For the fourth row no funds are left.
    expect(await waitUntilIssued(db, id)).toMatchObject({ issued_count: 2, failed_count: 2 })
    const { batchLoad } = await detailsOf(amir, id)
    expect(batchLoad).toMatchObject({
      issuedLoadAmount: 1_000,
      issuedFee: 2 * fee,
      totalLoadAmount: 91_500,
      totalFee: 4 * fee,
    })
    const withoutFunds = await rowsOfOrder(db, id)
    expect(withoutFunds.map(({ state, balance_cents }) => [state, balance_cents])).toEqual([
      ['issued', 500],
      ['failed', null],
      ['issued', 500],
      ['failed', null],
    ])
    expect(withoutFunds[1]?.result_text).toMatch(/funding account does not have enough/)
    const inGerman = inLanguage('de', () => storedToText(withoutFunds[1]?.result_text ?? ''))
    expect(inGerman).toMatch(/Deckungskonto reicht .*nicht aus/)
    expect((await ownerBalances(db)).funding).toBe(0)
    const retryByMaker = await olive.call('retryVirtualCardOrdersBatchLoad', { batchLoadFileID: id })
    expect(retryByMaker.resultCode).not.toBe('0')

    await setFunds(before.funding)
    expect((await amir.call('retryVirtualCardOrdersBatchLoad', { batchLoadFileID: id })).resultCode).toBe('0')
    const afterRetry = await waitUntilIssued(db, id)
    expect(afterRetry).toMatchObject({
      issued_count: 4,
      failed_count: 0,
      issued_amount_cents: 91_500,
      issued_fee_cents: 4 * fee,
    })
    const rows = await rowsOfOrder(db, id)
    expect([rows[0]?.card_id, rows[2]?.card_id]).toEqual([withoutFunds[0]?.card_id, withoutFunds[2]?.card_id])
    expect(rows.map(({ balance_cents }) => balance_cents)).toEqual([500, 90_000, 500, 500])
    expect((await ownerBalances(db)).funding).toBe(before.funding - 4 * fee - 91_500 + 2 * (500 + fee))
    // A second run of the job has nothing to do.
    expect(await issueOrder(issueServicesAt(), Number(id))).toBeUndefined()
  })

  it('issues nothing if the campaign was closed between approval and issue', async () => {
    const id = await newApprovedOrder(times(3, virtualCard))
    const before = await ownerBalances(db)
    await setCampaign(3, sql`closed_at = now()`)
    await server.server.jobs.start()
    expect(await waitUntilIssued(db, id)).toMatchObject({ issued_count: 0, failed_count: 3, issued_fee_cents: 0 })
    for (const row of await rowsOfOrder(db, id))
      expect([row.state, row.card_id, row.result_text]).toEqual(['failed', null, expect.stringMatching(/closed/)])
    expect(await ownerBalances(db)).toEqual(before)
  })

  it('checks each row again at the issue, for lowered limits and a date in the past', async () => {
    const soon = new Date(server.clock.now + DAY_MS).toISOString().slice(0, 10)
    const id = await newApprovedOrder([
      virtualCard(1, { loadAmount: 90_000 }),
      virtualCard(2, { expiryDate: soon }),
      virtualCard(3),
    ])
    await setCampaign(3, sql`load_max_cents = 50000`)
    expect(await issueOrder(issueServicesAt(server.clock.now + 3 * DAY_MS), Number(id))).toMatchObject({
      issuedCount: 1,
      failedCount: 2,
    })
    const rows = await rowsOfOrder(db, id)
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'failed', 'issued'])
    expect(rows[0]?.result_text).toMatch(/500\.00/)
    expect(rows[1]?.result_text).toMatch(/past|before|passed/i)
  })

  it('issues an order once if two servers run its job at the same time in chunks', async () => {
    const id = await newApprovedOrder(times(120, virtualCard))
    const runs = await Promise.all([
      issueOrder(issueServicesAt(server.clock.now, { chunkSize: 25 }), Number(id)),
      issueOrder(issueServicesAt(server.clock.now, { chunkSize: 10 }), Number(id)),
    ])
    const issued = runs.reduce((sum, run) => sum + (run?.issuedCount ?? 0), 0)
    expect(issued).toBe(120)
    expect(await orderInDatabase(db, id)).toMatchObject({ issued_count: 120, failed_count: 0 })
    expect(await cardCount(db)).toBe(cardsBefore + 120)
  })

  it('issues physical cards once they can no longer be cancelled: not activated, charged with issue and order fees', async () => {
    await sql`
      INSERT INTO campaign_fee (campaign_id, fee_type_id, charge_cents) VALUES (1, 5, 250)
      ON CONFLICT (campaign_id, fee_type_id) DO UPDATE SET charge_cents = 250`.execute(db)
    const before = await ownerBalances(db)
    const id = await placedOrder(olive, [
      physicalCard(1, { loadAmount: 2_000, cardOrderFee: 500 }),
      physicalCard(2, { cardOrderFee: 300 }),
      physicalCard(3),
    ])
    await server.server.jobs.start()
    const { final_at, issue_fee_cents: fee } = await orderInDatabase(db, id)
    server.clock.now = (final_at?.getTime() ?? 0) - 1
    await expect(issueOrder(issueServicesAt(), Number(id))).rejects.toThrow(/cancelled/)
    expect(await ownerBalances(db)).toEqual(before)
    server.clock.now += 1
    server.server.jobs.wake()
    const order = await waitUntilIssued(db, id)
    expect(order).toMatchObject({ issued_count: 3, issued_amount_cents: 2_000, issued_fee_cents: 800 + 3 * fee })
    const after = await ownerBalances(db)
    expect([before.funding - after.funding, after.fee - before.fee]).toEqual([2_800 + 3 * fee, 800 + 3 * fee])
    const { rows } = await sql<{ name: string; activated_at: Date | null; balance_cents: number }>`
      SELECT c.name, c.activated_at, a.balance_cents FROM card_order_row r JOIN card c ON c.id = r.card_id
      JOIN account a ON a.card_id = c.id WHERE r.order_id = ${id} ORDER BY r.row_no`.execute(db)
    expect(rows).toEqual([
      { name: 'Ann Marie Lee 1', activated_at: null, balance_cents: 2_000 },
      { name: 'Ann Marie Lee 2', activated_at: null, balance_cents: 0 },
      { name: 'Ann Marie Lee 3', activated_at: null, balance_cents: 0 },
    ])
  })

  it('issues no cards of a cancelled, rejected or waiting order', async () => {
    const id = await placedOrder(olive, times(2, physicalCard))
    expect((await olive.call('cancelCardOrder', { orderId: id })).resultCode).toBe('0')
    expect(await issueOrder(issueServicesAt(server.clock.now + 2 * DAY_MS), Number(id))).toBeUndefined()
    const rejected = await orderVirtual(olive, { virtualCardOrders: times(2, virtualCard) })
    expect((await amir.call('rejectVirtualCardOrdersBatchLoad', { batchLoadFileID: rejected })).resultCode).toBe('0')
    expect(await issueOrder(issueServicesAt(), Number(rejected))).toBeUndefined()
    const waiting = await orderVirtual(olive)
    expect(await issueOrder(issueServicesAt(), Number(waiting))).toBeUndefined()
    expect(await cardCount(db)).toBe(cardsBefore)
  })

  it('a last-moment cancellation and the issue never both succeed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await placedOrder(
        olive,
        times(3, (index) => physicalCard(round * 10 + index)),
      )
      const { final_at } = await orderInDatabase(db, id)
      const finalAt = final_at?.getTime() ?? 0
      const before = server.clock.now
      // The servers' clocks differ slightly: for one server the order can still be cancelled, for the other it is
      // final.
      server.clock.now = finalAt - 1
      // The clock has moved by a day, so earlier sessions have expired. The first rounds cancel as the maker, the
      // others as the approver.
      const user = await server.logIn(round < 3 ? 'olive' : 'amir')
      const [first, second] = round % 2 === 0 ? ['cancel', 'issue'] : ['issue', 'cancel']
      const run = (operation: string | undefined) =>
        operation === 'cancel'
          ? user.call('cancelCardOrder', { orderId: id, reason: 'Not our staff' })
          : issueOrder(issueServicesAt(finalAt), Number(id))
      const responses = await Promise.all([run(first), run(second)])
      const response = responses.find((each) => each !== undefined && 'resultCode' in each)
      const order = await orderInDatabase(db, id)
      const rows = await rowsOfOrder(db, id)
      const isCancelled = order.cancelled_at !== null
      expect(order.issued_count).toBe(isCancelled ? 0 : 3)
      // The cancellation succeeds exactly if the order is not issued, although the two clocks disagree.
      expect(response).toMatchObject({ resultCode: isCancelled ? '0' : '-20409' })
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set([isCancelled ? 'cancelled' : 'issued']))
      server.clock.now = before
    }
  })
})
