// Events of a card processor: each is applied once, in any order, and none is lost.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { demoCard, type DemoCard } from '#server/demo/cards.ts'
import { revokeFeedKeys, createFeedKey } from '#server/keys/feed-keys.ts'
import { proveWholeLedger } from '#server/ledger/proof.ts'
import type { Db } from '#server/operations/context.ts'
import { post } from '#tests/support/call.ts'
import {
  type FeedServer,
  fund,
  merchant,
  moneyOf,
  type PlainEvent,
  type SentEvent,
  startFeedServer,
  unusedCards,
} from './feed-server.ts'

let server: FeedServer
let db: Db
beforeAll(async () => {
  server = await startFeedServer()
  ;({ db } = server.database)
}, 120_000)
afterAll(() => server.close())

const cardAt = (index: number): DemoCard => unusedCards[index] ?? demoCard(0)
const at = (hoursAgo: number) => new Date(server.clock.now - hoursAgo * HOUR_MS).toISOString()
const purchase = (card: DemoCard, eventId: string, more: object = {}): SentEvent => ({
  kind: 'clearing',
  eventId,
  at: at(5),
  trackingNumber: card.trackingNumber,
  amount: 1_000,
  currency: 'SGD',
  ...merchant,
  ...more,
})
const exceptionsOf = async (eventId: string) => {
  const { rows } = await sql<{ fault: string; is_open: boolean }>`
    SELECT fault, resolved_at IS NULL AS is_open FROM feed_exception WHERE event_id = ${eventId} ORDER BY id`.execute(
    db,
  )
  return rows.map(({ fault, is_open }) => (is_open ? fault : `${fault}, resolved`))
}
const stateOf = async (eventId: string) => {
  const { rows } = await sql<{ state: string }>`SELECT state FROM feed_event WHERE event_id = ${eventId}`.execute(db)
  return rows[0]?.state
}

describe('an event that is sent again', () => {
  it('gets the same answer and moves no money', async () => {
    const card = cardAt(0)
    const event = purchase(card, 'again')
    expect(await server.send([event, event])).toEqual([
      { eventId: 'again', result: 'accepted' },
      { eventId: 'again', result: 'accepted' },
    ])
    expect(await server.send([event])).toEqual([{ eventId: 'again', result: 'accepted' }])
    expect(await moneyOf(db, card)).toMatchObject({ balance: -1_000 })
  })

  it('with other content is refused, and listed once', async () => {
    const card = cardAt(0)
    const changed = purchase(card, 'again', { amount: 999 })
    expect(await server.send([changed])).toEqual([{ eventId: 'again', result: 'refused' }])
    expect(await server.send([changed, purchase(card, 'again')])).toEqual([
      { eventId: 'again', result: 'refused' },
      { eventId: 'again', result: 'accepted' },
    ])
    expect(await exceptionsOf('again')).toEqual(['otherContent'])
    expect(await moneyOf(db, card)).toMatchObject({ balance: -1_000 })
  })

  it('belongs to its source: another source can use the same id', async () => {
    const card = cardAt(1)
    await server.send([purchase(card, 'same-id')])
    const key = await createFeedKey(db, VOYAGER, 'other', new Date())
    const { response } = await post(server.url, 'feedEvents', {
      key,
      requestId: randomUUID(),
      events: [purchase(card, 'same-id', { amount: 30 })],
    })
    expect(response['outcomes']).toEqual([{ eventId: 'same-id', result: 'accepted' }])
    expect(await moneyOf(db, card)).toMatchObject({ balance: -1_030 })
  })
})

describe('an event before the one to which it refers', () => {
  it('a release and an increment wait for their authorisation', async () => {
    const card = cardAt(2)
    await fund(db, card, 50_000)
    const thread = { authorisation: 'early', currency: 'SGD' }
    await server.sendOf(card, [
      { kind: 'release', eventId: 'early-release', at: at(1), ...thread, amount: 500 },
      { kind: 'increment', eventId: 'early-increment', at: at(2), ...thread, amount: 2_000 },
    ])
    expect(await stateOf('early-release')).toBe('waiting')
    expect(await moneyOf(db, card)).toMatchObject({ held: 0 })
    await server.sendOf(card, [
      { kind: 'authorisation', at: at(3), ...thread, amount: 10_000, authNumber: '77', ...merchant },
    ])
    expect(await stateOf('early-release')).toBe('done')
    expect(await moneyOf(db, card)).toMatchObject({ held: 11_500, available: 38_500 })
  })

  it('a clearing posts before its authorisation, which then holds nothing', async () => {
    const card = cardAt(3)
    const thread = { authorisation: 'late', authNumber: '78' }
    await server.sendOf(card, [{ kind: 'clearing', at: at(2), amount: 700, currency: 'SGD', ...thread, ...merchant }])
    expect(await moneyOf(db, card)).toMatchObject({ balance: -700, held: 0 })
    await server.sendOf(card, [
      { kind: 'authorisation', at: at(9), amount: 700, currency: 'SGD', ...thread, ...merchant },
    ])
    expect(await moneyOf(db, card)).toMatchObject({ balance: -700, held: 0 })
    const { rows } = await sql`
      SELECT amount_cents, released_at FROM card_authorisation WHERE card_id = ${card.id}`.execute(db)
    expect(rows).toEqual([{ amount_cents: 700, released_at: new Date(at(2)) }])
  })

  it('a reversal and a chargeback wait for their clearing', async () => {
    const card = cardAt(4)
    await server.sendOf(card, [
      { kind: 'reversal', eventId: 'early-reversal', original: 'later', amount: 1_000, currency: 'SGD' },
      { kind: 'chargebackProcessed', eventId: 'early-step', chargeback: 'CB1' },
      {
        kind: 'chargebackRequested',
        eventId: 'early-chargeback',
        chargeback: 'CB1',
        original: 'later',
        amount: 1_000,
        currency: 'SGD',
        requestAmount: 1_000,
        usdAmount: 740,
        reasonCode: '4837',
        description: 'No cardholder authorisation',
      },
    ])
    expect([await stateOf('early-reversal'), await stateOf('early-chargeback'), await stateOf('early-step')]).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ])
    await server.send([purchase(card, 'later')])
    expect([await stateOf('early-reversal'), await stateOf('early-chargeback'), await stateOf('early-step')]).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(await moneyOf(db, card)).toMatchObject({ balance: 0 })
    const { rows } = await sql<{ number: string; processed: boolean }>`
      SELECT number, processed_at IS NOT NULL AS processed FROM chargeback WHERE card_id = ${card.id}`.execute(db)
    expect(rows).toEqual([{ number: 'CB1', processed: true }])
  })
})

describe('an event that cannot be applied', () => {
  const reversal = (original: string, amount: number): PlainEvent => ({
    kind: 'reversal',
    original,
    amount,
    currency: 'SGD',
  })
  const faulty: readonly (readonly [string, string, (card: DemoCard) => Promise<readonly object[]>])[] = [
    [
      'of a card that the programme does not have',
      'unknownCard',
      () => Promise.resolve([{ trackingNumber: '999999999999999' }]),
    ],
    ['in another currency', 'otherCurrency', () => Promise.resolve([{ currency: 'USD' }])],
    [
      'from the future',
      'inFuture',
      () => Promise.resolve([{ at: new Date(server.clock.now + 2 * HOUR_MS).toISOString() }]),
    ],
  ]
  it.each(faulty)('%s is accepted and listed as %s', async (_name, fault, changesOf) => {
    const card = cardAt(5)
    const [change] = await changesOf(card)
    const before = await moneyOf(db, card)
    expect(await server.send([purchase(card, `faulty-${fault}`, change)])).toEqual([
      { eventId: `faulty-${fault}`, result: 'accepted' },
    ])
    expect(await exceptionsOf(`faulty-${fault}`)).toEqual([fault])
    expect(await moneyOf(db, card)).toEqual(before)
  })

  it('a fee of an unknown type, and a stop for an unknown reason, are listed', async () => {
    await server.sendOf(cardAt(5), [
      { kind: 'fee', eventId: 'odd-fee', amount: 5, currency: 'SGD', feeType: 9_998 },
      { kind: 'cardStatus', eventId: 'odd-stop', status: 'stopped', stopReason: 9_998 },
    ])
    expect([await exceptionsOf('odd-fee'), await exceptionsOf('odd-stop')]).toEqual([
      ['unknownFeeType'],
      ['unknownStopReason'],
    ])
  })

  it('a reversal of another amount, of another card, and a second reversal are listed', async () => {
    const card = cardAt(6)
    await server.send([purchase(card, 'to-reverse')])
    await server.sendOf(card, [{ eventId: 'part', ...reversal('to-reverse', 400) }])
    await server.sendOf(cardAt(7), [{ eventId: 'stranger', ...reversal('to-reverse', 1_000) }])
    await server.sendOf(card, [{ eventId: 'whole', ...reversal('to-reverse', 1_000) }])
    await server.sendOf(card, [{ eventId: 'twice', ...reversal('to-reverse', 1_000) }])
    expect(await Promise.all(['part', 'stranger', 'whole', 'twice'].map(exceptionsOf))).toEqual([
      ['contradiction'],
      ['contradiction'],
      [],
      ['reversedBefore'],
    ])
    expect(await moneyOf(db, card)).toMatchObject({ balance: 0 })
  })

  it('of two authorisations under one number the earlier one counts, in either order', async () => {
    const card = cardAt(8)
    const thread = {
      kind: 'authorisation',
      authorisation: 'double',
      currency: 'SGD',
      authNumber: '79',
      ...merchant,
    } as const
    await server.sendOf(card, [{ ...thread, eventId: 'double-2', at: at(2), amount: 900 }])
    await server.sendOf(card, [{ ...thread, eventId: 'double-1', at: at(3), amount: 100 }])
    expect(await moneyOf(db, card)).toMatchObject({ held: 100 })
    expect(await exceptionsOf('double-2')).toEqual(['contradiction'])
    expect(await exceptionsOf('double-1')).toEqual([])
  })

  it('has no card number in what is stored', async () => {
    const { pan } = cardAt(9)
    await server.send([purchase(cardAt(9), 'with-number', { merchant: `Shop ${pan}` })])
    const { rows } = await sql<{ content: string }>`
      SELECT content::text FROM feed_event WHERE event_id = 'with-number'
      UNION ALL SELECT description FROM ledger_transaction WHERE card_id = ${cardAt(9).id}`.execute(db)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(pan)
  })
})

describe('a card below zero', () => {
  it('cannot be taken from by users, and a payment reduces what is owed', async () => {
    const card = cardAt(10)
    await fund(db, card, 2_000)
    await server.send([purchase(card, 'overdrawing', { amount: 5_000 })])
    expect(await moneyOf(db, card)).toMatchObject({ balance: -3_000 })
    await fund(db, card, 2_500)
    const take = (amount: number) =>
      sql`UPDATE account SET held_cents = held_cents + ${amount} WHERE card_id = ${card.id}`.execute(db)
    await expect(take(1)).rejects.toThrow('account_not_overdrawn')
    await fund(db, card, 1_000)
    await expect(take(501)).rejects.toThrow('account_not_overdrawn')
    await take(500)
    await take(-500)
  })
})

describe('the key', () => {
  const call = (key: string) =>
    post(server.url, 'feedEvents', { key, requestId: randomUUID(), events: [purchase(cardAt(11), randomUUID())] })
  it('is required, and can be revoked', async () => {
    expect((await call('feed_wrong')).response.resultCode).toBe('-20403')
    const key = await createFeedKey(db, VOYAGER, 'short-lived', new Date())
    expect((await call(key)).response.resultCode).toBe('0')
    await revokeFeedKeys(db, VOYAGER, 'short-lived', new Date())
    expect((await call(key)).response.resultCode).toBe('-20403')
    const foreign = await createFeedKey(db, 1, 'processor', new Date())
    expect((await call(foreign)).response.resultCode).toBe('-20403')
  })

  it('allows calls with 1,000 events, and names its owner in the audit trail', async () => {
    const events = Array.from({ length: 1_000 }, (_, index) => purchase(cardAt(12), `many-${index}`, { amount: 1 }))
    expect(await server.send(events)).toHaveLength(1_000)
    expect(await moneyOf(db, cardAt(12))).toMatchObject({ balance: -1_000 })
    const { rows } = await sql`
      SELECT owner_id, subject_type, subject_id FROM audit_event WHERE method = 'feedEvents' ORDER BY id DESC LIMIT 1`.execute(
      db,
    )
    expect(rows).toEqual([{ owner_id: VOYAGER, subject_type: 'feed', subject_id: 'processor' }])
    const { response } = await post(server.url, 'feedEvents', {
      key: server.key,
      requestId: randomUUID(),
      events: [...events, purchase(cardAt(12), 'one-too-many')],
    })
    expect(response.resultCode).toBe('-20400')
  })
})

it('leaves a ledger in order', async () => {
  expect(await proveWholeLedger(db)).toEqual([])
})
