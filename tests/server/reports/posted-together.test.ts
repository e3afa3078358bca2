// A chunk of rows is posted as one ledger transaction. Posted one by one instead, which chunks of one row do, the same
// batches and orders give the same reports, statements, balances and sums.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, instantToDate } from '#domain/dates.ts'
import { monthToDays } from '#domain/reports/periods.ts'
import { reportIds, reportOf } from '#domain/reports/reports.ts'
import { findTransactions, findTransactionsInDays } from '#server/cards/statement-queries.ts'
import { demoCard } from '#server/demo/cards.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { issueOrder } from '#server/orders/issue-order.ts'
import { createTransactionExport } from '#server/programme/export/transactions.ts'
import { readQuarterlyFigures } from '#server/reports/quarterly-figures.ts'
import { toReportQuery } from '#server/reports/report-query.ts'
import { sourceOf } from '#server/reports/sources.ts'
import {
  approve,
  type DemoServer,
  devalueUpload,
  startDemoServer,
  transferUpload,
  uploadedId,
  uploadLoads,
} from '#tests/support/demo-server.ts'
import { approveOrder, orderVirtual, virtualOrder } from '#tests/support/order-calls.ts'

/** Facts of a programme, without ids of transactions and times within a day. */
interface Figures {
  readonly reports: Readonly<Record<string, readonly string[]>>
  readonly statements: Readonly<Record<number, readonly unknown[]>>
  readonly balances: readonly unknown[]
  readonly sums: readonly unknown[]
  readonly exported: readonly (readonly string[])[]
  readonly quarter: readonly unknown[]
  readonly entryCount: number
}

/** The hour of the day does not move the events of the demo programme over midnight. */
const plain = (value: unknown): unknown => (value instanceof Date ? value.toISOString().slice(0, 10) : value)

async function postYear(server: DemoServer, size: { batch?: number; order?: number }): Promise<void> {
  const { db } = server.database
  const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
  const services = { db, now: server.server.now, timeZone: server.server.client.timeZone }
  const process = (id: string) =>
    processBatch({ ...services, ...(size.batch !== undefined && { chunkSize: size.batch }) }, Number(id))
  const post = async (id: string) => {
    await approve(server, amir, id)
    return process(id)
  }
  const { rows: cards } = await sql<{ card_id: number }>`
    SELECT a.card_id FROM account a JOIN card c ON c.id = a.card_id JOIN campaign p ON p.id = c.campaign_id
    WHERE a.balance_cents BETWEEN 3000 AND 40000 AND a.held_cents = 0 AND c.owner_id = 3 AND c.activated_at IS NOT NULL
      AND c.stopped_at IS NULL AND c.retired_at IS NULL AND c.expires_on > now() AND c.kyc_passed ORDER BY a.card_id LIMIT 60
  `.execute(db)
  const pan = (index: number) => demoCard((cards[index]?.card_id ?? 1) - 1).pan
  // Cards that occur once, twice and four times, and two that fail at first.
  const loads = [
    ...Array.from({ length: 40 }, (_, index) => ({
      identifier: pan(index),
      amount: `${5 + (index % 7)}.${10 + index}`,
    })),
    ...[0, 0, 1, 38, 0, 39].map((index, place) => ({ identifier: pan(index), amount: `6.0${place % 4}` })),
  ]
  const options = { duplicateReason: 'the same cards again' }
  const loadId = await uploadLoads(olive, loads, options)
  const setStopped = (index: number, at: Date | null) =>
    sql`UPDATE card SET stopped_at = ${at}, stop_reason_id = ${at && 1} WHERE id = ${cards[index]?.card_id}`.execute(db)
  await setStopped(38, new Date())
  await setStopped(39, new Date())
  expect(await post(loadId)).toMatchObject({ failedCount: 4 })
  await setStopped(38, null)
  expect(await amir.call('retryBatchLoad', { batchLoadFileID: loadId })).toMatchObject({ resultCode: '0' })
  expect(await process(loadId)).toMatchObject({ loadedCount: 2, failedCount: 2 })
  const move = (from: number, to: number, amount: string) => ({ identifier: pan(from), identifierTo: pan(to), amount })
  const chain = [
    move(10, 11, '11.00'),
    move(12, 10, '12.00'),
    move(13, 11, '13.00'),
    move(11, 14, '14.00'),
    move(15, 16, '15.00'),
    move(14, 15, '11.50'),
  ]
  expect(await post(uploadedId(await olive.call('batchTransferUpload', transferUpload(chain))))).toMatchObject({
    loadedCount: 6,
  })
  const devalued = [20, 21, 22].map((index) => ({ identifier: pan(index), amount: index === 21 ? '0.00' : '2.00' }))
  await post(uploadedId(await olive.call('batchDevalueUpload', devalueUpload(devalued))))
  const virtualCardOrders = [500, 0, 700, 0, 1_100].map((loadAmount, index) =>
    virtualOrder({ customerReference: `Together ${index}`, loadAmount, notificationNumber: '' }),
  )
  const orderId = await orderVirtual(olive, { virtualCardOrders })
  await approveOrder(amir, orderId)
  const { secrets } = server.server
  const chunk = size.order === undefined ? {} : { chunkSize: size.order }
  expect(await issueOrder({ ...services, secrets, ...chunk }, Number(orderId))).toMatchObject({ issuedCount: 5 })
  expect(await checkLedger(db)).toEqual([])
}

async function readFigures(server: DemoServer): Promise<Figures> {
  const { db } = server.database
  const day = instantToDate(server.clock.now, server.server.client.timeZone)
  // Issued cards have random numbers.
  const { rows: cards } = await sql<{ id: number; tracking_number: string; pan_masked: string }>`
    SELECT id, tracking_number, pan_masked FROM card`.execute(db)
  const labels = new Map(
    cards.flatMap(({ id, tracking_number, pan_masked }) => [
      [tracking_number, `card ${id}`],
      [pan_masked, 'number'],
    ]),
  )
  const known = (value: unknown) => (typeof value === 'string' ? (labels.get(value) ?? value) : plain(value))
  const reports: Record<string, string[]> = {}
  for (const report of reportIds) {
    const source = sourceOf(report)
    if (!source) continue
    const isRange = reportOf(report).period === 'range' && !reportOf(report).looksAhead
    const query = await toReportQuery(server.server, {
      ownerId: 3,
      campaignIds: undefined,
      start: isRange ? addDays(day, -80) : day,
      end: isRange ? addDays(day, 1) : day,
    })
    const { rows } = await source.read(db, query, undefined, 100_000)
    // Lines of the same time follow in the order of their cards.
    reports[report] = rows
      .map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, known(value)])))
      .sort()
    expect(await source.count(db, query), report).toBe(reports[report].length)
  }
  const { rows: accounts } = await sql<{ id: number; card_id: number | null; kind: string; balance_cents: number }>`
    SELECT id, card_id, kind, balance_cents FROM account ORDER BY id`.execute(db)
  const statements: Record<number, unknown[]> = {}
  for (const { id, card_id } of accounts) {
    if (card_id === null) continue
    const lines = await findTransactions(db, [id], { limit: 1_000 })
    // The lines of some days are found through the card and its rows, those of all days through the account's entries.
    const range = { start: addDays(day, -20), end: day, timeZone: server.server.client.timeZone }
    const recentLines = lines.filter(({ posted_at: at }) => instantToDate(at.getTime(), range.timeZone) >= range.start)
    expect(await findTransactionsInDays(db, { id: card_id, account_id: id }, { range, limit: 1_000 })).toEqual(
      recentLines,
    )
    statements[card_id] = lines.map((line) => Object.values({ ...line, id: 0 }).map(plain))
  }
  const { rows: sums } = await sql`
    SELECT owner_id, sum(count) AS count, sum(amount_cents) AS cents FROM load_sum GROUP BY 1 ORDER BY 1`.execute(db)
  const exported = await createTransactionExport(db, 3).readRows({ after: 0, upTo: 1_000_000, cardCount: 0 })
  const quarter = await readQuarterlyFigures(db, {
    ownerId: 3,
    campaignIds: [1, 2, 3, 4],
    start: (monthToDays(day.slice(0, 7)) ?? { start: day }).start,
    timeZone: server.server.client.timeZone,
  })
  const { rows: entries } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ledger_entry`.execute(db)
  return {
    reports,
    statements,
    balances: accounts,
    sums,
    exported: exported.map((row) => row.map((field) => String(known(field)).replace(/[T ]\d\d:\d\d.*$/, ''))),
    quarter: (['load', 'fee', 'transferIn', 'transferOut', 'devalue', 'programmeFee', 'issued'] as const).map(
      (figure) => quarter.figureOf(figure, 0),
    ),
    entryCount: entries[0]?.count ?? 0,
  }
}

describe('batches and orders that are posted together, or row by row', () => {
  let together: Figures
  let oneByOne: Figures
  beforeAll(async () => {
    const read = async (size: Parameters<typeof postYear>[1]) => {
      const server = await startDemoServer({ maxConnections: 4 })
      await postYear(server, size)
      const figures = await readFigures(server)
      await server.close()
      return figures
    }
    together = await read({})
    oneByOne = await read({ batch: 1, order: 1 })
  })

  it('need fewer entries together', () => {
    expect(together.entryCount).toBeLessThan(oneByOne.entryCount - 50)
  })

  it.each(['statements', 'balances', 'sums', 'exported', 'quarter'] as const)('have the same %s', (part) => {
    expect(together[part]).toEqual(oneByOne[part])
  })

  it('have the same reports', () => {
    expect(Object.keys(together.reports).length).toBeGreaterThan(15)
    for (const [report, rows] of Object.entries(together.reports))
      expect(rows, report).toEqual(oneByOne.reports[report])
  })
})
