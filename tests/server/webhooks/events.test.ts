// Which changes have a message for customers' programs, and what it contains: written in the transaction of the change,
// thin, and none for a refused change (docs/rules/webhooks.md, "Messages").
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { instantToDate } from '#domain/dates.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { webhookEvents } from '#domain/webhooks.ts'
import { chainEntries, readHead } from '#server/audit/chain.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { demoCardsInState, sampleRows } from '#server/demo/sample-batch.ts'
import { listWaitingEvents } from '#server/feed/expire.ts'
import { watchFunds } from '#server/funding/watch.ts'
import { createFeedKey } from '#server/keys/feed-keys.ts'
import { post } from '#tests/support/call.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import { approve, devalueUpload, uploadedId, uploadLoads } from '#tests/support/demo-server.ts'
import { setFunds } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

interface Message {
  readonly type: string
  readonly data: Record<string, unknown>
}

describe('events of webhooks', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people, runJobs } = demo
  const [card, other] = demoCardsInState('active', 2)
  if (!card || !other) throw new Error('the demo has no such cards')

  /** The messages since the last call of this function. */
  const messages = async (): Promise<readonly Message[]> => {
    const { rows } = await sql<{ payload: string }>`
      WITH gone AS (DELETE FROM webhook_delivery RETURNING id, payload) SELECT payload FROM gone ORDER BY id`.execute(
      db(),
    )
    return rows.map(({ payload }) => JSON.parse(payload) as Message)
  }
  const addEndpoint = (events: readonly string[]) =>
    sql`INSERT INTO webhook_endpoint (owner_id, url, events, secret_cipher, created_by, created_at, confirmed_at)
      VALUES (${VOYAGER}, 'https://hooks.example.org/', ${[...events]}::text[], '\\x00', ${people.ada.id}, now(), now())`.execute(
      db(),
    )
  const merchant = { merchant: 'Kopi Corner', merchantId: '900000000003' }
  let key = ''
  const feed = async (events: readonly object[]) => {
    const { response } = await post(demo.server.url, 'feedEvents', { key, requestId: randomUUID(), events })
    expect(response.resultCode).toBe('0')
  }
  let count = 0
  const event = (kind: string, more: object) => ({
    kind,
    eventId: `webhook-${(count += 1)}`,
    at: new Date(demo.server.clock.now - HOUR_MS).toISOString(),
    trackingNumber: card.trackingNumber,
    ...more,
  })

  beforeAll(async () => {
    catchMail().catchFrom(demo.server.server)
    demo.server.server.jobs.registerHandler('deliver-webhook', 'webhooks', () => Promise.resolve())
    key = await createFeedKey(db(), VOYAGER, 'processor', new Date(demo.server.clock.now))
  })
  beforeEach(async () => {
    await sql`UPDATE webhook_endpoint SET deleted_at = now()`.execute(db())
    await addEndpoint(webhookEvents.filter((name) => name !== 'audit.entries'))
    await messages()
  })

  it('a card that a user or the processor changes', async () => {
    const cards = [{ cardId: String(card.id), trackingNumber: card.trackingNumber }]
    const stop = () =>
      people.olive.call('stopCard', {
        trackingNumber: card.trackingNumber,
        activationData: '',
        stopReasonID: 1,
      })
    expect((await stop()).resultCode).toBe('0')
    expect((await stop()).resultCode).toBe('-20409')
    expect(await messages()).toEqual([
      { type: 'card.stopped', timestamp: expect.any(String) as string, data: { cards } },
    ])
    await feed([event('cardStatus', { status: 'unstopped' })])
    expect(await messages()).toMatchObject([{ type: 'card.unstopped', data: { cards } }])
  })

  it('the transactions that the processor or a user posts, but not purchases that are only authorised', async () => {
    const more = { amount: 100, currency: 'SGD', ...merchant }
    await feed([
      event('authorisation', { ...more, authorisation: 'webhook-hold', authNumber: '77' }),
      event('load', more),
      event('fee', { amount: 50, currency: 'SGD', feeType: 1 }),
      event('release', { authorisation: 'webhook-hold' }),
    ])
    const of = { cardId: String(card.id), trackingNumber: card.trackingNumber }
    const id = expect.stringMatching(/^[0-9]+$/) as string
    expect(await messages()).toEqual([
      {
        type: 'card.transaction',
        timestamp: expect.any(String) as string,
        data: {
          transactions: [
            { ...of, kind: 'load', transactionId: id },
            { ...of, kind: 'fee', transactionId: id },
          ],
        },
      },
    ])
    const fee = { identifierType: 1, identifier: card.pan, feeId: '1', amount: '0.10' } as const
    expect((await people.olive.call('insertCardFee', fee)).resultCode).toBe('0')
    expect(await messages()).toMatchObject([
      { type: 'card.transaction', data: { transactions: [{ ...of, kind: 'fee' }] } },
    ])
  })

  it('cards that a batch retires, in one message for each chunk, and a batch that is closed', async () => {
    const rows = [card, other].map(({ pan }) => ({ identifier: pan, amount: '0.00' }))
    const upload = devalueUpload(rows, { retire: true, duplicateReason: 'Test of webhooks' })
    const id = uploadedId(await people.olive.call('batchDevalueUpload', upload))
    await approve(demo.server, people.amir, id)
    demo.server.clock.now += 15 * 60_000
    await demo.signIn()
    await runJobs()
    const sent = await messages()
    expect(sent.find(({ type }) => type === 'card.retired')?.data).toEqual({
      cards: [card, other]
        .toSorted((a, b) => a.id - b.id)
        .map((each) => ({ cardId: String(each.id), trackingNumber: each.trackingNumber })),
    })
    expect((await people.amir.call('closeBatchLoad', { batchLoadFileID: id })).resultCode).toBe('0')
    await runJobs()
    expect(await messages()).toMatchObject([{ type: 'batch.closed', data: { batchId: id } }])
  })

  it('an event that could not be applied, once, however often it is sent', async () => {
    const listed = async () => (await messages()).filter(({ type }) => type === 'card.exception')
    const unknown = event('load', { amount: 100, currency: 'SGD', ...merchant, trackingNumber: '999999999999999' })
    const original = event('fee', { amount: 100, currency: 'SGD', feeType: 1 })
    await feed([unknown, original])
    const exception = { source: 'processor', eventId: unknown.eventId, kind: 'load', fault: 'unknownCard' }
    expect(await listed()).toMatchObject([{ type: 'card.exception', data: { exceptions: [exception] } }])
    await feed([unknown, original])
    expect(await listed()).toEqual([])
    await feed([{ ...original, amount: 200 }])
    expect(await listed()).toMatchObject([
      { type: 'card.exception', data: { exceptions: [{ eventId: original.eventId, fault: 'otherContent' }] } },
    ])
    await feed([event('reversal', { amount: 100, currency: 'SGD', original: 'never-sent' })])
    expect(await listed()).toEqual([])
    const later = () => demo.server.clock.now + DAY_MS + HOUR_MS
    await listWaitingEvents({ ...demo.server.server, now: later })
    await listWaitingEvents({ ...demo.server.server, now: later })
    expect(await listed()).toMatchObject([
      { type: 'card.exception', data: { exceptions: [{ fault: 'originalMissing', kind: 'reversal' }] } },
    ])
  })

  it('a payment that is recorded, confirmed or rejected, without the reference of the bank', async () => {
    const record = async (amount: string) =>
      (
        await people.olive.call('recordFundingPayment', {
          type: 'payment',
          amount,
          valueDate: instantToDate(demo.server.clock.now, voyager.timeZone),
          reference: 'From Ms Tan',
        })
      ).paymentId
    const [first, second] = [await record('250.00'), await record('260.00')]
    await people.amir.call('confirmFundingPayment', { paymentId: first })
    await people.olive.call('confirmFundingPayment', { paymentId: second })
    await people.amir.call('rejectFundingPayment', { paymentId: second, reason: 'Unknown' })
    const sent = await messages()
    expect(sent.map(({ type, data }) => [type, data['paymentId'], data['amount']])).toEqual([
      ['funding.recorded', first, '250.00'],
      ['funding.recorded', second, '260.00'],
      ['funding.confirmed', first, '250.00'],
      ['funding.rejected', second, '260.00'],
    ])
    expect(JSON.stringify(sent)).not.toContain('Tan')
  })

  it('funds that have become low, once', async () => {
    await setFunds(db(), 50_000_000, new Date(demo.server.clock.now - 1_000))
    await watchFunds(demo.server.server)
    await messages()
    await people.amir.call('setFundingThreshold', { threshold: '9999999.00' })
    await watchFunds(demo.server.server)
    await watchFunds(demo.server.server)
    const low = (await messages()).filter(({ type }) => type.startsWith('funding.'))
    expect(low).toMatchObject([{ type: 'funding.low', data: { currency: 'SGD', threshold: '9999999.00' } }])
  })

  it('a user who was changed or locked, by names of fields only, and none for a refused change', async () => {
    const rita = String(people.rita.id)
    expect((await people.ada.call('lockUser', { lockUserID: rita })).resultCode).toBe('0')
    expect((await people.ada.call('lockUser', { lockUserID: rita })).resultCode).toBe('-20409')
    expect((await people.ada.call('unlockUser', { unlockUserID: rita })).resultCode).toBe('0')
    const by = { userId: rita, byUserId: String(people.ada.id) }
    expect(await messages()).toMatchObject([
      { type: 'user.locked', data: { ...by, act: 'lockUser', fields: ['locked'] } },
      { type: 'user.unlocked', data: { ...by, act: 'unlockUser' } },
    ])
    await demo.signIn()
  })

  it('the whole audit trail in the order of its chain, with the head and without values', async () => {
    await sql`UPDATE webhook_endpoint SET deleted_at = now()`.execute(db())
    await addEndpoint(['audit.entries'])
    await chainEntries(demo.server.server)
    await messages()
    await people.ada.call('searchUser', { keyword: 'Rahman' })
    await people.olive.call('confirmFundingPayment', { paymentId: '1' })
    await demo.harbour.logIn('hal')
    expect(await messages()).toEqual([])
    await chainEntries(demo.server.server)
    await chainEntries(demo.server.server)
    const sent = await messages()
    const head = await readHead(db())
    expect(sent).toHaveLength(1)
    const entries = sent[0]?.data['entries'] as { position: number; act: string; result: string; userId: string }[]
    expect(entries.map(({ act, result }) => [act, result])).toEqual([
      ['searchUser', '0'],
      ['confirmFundingPayment', '-20403'],
    ])
    expect(sent[0]?.data['head']).toBe(`${head?.position}-${head?.hash}`)
    expect(entries.map(({ position }) => position)).toEqual([(head?.position ?? 0) - 1, head?.position])
    expect(JSON.stringify(sent)).not.toContain('Rahman')
  })

  it('only the messages of the own programme', async () => {
    await sql`UPDATE webhook_endpoint SET owner_id = 1`.execute(db())
    await uploadLoads(people.olive, sampleRows(5).slice(3), { duplicateReason: 'Test of webhooks' })
    await feed([event('cardStatus', { status: 'stopped', stopReason: 1 })])
    await runJobs()
    expect(await messages()).toEqual([])
  })
})
