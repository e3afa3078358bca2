// Adds difficult cases for reports to the demo programme: times on both sides of midnight and within one millisecond,
// money moved between campaigns, late postings, a card that was overdrawn for some days, and today's changes of cards
// and batches.
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import type { LedgerTransactionType } from '#server/db/programme-tables.ts'
import { demoCard, type DemoState } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { ownerAccountId, VOYAGER } from '#server/demo/campaigns.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { simulate } from '#server/demo/simulate.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import {
  approve,
  type DemoServer,
  devalueUpload,
  type Person,
  startDemoServer,
  transferUpload,
  uploadedId,
} from '#tests/support/demo-server.ts'
import { approveOrder, orderVirtual, VIRTUAL_CAMPAIGN, virtualOrder } from '#tests/support/order-calls.ts'
import { midnightOf } from './book.ts'

export interface PreparedServer extends DemoServer {
  readonly today: CalendarDate
  /** The day around whose start and end the cases happen. */
  readonly border: CalendarDate
  /** An order whose cards were issued in two runs. */
  readonly retriedOrder: string
  readonly rita: Person
}

/** Cards without transactions, each used once. */
const unusedCards = demoCardsInState('notActivated', 8)

export async function startPreparedServer(): Promise<PreparedServer> {
  const server = await startDemoServer({ maxConnections: 12 })
  const today = instantToDate(server.clock.now, server.server.client.timeZone)
  const border = addDays(today, -20)
  await postAtBorders(server, border)
  await postLate(server, border)
  await overdraw(server, border)
  await authoriseAtBorders(server, border)
  await receiveEvents(server)
  await changeCardsToday(server)
  await postBatches(server)
  await issueOneOrder(server)
  const retriedOrder = await issueInRuns(server)
  await spreadMicroseconds(server)
  return { ...server, today, border, retriedOrder, rita: await server.logIn('rita') }
}

interface Step {
  readonly kind: LedgerTransactionType
  /** Milliseconds since 1970. */
  readonly at: number
  readonly card: { readonly id: number; readonly accountId: number }
  readonly amount: number
  readonly to?: { readonly accountId: number }
  readonly feeTypeId?: number
}

const counterparts = { load: 'funding', purchase: 'settlement', fee: 'fee' } as const

async function post({ database }: DemoServer, steps: readonly Step[]): Promise<void> {
  const movements = steps.map(({ kind, at, card, amount, to, feeTypeId }) => {
    const counterpartId = to?.accountId ?? ownerAccountId(VOYAGER, counterparts[kind as keyof typeof counterparts])
    return {
      ownerId: VOYAGER,
      kind,
      postedAt: new Date(at),
      cardId: card.id,
      fromAccountId: kind === 'load' ? counterpartId : card.accountId,
      toAccountId: kind === 'load' ? card.accountId : counterpartId,
      amountCents: cents(amount),
      feeTypeId: feeTypeId ?? null,
      description: `${kind} at a border`,
      merchantId: kind === 'purchase' ? '900200000001' : '',
      authNumber: kind === 'purchase' ? '700001' : '',
    }
  })
  await database.db.transaction().execute(async (trx) => {
    const ids = await postMovements(trx, movements)
    // The transactions are recorded as imported, since these loads belong to no batch and no order.
    await sql`
      INSERT INTO ledger_import (owner_id, first_id, last_id) VALUES (${VOYAGER}, ${Math.min(...ids)}, ${Math.max(...ids)})`.execute(
      trx,
    )
  })
}

const unusedCard = (index: number) => unusedCards[index] ?? demoCard(0)

/** Posts in the last millisecond of a day and the first of the next, at both ends of the border day. */
async function postAtBorders(server: DemoServer, border: CalendarDate): Promise<void> {
  const [start, end] = [midnightOf(border) / 1000, midnightOf(addDays(border, 1)) / 1000]
  const card = unusedCard(0)
  const elsewhere = unusedCards.find(({ campaign }) => campaign.id !== card.campaign.id) ?? card
  await post(server, [
    { kind: 'load', at: start - 1, card, amount: 100_000 },
    { kind: 'load', at: start, card, amount: 2_000 },
    { kind: 'purchase', at: start, card, amount: 300 },
    { kind: 'fee', at: start, card, amount: 45, feeTypeId: 6 },
    { kind: 'transfer', at: start, card, amount: 5_000, to: elsewhere },
    { kind: 'purchase', at: end - 1, card, amount: 700 },
    { kind: 'fee', at: end - 1, card, amount: 11, feeTypeId: 2 },
    { kind: 'load', at: end - 1, card, amount: 1_300 },
    { kind: 'purchase', at: end, card, amount: 17 },
    { kind: 'fee', at: end, card, amount: 19, feeTypeId: 6 },
    { kind: 'load', at: end, card, amount: 23 },
  ])
}

/**
 * Posts a transaction with an earlier time after newer ones, like an interrupted run that is finished later with its
 * start time.
 */
async function postLate(server: DemoServer, border: CalendarDate): Promise<void> {
  const end = midnightOf(addDays(border, 1)) / 1000
  const card = unusedCard(3)
  await post(server, [
    { kind: 'load', at: end + 5_000, card, amount: 6_000 },
    { kind: 'load', at: end - 5_000, card, amount: 4_000 },
  ])
}

/** Makes a balance negative for three midnights. */
async function overdraw(server: DemoServer, border: CalendarDate): Promise<void> {
  const at = (days: number) => midnightOf(addDays(border, days)) / 1000 + 3_600_000
  const card = unusedCard(4)
  await sql`UPDATE account SET allow_negative = true WHERE id = ${card.accountId}`.execute(server.database.db)
  await post(server, [
    { kind: 'load', at: at(1), card, amount: 1_000 },
    { kind: 'purchase', at: at(2), card, amount: 2_500 },
    { kind: 'load', at: at(5), card, amount: 3_000 },
  ])
}

/** Adds authorisations that begin or end at one of the two midnights, or a millisecond before. */
async function authoriseAtBorders({ database }: DemoServer, border: CalendarDate): Promise<void> {
  const [start, end] = [midnightOf(border) / 1000, midnightOf(addDays(border, 1)) / 1000]
  const card = unusedCard(0)
  const moments = [
    [start, end],
    [start - 1, end - 1],
    [start, null],
    [end, null],
  ] as const
  for (const [index, [authorised, released]] of moments.entries())
    await sql`
      WITH added AS (
        INSERT INTO card_authorisation (card_id, amount_cents, authorised_at, released_at, description, merchant_id, auth_number)
        VALUES (${card.id}, ${1_000 + index}, ${new Date(authorised)}, ${released === null ? null : new Date(released)},
          'At a border', '900200000001', ${`80000${index}`}) RETURNING *
      )
      UPDATE account a SET held_cents = held_cents + amount_cents FROM added WHERE a.card_id = added.card_id AND released_at IS NULL
    `.execute(database.db)
}

/** A month of events of the card processor, in another order than they happened: holds in parts, refunds, overdrawn cards. */
async function receiveEvents({ database, clock }: DemoServer): Promise<void> {
  const cards = demoCardsInState('active', 40)
  const events = simulate(
    cards.map(({ trackingNumber }) => ({ trackingNumber, availableCents: 30_000 })),
    {
      seed: 21,
      currency: 'SGD',
      from: new Date(clock.now - 28 * DAY_MS),
      days: 27,
      monthlyFeeType: 2,
      stopReason: 1,
    },
  )
  const isLate = (index: number) => index % 7 === 3
  const inOrderOfArrival = [
    ...events.filter((_event, index) => !isLate(index)),
    ...events.filter((_event, index) => isLate(index)),
  ]
  await database.db.transaction().execute(async (trx) => {
    const target = await toFeedTarget(trx, VOYAGER, 'processor', new Date(clock.now))
    for (let from = 0; from < inOrderOfArrival.length; from += 500)
      await ingest(trx, target, inOrderOfArrival.slice(from, from + 500))
  })
}

/** Stops and unstops, charges and refunds, and devalues cards manually. */
async function changeCardsToday(server: DemoServer): Promise<void> {
  const ada = await server.logIn('ada')
  const cardWithMoney = async (state: DemoState, skip: number) => {
    const cards = demoCardsInState(state, 200)
    const { rows } = await sql<{ card_id: number }>`
      SELECT card_id FROM account WHERE card_id = ANY(${cards.map(({ id }) => id)}::bigint[]) AND balance_cents > 2000 AND held_cents = 0
      ORDER BY card_id OFFSET ${skip} LIMIT 1`.execute(server.database.db)
    const card = cards.find(({ id }) => id === rows[0]?.card_id)
    if (!card) throw new Error('no card fits')
    return card
  }
  const [cardToStop, stoppedCard] = [await cardWithMoney('active', 20), await cardWithMoney('stopped', 0)]
  const responses = [
    await ada.call('stopCard', {
      trackingNumber: cardToStop.trackingNumber,
      activationData: await activationOf(ada, cardToStop.id),
      stopReasonID: 1,
    }),
    await ada.call('unstopCard', { cardNumber: stoppedCard.pan }),
    await ada.call('devalueCard', { cardNumber: (await cardWithMoney('active', 22)).pan }),
  ]
  const chargedCard = await cardWithMoney('active', 24)
  responses.push(
    await ada.call('insertCardFee', { identifierType: 1, identifier: chargedCard.pan, amount: '1.50', feeId: '6' }),
  )
  const { rows } = await sql<{ id: number }>`
    SELECT max(id) AS id FROM ledger_transaction WHERE card_id = ${chargedCard.id} AND kind = 'fee'`.execute(
    server.database.db,
  )
  responses.push(
    await ada.call('reverseTransaction', {
      voucherNumber: chargedCard.pan,
      transactionType: 5,
      transactionId: String(rows[0]?.id),
      requesterName: 'Ada',
      declineReason: 'Charged by mistake',
    }),
  )
  for (const { resultCode, resultText } of responses)
    if (resultCode !== '0' && resultCode !== '1') throw new Error(resultText)
}

async function activationOf(person: Person, id: number): Promise<string> {
  const { card } = await person.call('cardDetails', { voucherID: String(id) })
  return card.ACTIVATIONDATA
}

/** Posts a devalue that retires its cards, and a transfer between campaigns, through the API. */
async function postBatches(server: DemoServer): Promise<void> {
  const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
  const cardsToRetire = demoCardsInState('active', 60).slice(40, 43)
  const { rows: usableCards } = await sql<{ card_id: number; campaign_id: number }>`
    SELECT a.card_id, c.campaign_id FROM account a JOIN card c ON c.id = a.card_id
    WHERE a.balance_cents BETWEEN 3000 AND 90000 AND a.held_cents = 0 AND c.owner_id = 3 AND c.activated_at IS NOT NULL AND c.stopped_at IS NULL
      AND c.retired_at IS NULL AND c.expires_on > now() AND c.kyc_passed AND c.campaign_id <> 4 ORDER BY a.card_id DESC LIMIT 4
  `.execute(server.database.db)
  const panOf = (id: number | undefined) => demoCard((id ?? 1) - 1).pan
  const [sourceCard] = usableCards
  const targetCard = usableCards.find(({ campaign_id }) => campaign_id !== sourceCard?.campaign_id)
  const uploads = [
    uploadedId(
      await olive.call(
        'batchDevalueUpload',
        devalueUpload(
          cardsToRetire.map(({ pan }) => ({ identifier: pan, amount: '0.00' })),
          { retire: true },
        ),
      ),
    ),
    uploadedId(
      await olive.call(
        'batchTransferUpload',
        transferUpload([
          { identifier: panOf(sourceCard?.card_id), identifierTo: panOf(targetCard?.card_id), amount: '20.00' },
        ]),
      ),
    ),
  ]
  for (const id of uploads) {
    await approve(server, amir, id)
    const { client, db, now } = server.server
    const outcome = await processBatch({ db, now, timeZone: client.timeZone }, Number(id))
    if (!outcome?.loadedCount) throw new Error(`nothing of batch ${id} was posted`)
  }
}

/** Issues cards with a first load and fees, and cards with only fees. */
async function issueOneOrder({ server, database: { db } }: DemoServer): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    UPDATE card_order o SET approved_by = u.id, approved_at = now() FROM user_account u
    WHERE u.username = 'amir' AND o.id = (SELECT min(id) FROM card_order WHERE kind = 'virtual' AND rejected_at IS NULL)
    RETURNING o.id`.execute(db)
  const { client, secrets, now } = server
  const outcome = await issueOrder({ db, secrets, now, timeZone: client.timeZone }, rows[0]?.id ?? 0)
  if (!outcome?.issuedCount) throw new Error('no card was issued')
}

/**
 * Issues an order in two runs of several chunks: one card fails at first, one has no load. The clock advances with
 * every chunk. Also adds an order with one card that was never issued, and an order without a decision.
 */
async function issueInRuns(server: DemoServer): Promise<string> {
  const { db } = server.database
  const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
  const orderOf = (...loads: number[]) =>
    orderVirtual(olive, {
      virtualCardOrders: loads.map((loadAmount, index) =>
        virtualOrder({ customerReference: `In runs ${index}`, loadAmount, notificationNumber: '' }),
      ),
    })
  const id = await orderOf(500, 0, 90_000, 700, 0, 1_100)
  const partlyIssued = await orderOf(400, 90_000)
  await orderVirtual(olive)
  let now = server.clock.now - 60_000
  const { secrets, client } = server.server
  const run = (orderId: string) =>
    issueOrder({ db, secrets, now: () => (now += 1_000), timeZone: client.timeZone, chunkSize: 2 }, Number(orderId))
  const setLimit = (maxCents: number) =>
    sql`UPDATE campaign SET load_max_cents = ${maxCents} WHERE id = ${VIRTUAL_CAMPAIGN}`.execute(db)
  const { load_max_cents: originalLimit } = await db
    .selectFrom('campaign')
    .select('load_max_cents')
    .where('id', '=', Number(VIRTUAL_CAMPAIGN))
    .executeTakeFirstOrThrow()
  const responses = [await approveOrder(amir, id), await approveOrder(amir, partlyIssued)]
  await setLimit(50_000)
  const first = await run(id)
  await run(partlyIssued)
  await setLimit(originalLimit)
  responses.push(await amir.call('retryVirtualCardOrdersBatchLoad', { batchLoadFileID: id }))
  const second = await run(id)
  for (const { resultCode, resultText } of responses) if (resultCode !== '0') throw new Error(resultText)
  if (first?.failedCount !== 1 || second?.issuedCount !== 1) throw new Error('the order was not issued in two runs')
  return id
}

/** Adds three loads on separate cards within one millisecond, whose order by time differs from that by id. */
async function spreadMicroseconds(server: DemoServer): Promise<void> {
  const at = server.clock.now - 5 * 86_400_000
  const steps = [5, 6, 7].map(
    (card, index) => ({ kind: 'load', at, card: unusedCard(card), amount: 500 + index }) as const,
  )
  await post(server, steps)
  await server.database.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await sql`
      UPDATE ledger_transaction SET posted_at = posted_at + (999 - id % 400) * interval '1 microsecond'
      WHERE posted_at = ${new Date(at)} AND kind = 'load' AND batch_id IS NULL`.execute(trx)
  })
}
