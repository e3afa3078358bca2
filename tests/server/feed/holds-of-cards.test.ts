// Holds on a card's page, their expiry, and what happens to events that wait or come late.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { demoCard, type DemoCard } from '#server/demo/cards.ts'
import { expireHolds, listWaitingEvents } from '#server/feed/expire.ts'
import { findTotalFaults } from '#server/ledger/rules.ts'
import type { Db } from '#server/operations/context.ts'
import type { Person } from '#tests/support/demo-server.ts'
import { type FeedServer, fund, merchant, moneyOf, startFeedServer, unusedCards } from './feed-server.ts'

let server: FeedServer
let db: Db
let olive: Person
beforeAll(async () => {
  server = await startFeedServer()
  ;({ db } = server.database)
  olive = await server.logIn('olive')
}, 120_000)
afterAll(() => server.close())

const cardAt = (index: number): DemoCard => unusedCards[index] ?? demoCard(0)
const ago = (ms: number) => new Date(server.clock.now - ms).toISOString()
const authorisation = (id: string, daysAgo: number, amount = 5_000) =>
  ({
    kind: 'authorisation',
    eventId: id,
    authorisation: id,
    at: ago(daysAgo * DAY_MS),
    amount,
    currency: 'SGD',
    authNumber: '424242',
    ...merchant,
  }) as const
const services = () => ({ db, client: server.server.client, now: () => server.clock.now })

describe('an open hold', () => {
  it('is on the page of its card with merchant and time, and its amount follows each event', async () => {
    const card = cardAt(0)
    await fund(db, card, 50_000)
    const at = ago(HOUR_MS)
    await server.sendOf(card, [{ ...authorisation('shown', 0), at }])
    const voucherID = String(card.id)
    const { holds } = await olive.call('cardHolds', { voucherID })
    expect(holds).toEqual([
      { at, merchant: 'Kopi Corner', merchantId: merchant.merchantId, authNumber: '424242', amount: '50.00' },
    ])
    const amounts = async () => {
      const { card: details } = await olive.call('cardDetails', { voucherID })
      return [details.CARDBALANCE, details.FUNDSAVAILABLE, details.AUTHORIZEDAMOUNT, details.SETTLEDAMOUNT]
    }
    expect(await amounts()).toEqual(['500.00', '450.00', '50.00', '0.00'])
    const thread = { authorisation: 'shown', currency: 'SGD', authNumber: '424242', ...merchant }
    await server.sendOf(card, [{ kind: 'clearing', amount: 2_000, isPartial: true, ...thread, at: ago(HOUR_MS / 2) }])
    expect(await amounts()).toEqual(['480.00', '450.00', '30.00', '20.00'])
    // The hold has still the time of the authorisation.
    expect((await olive.call('cardHolds', { voucherID })).holds).toMatchObject([{ at, amount: '30.00' }])
    await server.sendOf(card, [{ kind: 'clearing', amount: 3_500, ...thread, at: ago(HOUR_MS / 3) }])
    expect(await amounts()).toEqual(['445.00', '445.00', '0.00', '55.00'])
    expect((await olive.call('cardHolds', { voucherID })).holds).toEqual([])
  })

  it('expires after the days of its campaign, and a clearing afterwards is posted', async () => {
    const card = cardAt(1)
    await fund(db, card, 20_000)
    await server.sendOf(card, [authorisation('old', 7.01), authorisation('young', 6.9, 300)])
    expect(await moneyOf(db, card)).toMatchObject({ held: 5_300 })
    await sql`UPDATE campaign SET hold_days = 10 WHERE id = ${card.campaign.id}`.execute(db)
    await expireHolds(services())
    expect(await moneyOf(db, card)).toMatchObject({ held: 5_300 })
    await sql`UPDATE campaign SET hold_days = 7 WHERE id = ${card.campaign.id}`.execute(db)
    await expireHolds(services())
    expect(await moneyOf(db, card)).toMatchObject({ balance: 20_000, held: 300 })
    await server.sendOf(card, [
      { kind: 'clearing', amount: 5_000, currency: 'SGD', authorisation: 'old', authNumber: '424242', ...merchant },
    ])
    expect(await moneyOf(db, card)).toMatchObject({ balance: 15_000, held: 300 })
    expect(await findTotalFaults(db)).toEqual([])
  })

  it('that was imported ends with a clearing of its authorisation number, or expires', async () => {
    const card = cardAt(2)
    await fund(db, card, 20_000)
    const hold = (authNumber: string, daysAgo: number) =>
      sql`
        WITH added AS (
          INSERT INTO card_authorisation (card_id, amount_cents, authorised_at, description, merchant_id, auth_number)
          VALUES (${card.id}, 1000, ${new Date(server.clock.now - daysAgo * DAY_MS)}, 'Imported', '', ${authNumber}) RETURNING *
        )
        UPDATE account a SET held_cents = held_cents + amount_cents FROM added WHERE a.card_id = added.card_id`.execute(
        db,
      )
    await hold('111111', 2)
    await hold('222222', 3)
    await hold('333333', 8)
    await server.sendOf(card, [
      { kind: 'clearing', amount: 900, currency: 'SGD', authorisation: 'unknown', authNumber: '111111', ...merchant },
      { kind: 'clearing', amount: 400, currency: 'SGD', authNumber: '222222', isPartial: true, ...merchant },
    ])
    expect(await moneyOf(db, card)).toMatchObject({ balance: 18_700, held: 1_600 })
    await expireHolds(services())
    expect(await moneyOf(db, card)).toMatchObject({ held: 600 })
    expect(await findTotalFaults(db)).toEqual([])
  })
})

it('an event that waits for more than a day is listed until the other one arrives', async () => {
  const card = cardAt(3)
  const listed = async () => {
    const { rows } = await sql<{ fault: string; is_open: boolean }>`
      SELECT fault, resolved_at IS NULL AS is_open FROM feed_exception WHERE event_id = 'lonely'`.execute(db)
    return rows
  }
  await server.sendOf(card, [{ kind: 'reversal', eventId: 'lonely', original: 'lost', amount: 700, currency: 'SGD' }])
  await listWaitingEvents(services())
  expect(await listed()).toEqual([])
  await listWaitingEvents({ ...services(), now: () => server.clock.now + 25 * HOUR_MS })
  await listWaitingEvents({ ...services(), now: () => server.clock.now + 26 * HOUR_MS })
  expect(await listed()).toEqual([{ fault: 'originalMissing', is_open: true }])
  await server.sendOf(card, [{ kind: 'clearing', eventId: 'lost', amount: 700, currency: 'SGD', ...merchant }])
  expect(await listed()).toEqual([{ fault: 'originalMissing', is_open: false }])
  expect(await moneyOf(db, card)).toMatchObject({ balance: 0 })
})

it('the statement is in order of time with right balances, although a purchase arrives late', async () => {
  const card = cardAt(4)
  const purchase = (amount: number, daysAgo: number) => ({
    kind: 'clearing' as const,
    at: ago(daysAgo * DAY_MS),
    amount,
    currency: 'SGD',
    ...merchant,
  })
  await server.sendOf(card, [purchase(100, 2), purchase(30, 5)])
  const day = (daysAgo: number) => ago(daysAgo * DAY_MS).slice(0, 10)
  const read = (startDate: string) =>
    olive.call('cardStatement', { cardID: String(card.id), startDate, endDate: day(0) })
  const whole = await read(day(20))
  expect(whole.transactions.map(({ MONEYAMOUNT, BALANCE }) => [MONEYAMOUNT, BALANCE])).toEqual([
    ['-1.00', '-1.30'],
    ['-0.30', '-0.30'],
  ])
  const lastDays = await read(day(3))
  expect([lastDays.openingBalance, lastDays.closingBalance]).toEqual(['-0.30', '-1.30'])
})

it('an event older than a month is posted when it arrives, so that earlier reports stay as they are', async () => {
  const card = cardAt(5)
  await server.sendOf(card, [
    { kind: 'clearing', at: ago(40 * DAY_MS), amount: 10, currency: 'SGD', ...merchant },
    { kind: 'clearing', at: ago(29 * DAY_MS), amount: 20, currency: 'SGD', ...merchant },
  ])
  const { rows } = await sql<{ posted_at: Date }>`
    SELECT posted_at FROM ledger_transaction WHERE card_id = ${card.id} ORDER BY id`.execute(db)
  expect(rows.map(({ posted_at }) => posted_at.getTime())).toEqual([server.clock.now, server.clock.now - 29 * DAY_MS])
})

it('a change of the card by the processor is in its history, and an older one does not undo a newer one', async () => {
  const card = cardAt(6)
  await server.sendOf(card, [
    { kind: 'cardStatus', at: ago(3 * HOUR_MS), status: 'unstopped' },
    { kind: 'cardStatus', at: ago(4 * HOUR_MS), status: 'stopped', stopReason: 1 },
    { kind: 'cardStatus', at: ago(5 * HOUR_MS), status: 'activated' },
  ])
  const { card: details } = await olive.call('cardDetails', { voucherID: String(card.id) })
  expect([details.ISSTOPPED, details.STATUS, details.STATUSUSERNAME]).toEqual([0, ago(5 * HOUR_MS), null])
  const { events } = await olive.call('cardHistory', { voucherID: String(card.id) })
  expect(events.map(({ kind, username }) => [kind, username])).toEqual([
    ['unstopped', ''],
    ['stopped', ''],
    ['activated', ''],
  ])
})
