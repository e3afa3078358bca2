// The list of events that could not be applied: who works on each, another try, and what was done.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { demoCard } from '#server/demo/cards.ts'
import { expireHolds, listWaitingEvents } from '#server/feed/expire.ts'
import type { Db } from '#server/operations/context.ts'
import type { Person } from '#tests/support/demo-server.ts'
import { callWith } from '#tests/support/call.ts'
import { type FeedServer, merchant, moneyOf, startFeedServer, unusedCards } from './feed-server.ts'

let server: FeedServer
let db: Db
let ada: Person
beforeAll(async () => {
  server = await startFeedServer()
  ;({ db } = server.database)
  const user = await server.addUser({ username: 'finance', permissions: ['Feed.write'] })
  ada = { id: user.id, call: callWith(server.url, user.token) }
}, 120_000)
afterAll(() => server.close())

const card = unusedCards[0] ?? demoCard(0)
const fee = (eventId: string) =>
  ({ kind: 'fee', eventId, amount: 250, currency: 'SGD', feeType: 77, description: 'Card fee' }) as const
const findOpen = async (eventId: string) => {
  const { exceptions } = await ada.call('feedExceptions', { status: 'open' })
  const found = exceptions.find((exception) => exception.eventId === eventId)
  if (!found) throw new Error(`${eventId} is not listed`)
  return found
}

it('is counted on Home for users who can work on it, and found by its id in every state', async () => {
  const other = unusedCards[2] ?? demoCard(2)
  const { unappliedEvents: before } = await ada.call('overview', {})
  await server.sendOf(other, [{ ...fee('counted'), feeType: 78 }])
  const { id, foundAt } = await findOpen('counted')
  const { unappliedEvents } = await ada.call('overview', {})
  expect(unappliedEvents?.count).toBe((before?.count ?? 0) + 1)
  expect(unappliedEvents?.oldestFoundAt).toBe(before?.oldestFoundAt ?? foundAt)
  const reader = await server.addUser({ username: 'cardreader', permissions: ['CardStatement.read'] })
  expect((await callWith(server.url, reader.token)('overview', {})).unappliedEvents).toBeUndefined()
  expect((await ada.call('feedExceptions', { id })).exceptions).toMatchObject([
    { eventId: 'counted', resolvedAt: null },
  ])
  await ada.call('resolveFeedException', { id, note: 'Not ours' })
  const { exceptions, total } = await ada.call('feedExceptions', { id })
  expect({ exceptions, total }).toMatchObject({ exceptions: [{ eventId: 'counted', note: 'Not ours' }], total: 1 })
  expect((await ada.call('overview', {})).unappliedEvents?.count).toBe(before?.count ?? 0)
  expect((await ada.call('feedExceptions', { id: '999999' })).exceptions).toEqual([])
})

it('is hidden from a user who is limited to other campaigns, on Home too, unless its card is unknown', async () => {
  const other = unusedCards[3] ?? demoCard(3)
  const limited = await server.addUser({ username: 'limited', permissions: ['Feed.write'] })
  const { campaign_id: campaign } = await db
    .selectFrom('card')
    .select('campaign_id')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  const elsewhere = await db
    .selectFrom('campaign')
    .select('id')
    .where('owner_id', '=', VOYAGER)
    .where('id', '<>', campaign)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('user_account')
    .set({ campaign_ids: [elsewhere.id] })
    .where('id', '=', limited.id)
    .execute()
  const call = callWith(server.url, limited.token)
  const countOf = async () => (await call('overview', {})).unappliedEvents?.count
  const before = (await countOf()) ?? 0
  await server.sendOf(other, [{ ...fee('hidden'), feeType: 78 }])
  const { id } = await findOpen('hidden')
  expect(await countOf()).toBe(before)
  expect((await call('feedExceptions', { id })).exceptions).toEqual([])
  const unknown = { ...fee('of-no-card'), at: new Date(server.clock.now).toISOString() }
  await server.send([{ ...unknown, trackingNumber: '799999999999998' }])
  expect(await countOf()).toBe(before + 1)
})

describe('an event that could not be applied', () => {
  it('is taken by a user, applied again when its reason is gone, and then resolved', async () => {
    await server.sendOf(card, [fee('odd')])
    const { id, fault, takenBy, voucherID, source } = await findOpen('odd')
    expect({ fault, takenBy, voucherID, source }).toEqual({
      fault: 'unknownFeeType',
      takenBy: null,
      voucherID: String(card.id),
      source: 'processor',
    })
    expect((await ada.call('takeFeedException', { id })).resultCode).toBe('0')
    expect(await findOpen('odd')).toMatchObject({ takenBy: 'finance', takenAt: expect.any(String) as string })
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('-20409')
    await sql`INSERT INTO fee_type (id, name) VALUES (77, 'Card fee')`.execute(db)
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('0')
    expect(await moneyOf(db, card)).toMatchObject({ balance: -250 })
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('-20409')
    expect(await moneyOf(db, card)).toMatchObject({ balance: -250 })
    const { exceptions } = await ada.call('feedExceptions', { status: 'resolved' })
    expect(exceptions.find(({ eventId }) => eventId === 'odd')).toMatchObject({ resolvedBy: 'finance' })
  })

  it('can be applied after its card was added', async () => {
    const trackingNumber = '799999999999999'
    await server.send([
      {
        kind: 'clearing',
        eventId: 'early-bird',
        at: new Date(server.clock.now - HOUR_MS).toISOString(),
        trackingNumber,
        amount: 400,
        currency: 'SGD',
        ...merchant,
      },
    ])
    const { id, voucherID } = await findOpen('early-bird')
    expect(voucherID).toBeNull()
    const other = unusedCards[1] ?? demoCard(1)
    await sql`UPDATE card SET tracking_number = ${trackingNumber} WHERE id = ${other.id}`.execute(db)
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('0')
    expect(await moneyOf(db, other)).toMatchObject({ balance: -400 })
    const { rows } = await sql<{
      card_id: number
    }>`SELECT card_id FROM feed_event WHERE event_id = 'early-bird'`.execute(db)
    expect(rows).toEqual([{ card_id: other.id }])
  })

  it('is closed with a note, which must not contain a card number', async () => {
    await server.sendOf(card, [
      { kind: 'reversal', eventId: 'orphan', original: 'nothing', amount: 5, currency: 'SGD' },
    ])
    const later = { db, client: server.server.client, now: () => server.clock.now + 25 * HOUR_MS }
    await listWaitingEvents(later)
    await expireHolds(later)
    const { id } = await findOpen('orphan')
    // It still waits.
    expect((await ada.call('retryFeedException', { id })).resultCode).toBe('-20409')
    expect((await ada.call('resolveFeedException', { id, note: `See ${card.pan}` })).resultCode).toBe('-20400')
    expect((await ada.call('resolveFeedException', { id, note: 'The processor withdrew it' })).resultCode).toBe('0')
    const { exceptions } = await ada.call('feedExceptions', { status: 'resolved' })
    expect(exceptions[0]).toMatchObject({ eventId: 'orphan', note: 'The processor withdrew it', resolvedBy: 'finance' })
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM audit_event WHERE owner_id = ${VOYAGER} AND subject_type = 'feedException' AND subject_id = ${id}`.execute(
      db,
    )
    expect(rows[0]?.count).toBeGreaterThan(1)
  })
})
