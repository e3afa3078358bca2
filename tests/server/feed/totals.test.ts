// The daily control: the processor's totals beside the ledger's, counted a second way here, and the way from a difference to
// its events, a mail and a metric (docs/rules/feed.md, "Daily control").
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import type { FeedTotal } from '#contract/feed.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { watchFeed } from '#server/feed/watch.ts'
import { readFigures } from '#server/metrics/figures.ts'
import { post } from '#tests/support/call.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import type { Person } from '#tests/support/demo-server.ts'
import { type FeedServer, merchant, startFeedServer } from './feed-server.ts'

const [first, second, third] = demoCardsInState('notActivated', 3, [1])
const [elsewhere] = demoCardsInState('notActivated', 1, [2])
if (!first || !second || !third || !elsewhere) throw new Error('the demo has no such cards')
const campaign = first.campaign.name

let server: FeedServer
let ada: Person
beforeAll(async () => {
  server = await startFeedServer()
  ada = await server.logIn('ada')
  today = addDays(instantToDate(server.clock.now, voyager.timeZone), -1)
}, 120_000)
afterAll(() => server.close())

const { catchFrom, sent } = catchMail()
/** The day before the start, in the time zone of the programme. */
let today = '' as CalendarDate
const day = () => today
const at = () => new Date(`${today}T12:00:00+08:00`).toISOString()
const sendTotals = (totals: readonly Partial<FeedTotal>[], more: object = {}) =>
  post(server.url, 'feedTotals', {
    key: server.key,
    requestId: randomUUID(),
    totals: totals.map((total) => ({ day: day(), campaign, currency: 'SGD', count: 0, sum: 0, ...total })),
    ...more,
  }).then(({ response }) => response)
const event = (eventId: string, kind: string, amount: number, more: object = {}) => ({
  kind,
  eventId,
  at: at(),
  trackingNumber: first.trackingNumber,
  amount,
  currency: 'SGD',
  ...merchant,
  ...more,
})
const differences = async () => (await ada.call('overview', {})).feedDifferences
const figures = () => readFigures(server.database.db, server.server.client.ownerId, server.clock.now)

describe('totals of the card processor', () => {
  it('agree with what the ledger has posted: purchases, fees, refunds, loads and reversals', async () => {
    await server.send([
      event('t1', 'clearing', 1_000, { fee: 25, foreign: { amount: 700, currency: 'USD', rate: '1.43' } }),
      event('t2', 'clearing', 300),
      event('t3', 'refund', 120),
      event('t4', 'load', 5_000),
      {
        ...event('t5', 'fee', 50),
        feeType: 1,
        merchant: undefined,
        merchantId: undefined,
        merchantCategory: undefined,
      },
      {
        ...event('t6', 'reversal', 300),
        original: 't2',
        merchant: undefined,
        merchantId: undefined,
        merchantCategory: undefined,
      },
      event('t7', 'authorisation', 900, { authorisation: 'a', authNumber: '1' }),
      event('t8', 'clearing', 777, { trackingNumber: elsewhere.trackingNumber }),
    ] as never)
    const sum = 1_000 + 25 + 300 - 120 - 5_000 + 50 - 300
    const answer = await sendTotals([
      { count: 6, sum },
      { campaign: String(elsewhere.campaign.id), count: 1, sum: 777 },
    ])
    expect(answer['totals']).toEqual([
      { day: day(), campaign, count: 6, sum, differs: false },
      { day: day(), campaign: String(elsewhere.campaign.id), count: 1, sum: 777, differs: false },
    ])
    expect(await differences()).toEqual({ count: 0, oldestDay: null })
    expect((await ada.call('feedDays', {})).days).toEqual([])
    expect((await ada.call('feedDays', { status: 'all' })).days).toHaveLength(2)
  })

  it('that differ are on Home, in the metric, in one mail, and lead to the events; an event that arrives ends it', async () => {
    catchFrom(server.server)
    await sendTotals([{ count: 8, sum: 9_999 }])
    await server.send([event('t9', 'clearing', 400, { trackingNumber: '999999999999999' })] as never)
    expect(await differences()).toEqual({ count: 1, oldestDay: day() })
    expect((await figures()).feed).toMatchObject({ differences: 1, exceptions: 1 })
    const mails = async () => {
      await watchFeed(server.server)
      await server.server.jobs.start()
      await expect
        .poll(
          async () =>
            (await sql`SELECT id FROM job WHERE kind LIKE 'mail%' OR kind = 'send-mail'`.execute(server.database.db))
              .rows,
        )
        .toEqual([])
      await server.server.jobs.stop()
      return sent.filter(({ kind }) => kind === 'feedProblems')
    }
    expect(await mails()).toEqual([])
    server.clock.now += 11 * MINUTE_MS
    const reported = await mails()
    expect(reported.map(({ to }) => to.username)).toEqual(['ada'])
    expect(reported[0]).toMatchObject({ exceptions: 1, differences: 1 })
    expect(mailToText(reported[0] as never)).toContain('/card/events/daily')
    expect(await mails()).toHaveLength(1)

    const [row] = (await ada.call('feedDays', {})).days
    expect(row).toMatchObject({ campaignName: campaign, count: 8, sum: '99.99', ledgerCount: 6, source: 'processor' })
    const { events, total } = await ada.call('feedDayEvents', {
      source: 'processor',
      day: day(),
      campaignId: String(first.campaign.id),
    })
    expect(total).toBe(7)
    expect(events[0]).toMatchObject({ eventId: 't9', posted: null, fault: 'unknownCard', amount: '4.00' })
    expect(events.find(({ eventId }) => eventId === 't1')).toMatchObject({
      posted: '10.25',
      amount: '10.00',
      fault: null,
    })
    expect(events.map(({ eventId }) => eventId)).not.toContain('t8')
    expect(events.map(({ eventId }) => eventId)).not.toContain('t7')

    const missing = 9_999 - Math.round(Number(row?.ledgerSum) * 100)
    await server.send([
      event('t10', 'clearing', missing - 100, { trackingNumber: second.trackingNumber, at: at() }),
      event('t11', 'clearing', 100, { trackingNumber: third.trackingNumber, at: at() }),
    ] as never)
    await watchFeed(server.server)
    expect(await differences()).toEqual({ count: 0, oldestDay: null })
    // A difference that comes back is reported again.
    await sendTotals([{ count: 9, sum: 9_999 }])
    server.clock.now += 11 * MINUTE_MS
    expect(await mails()).toHaveLength(2)
    await sendTotals([{ count: 8, sum: 9_999 }])
  })

  it('are counted by the day of the event in the time zone of the programme', async () => {
    const midnight = Date.parse(`${day()}T00:00:00+08:00`)
    const at = (offset: number) => new Date(midnight + offset).toISOString()
    await server.send([
      event('z1', 'clearing', 11, { at: at(-1) }),
      event('z2', 'clearing', 13, { at: at(0) }),
    ] as never)
    const before = instantToDate(midnight - 1, voyager.timeZone)
    const answer = await sendTotals([
      { day: before, count: 1, sum: 11 },
      { count: 9, sum: 10_012 },
    ])
    expect(answer['totals']).toMatchObject([{ differs: false }, { differs: false }])
  })

  it('belong to their source, and count again by another way', async () => {
    const { rows } = await sql<{ sum: number }>`
      SELECT -sum(n.amount_cents)::bigint AS sum FROM ledger_entry n JOIN account a ON a.id = n.account_id
      JOIN ledger_transaction t ON t.id = n.transaction_id
      WHERE a.card_id IN (${first.id}, ${second.id}, ${third.id}) AND t.id IN (
        SELECT unnest(ARRAY[transaction_id, fee_transaction_id]) FROM feed_event)`.execute(server.database.db)
    expect(rows[0]?.sum).toBe(10_012 + 11)
  })

  it.each([
    ['an unknown campaign', { campaign: 'No such' }, 'totals.0.campaign'],
    ['another currency', { currency: 'USD' }, 'totals.0.currency'],
    ['half a cent', { sum: 0.5 }, 'totals.0.sum'],
    ['a negative count', { count: -1 }, 'totals.0.count'],
    ['no such day', { day: '2026-02-30' }, 'totals.0.day'],
  ])('with %s are refused, and nothing is stored', async (_what, wrong, path) => {
    const before = (await ada.call('feedDays', { status: 'all' })).days
    const answer = await sendTotals([wrong, { count: 1 }])
    expect(answer).toMatchObject({ resultCode: '-20400', errors: [{ path }] })
    expect((await ada.call('feedDays', { status: 'all' })).days).toEqual(before)
  })

  it('are refused twice in a call, with a wrong key, or for another source', async () => {
    expect(await sendTotals([{ count: 1 }, { campaign: String(first.campaign.id) }])).toMatchObject({
      resultCode: '-20400',
    })
    expect(await sendTotals([{ count: 1 }], { key: 'feed_x' })).toMatchObject({ resultCode: '-20403' })
    expect(await sendTotals([{ count: 1 }], { source: 'other' })).toMatchObject({ errors: [{ path: 'source' }] })
  })

  it('are seen only for the own campaigns', async () => {
    const limited = await server.addUser({ username: 'limited', permissions: ['Feed.write'] })
    await sql`UPDATE user_account SET campaign_ids = ARRAY[${elsewhere.campaign.id}]::bigint[] WHERE id = ${limited.id}`.execute(
      server.database.db,
    )
    const { response } = await post(server.url, 'feedDays', { token: limited.token, status: 'all' })
    expect((response['days'] as { campaignName: string }[]).map((row) => row.campaignName)).toEqual([
      elsewhere.campaign.name,
    ])
    const seen = await post(server.url, 'feedDayEvents', {
      token: limited.token,
      source: 'processor',
      day: day(),
      campaignId: String(first.campaign.id),
    })
    // Only the event of an unknown card.
    expect((seen.response['events'] as { eventId: string }[]).map(({ eventId }) => eventId)).toEqual(['t9'])
  })
})

it('the examples of the documentation run, and their total agrees', async () => {
  const text = readFileSync('docs/running/feed.md', 'utf8')
  const examples = [...text.matchAll(/```json\n(?<code>.*?)```/gs)].map(
    ({ groups }) => JSON.parse(groups?.['code'] ?? '') as { method: string; params: object },
  )
  expect(examples.map(({ method }) => method)).toEqual(['feedEvents', 'feedTotals'])
  const [events, totals] = await examples.reduce<Promise<Record<string, unknown>[]>>(
    async (earlier, { method, params }) => {
      const answers = await earlier
      return [...answers, (await post(server.url, method, { ...params, key: server.key })).response]
    },
    Promise.resolve([]),
  )
  expect(events).toMatchObject({ resultCode: '0', outcomes: [{ result: 'accepted' }, { result: 'accepted' }] })
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM feed_event WHERE event_id IN ('evt-1001', 'evt-1002')`.execute(server.database.db)
  expect(rows).toEqual([{ state: 'done' }, { state: 'done' }])
  expect(totals).toMatchObject({ resultCode: '0', totals: [{ count: 1, sum: 1350, differs: false }] })
})
