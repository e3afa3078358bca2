// Compares every report's figures with the same figures calculated from plain table values, for the demo programme with
// the cases of prepared.ts: all or some campaigns, long and short date ranges, read together and in chunks of any size.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, addMonths } from '#domain/dates.ts'
import { monthToDays, type ReportDays } from '#domain/reports/periods.ts'
import { reportIds, reportOf } from '#domain/reports/reports.ts'
import { cents } from '#domain/money.ts'
import { voyager } from '#brand/voyager.ts'
import type { Db } from '#server/operations/context.ts'
import { ownerAccountId } from '#server/demo/campaigns.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { postMovements } from '#server/ledger/post-movements.ts'
import { readQuarterlyFigures } from '#server/reports/quarterly-figures.ts'
import { toReportQuery } from '#server/reports/report-query.ts'
import type { ReportQuery, ReportRow } from '#server/reports/source.ts'
import { sourceOf, type TableReport } from '#server/reports/sources.ts'
import { type Statement, readStatements, recordStatements, unlimitedReads } from '#tests/support/reads.ts'
import { type Book, dayOf, midnightOf, readBook } from './book.ts'
import { expected } from './expected.ts'
import { type PreparedServer, startPreparedServer } from './prepared.ts'

const tables = reportIds.filter((id): id is TableReport => Object.hasOwn(expected, id))

describe('the figures of reports', () => {
  let server: PreparedServer
  let book: Book
  beforeAll(async () => {
    server = await startPreparedServer()
    book = await readBook(server.database.db)
  })
  afterAll(() => server?.close())

  const queryOf = ({ start, end }: ReportDays, campaignIds?: readonly number[]): Promise<ReportQuery> =>
    toReportQuery(server.server, { ownerId: 3, campaignIds, start, end })

  async function readAll(report: TableReport, query: ReportQuery, limit = 1_000): Promise<ReportRow[]> {
    const { columns } = reportOf(report)
    const rows: ReportRow[] = []
    let next: unknown
    do {
      const chunk = await sourceOf(report)?.read(server.database.db, query, next, limit)
      if (!chunk) throw new Error('no source')
      expect(chunk.rows.length).toBeLessThanOrEqual(limit)
      rows.push(...chunk.rows)
      // A cursor can be serialised.
      next = chunk.next === undefined ? undefined : JSON.parse(JSON.stringify(chunk.next))
    } while (next !== undefined)
    return rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
  }

  /** Date ranges that the report accepts, the longest first. */
  function daysOf(report: TableReport): ReportDays[] {
    const { today, border } = server
    const single = (day: CalendarDate) => ({ start: day, end: day })
    if (reportOf(report).looksAhead)
      return [
        { start: addDays(today, -10), end: addMonths(today, 40) },
        { start: addMonths(today, 8), end: addMonths(today, 9) },
        single(today),
      ]
    const month = (day: CalendarDate) => monthToDays(day.slice(0, 7)) ?? single(day)
    switch (reportOf(report).period) {
      case 'range':
        return [
          { start: addDays(today, -80), end: today },
          { start: addDays(border, 1), end: addDays(border, 2) },
          single(border),
          { start: today, end: addDays(today, 30) },
        ]
      case 'day':
        return [border, today, addDays(border, 1), addDays(border, -1), addDays(today, -1)].map(single)
      default:
        return [month(addMonths(today, -1)), month(border), month(today)]
    }
  }

  it('are taken from a consistent ledger', async () => {
    expect(await checkLedger(server.database.db)).toEqual([])
  })

  it.each(tables)('%s agrees with the ledger, for all campaigns and for some', async (report) => {
    const [longest, ...otherDays] = daysOf(report)
    expect((await readAll(report, await queryOf(longest as ReportDays))).length).toBeGreaterThan(2)
    const campaigns = [undefined, [1], [3, 4]]
    for (const days of [longest, ...otherDays] as ReportDays[])
      for (const campaignIds of campaigns) {
        const query = await queryOf(days, campaignIds)
        const expectedRows = expected[report](book, query).map((row) =>
          Object.fromEntries(reportOf(report).columns.map((name) => [name, row[name]])),
        )
        expect(await readAll(report, query), `${days.start} to ${days.end}, ${String(campaignIds)}`).toEqual(
          expectedRows,
        )
        expect(await sourceOf(report)?.count(server.database.db, query)).toBe(expectedRows.length)
      }
  })

  it.each(tables)('%s is the same in chunks of any size', async (report) => {
    const [longest = { start: server.today, end: server.today }] = daysOf(report)
    const days =
      reportOf(report).period === 'range' ? { start: addDays(server.border, -3), end: server.today } : longest
    const query = await queryOf(days)
    const all = await readAll(report, query)
    for (const [limit, statementSize] of [
      [7, undefined],
      [7, 9],
      [1_000, 9],
    ] as const)
      expect(await readAll(report, { ...query, ...(statementSize && { statementSize }) }, limit)).toEqual(all)
    expect(await sourceOf(report)?.count(server.database.db, { ...query, statementSize: 9 })).toBe(all.length)
    // Row by row, for a short range.
    const shortQuery = { ...query, start: server.border, end: server.border, campaignIds: [3] }
    expect(await readAll(report, { ...shortQuery, statementSize: 9 }, 1)).toEqual(await readAll(report, shortQuery))
  })

  it.each(tables.filter((id) => !reportOf(id).looksAhead))('%s is empty for future days', async (report) => {
    const later = { start: addDays(server.today, 1), end: addDays(server.today, 31) }
    expect(await readAll(report, await queryOf(later))).toEqual([])
    expect(await sourceOf(report)?.count(server.database.db, await queryOf(later))).toBe(0)
  })

  const ofCampaigns = tables.filter((id) => reportOf(id).campaigns !== 'none')
  it.each(ofCampaigns)('%s contains nothing of another owner’s campaign', async (report) => {
    const query = await queryOf(daysOf(report)[0] as ReportDays, [5])
    expect(await readAll(report, query)).toEqual([])
  })

  it('liabilities equal the deficit of the owner’s accounts, and each day begins with the previous day’s end', async () => {
    const rows = await readAll('liability', await queryOf({ start: addDays(server.today, -80), end: server.today }))
    const ends = new Map<unknown, number>()
    for (const row of rows) {
      const [opening, loaded, spent, fees, devalued, other, closing] = [
        row.OPENING,
        row.LOADED,
        row.SPENT,
        row.FEES,
        row.DEVALUED,
        row.OTHER,
        row.CLOSING,
      ].map(Number) as [number, number, number, number, number, number, number]
      expect(closing).toBe(opening + loaded - spent - fees - devalued + other)
      expect(opening).toBe(ends.get(row.CAMPAIGN) ?? opening)
      ends.set(row.CAMPAIGN, closing)
    }
    for (const day of new Set(rows.map(({ DATE }) => String(DATE)))) {
      const closing = rows.filter(({ DATE }) => DATE === day).reduce((sum, row) => sum + Number(row.CLOSING), 0)
      const ofOwner = book.transactions
        .filter(({ us, owner_id }) => owner_id === 3 && us < midnightOf(addDays(day as CalendarDate, 1)))
        .flatMap(({ entries }) => entries.filter(({ account }) => account.card_id === null))
        .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      expect(closing).toBe(-ofOwner)
      const balances = await readAll(
        'cardBalance',
        await queryOf({ start: day as CalendarDate, end: day as CalendarDate }),
      )
      expect(balances.reduce((sum, { BALANCE }) => sum + Number(BALANCE), 0)).toBe(closing)
    }
  })

  it('end with the current balances of the accounts', async () => {
    const today = { start: server.today, end: server.today }
    const balances = await readAll('cardBalance', await queryOf(today))
    const accounts = [...book.accounts.values()].filter(({ owner_id, card_id }) => owner_id === 3 && card_id !== null)
    const total = accounts.reduce((sum, { balance_cents }) => sum + balance_cents, 0)
    expect(balances.reduce((sum, { BALANCE }) => sum + Number(BALANCE), 0)).toBe(total)
    const funds = await readAll('fundMovement', await queryOf({ start: addDays(server.today, -30), end: server.today }))
    const funding = [...book.accounts.values()].find(({ owner_id, kind }) => owner_id === 3 && kind === 'funding')
    expect(funds.at(-1)?.BALANCE).toBe(funding?.balance_cents)
  })

  it('cover every case at least once in the demo programme', async () => {
    const from = addDays(server.today, -80)
    const rowsOf = async (report: TableReport) => readAll(report, await queryOf({ start: from, end: server.today }))
    expect((await rowsOf('spendSummary')).some(({ REVERSED }) => Number(REVERSED) > 0)).toBe(true)
    expect((await rowsOf('forexFee')).some(({ AMOUNT }) => Number(AMOUNT) < 0)).toBe(true)
    expect((await rowsOf('expiredCards')).some(({ BALANCE }) => Number(BALANCE) > 0)).toBe(true)
    expect((await rowsOf('liability')).some(({ OTHER }) => Number(OTHER) !== 0)).toBe(true)
    expect((await rowsOf('devalue')).some(({ RETIRED, BATCH }) => RETIRED === true && BATCH !== '')).toBe(true)
    const overdrawn = (await rowsOf('negativeBalance')).filter(({ DATE }) =>
      Number(dayOf(midnightOf(String(DATE))) > server.border),
    )
    expect(new Set(overdrawn.map(({ TRACKINGNUMBER }) => TRACKINGNUMBER)).size).toBeGreaterThan(1)
    expect(new Set((await rowsOf('fee')).map(({ FEETYPE }) => FEETYPE))).toEqual(
      new Set(['Batch Load Fee', 'Card Issue Fee', 'Foreign Exchange Fee', 'Monthly Maintenance Fee']),
    )
  })

  it('show a run of an order in any number of chunks as one movement of funds, and its retry as another', async () => {
    const today = await queryOf({ start: addDays(server.today, -1), end: server.today })
    const runs = (await readAll('fundMovement', today)).filter(
      ({ REFERENCE }) => REFERENCE === `Card order ${server.retriedOrder}`,
    )
    const order = book.orders.find(({ id }) => String(id) === server.retriedOrder)
    const fee = order?.issue_fee_cents ?? 0
    expect(fee).toBeGreaterThan(0)
    expect(runs.map(({ MOVEMENT, DEBIT, DEBITFEES }) => [MOVEMENT, DEBIT, DEBITFEES])).toEqual([
      // 5.00, 7.00 and 11.00 were loaded; the two cards without a load cost their fees.
      ['Load', 2_300 + 5 * fee, 5 * fee],
      ['Load', 90_000 + fee, fee],
    ])
  })

  it('add up the issued cards of orders, not the ordered cards', async () => {
    const rows = await readAll('cardOrders', await queryOf({ start: addDays(server.today, -80), end: server.today }))
    const sums = reportOf('cardOrders').sums ?? []
    expect(sums).toEqual(['ISSUED', 'LOADED', 'CHARGED'])
    for (const row of rows.filter(({ STATUS }) => STATUS === 'Rejected' || STATUS === 'Awaiting approval')) {
      expect(Number(row.AMOUNT)).toBeGreaterThan(0)
      expect(sums.map((name) => row[name])).toEqual([0, 0, 0])
    }
    const [partlyIssued] = rows.filter(({ STATUS }) => STATUS === 'Partly issued')
    expect(partlyIssued).toMatchObject({ CARDS: 2, ISSUED: 1, AMOUNT: 90_400, LOADED: 400 })
    expect(Number(partlyIssued?.FEES)).toBe(2 * Number(partlyIssued?.CHARGED))
    expect(new Set(rows.map(({ STATUS }) => STATUS))).toEqual(
      new Set(['Awaiting approval', 'Rejected', 'Partly issued', 'Issued']),
    )
  })

  it('exclude changes after the request, however long the report is read', async () => {
    const { db } = server.database
    const query = await queryOf({ start: server.today, end: server.today })
    const expectedRows = expected.cardholderStatement(book, query)
    const first = await sourceOf('cardholderStatement')?.read(db, query, undefined, 2)
    const balances = await sourceOf('cardBalance')?.read(db, query, undefined, 5)
    const cards = [...book.accounts.values()].filter(({ card_id, owner_id }) => card_id !== null && owner_id === 3)
    const now = new Date(server.server.now())
    await db.transaction().execute((trx) =>
      postMovements(
        trx,
        cards.map(({ id, card_id }) => ({ ...loadOf(3), postedAt: now, cardId: card_id, toAccountId: id })),
      ),
    )
    const remaining = await sourceOf('cardholderStatement')?.read(db, query, first?.next, 1_000)
    expect([...(first?.rows ?? []), ...(remaining?.rows ?? [])]).toMatchObject(expectedRows)
    expect(remaining?.next).toBeUndefined()
    const remainingBalances = await sourceOf('cardBalance')?.read(db, query, balances?.next, 1_000)
    expect([...(balances?.rows ?? []), ...(remainingBalances?.rows ?? [])]).toEqual(expected.cardBalance(book, query))
    book = await readBook(db)
    expect(
      (await readAll('cardholderStatement', await queryOf({ start: server.today, end: server.today }))).length,
    ).toBe(expectedRows.length + cards.length)
  })

  it('wait for transactions that are being posted at the time of the request', async () => {
    const { db } = server.database
    const account = [...book.accounts.values()].find(({ card_id, owner_id }) => card_id !== null && owner_id === 3)
    const posting = {
      ...loadOf(3),
      postedAt: new Date(server.server.now()),
      cardId: account?.card_id ?? null,
      toAccountId: account?.id ?? 0,
    }
    let pendingQuery: Promise<ReportQuery> | undefined
    const [id] = await db.transaction().execute(async (trx) => {
      const ids = await postMovements(trx, [posting])
      // Another owner already has a transaction with a higher number.
      await db
        .transaction()
        .execute((otherTrx) =>
          postMovements(otherTrx, [{ ...loadOf(1), ...harbourCard(book), postedAt: posting.postedAt }]),
        )
      pendingQuery = queryOf({ start: server.today, end: server.today })
      await expect.poll(() => isWaiting(db)).toBe(true)
      return ids
    })
    const query = await pendingQuery
    expect(query?.lastTransactionId).toBeGreaterThan(id ?? 0)
    book = await readBook(db)
    expect(await readAll('cardholderStatement', query as ReportQuery)).toEqual(
      expected.cardholderStatement(book, query as ReportQuery),
    )
  })

  it('do not wait for transactions that write to other tables', async () => {
    const { db } = server.database
    const statements: Statement[] = []
    const recordingServices = { ...server.server, db: recordStatements(db, statements) }
    await db.transaction().execute(async (otherTrx) => {
      await otherTrx.updateTable('owner').set({ name: 'Elsewhere' }).where('id', '=', 3).execute()
      await toReportQuery(recordingServices, {
        ownerId: 3,
        campaignIds: undefined,
        start: server.today,
        end: server.today,
      })
      await otherTrx.updateTable('owner').set({ name: 'Voyager' }).where('id', '=', 3).execute()
    })
    // Only two statements: for the newest transaction, and for transactions in progress.
    expect(statements).toHaveLength(2)
  })

  // A source that filters by a date without an index would read all rows of its table.
  it.each(tables)('%s reads no growing table as a whole', async (report) => {
    const statements: Statement[] = []
    const { db } = server.database
    const recordingDb = recordStatements(db, statements)
    const days = await queryOf(daysOf(report)[0] as ReportDays, [1, 3])
    let next: unknown
    do next = (await sourceOf(report)?.read(recordingDb, days, next, 1_000))?.next
    while (next !== undefined)
    await sourceOf(report)?.count(recordingDb, days)
    const reads = readStatements(statements)
    expect(reads.length).toBeGreaterThan(0)
    expect(await unlimitedReads(db, reads)).toEqual([])
  })

  it('a filter by a date without an index would be reported', async () => {
    const statement = { sql: 'SELECT id FROM chargeback WHERE processed_at > $1', parameters: [new Date()] }
    expect(await unlimitedReads(server.database.db, [statement])).toEqual([
      expect.stringMatching(/^chargeback by .*processed_at > /),
    ])
  })

  it('the quarterly report reads no growing table as a whole', async () => {
    const statements: Statement[] = []
    const { db } = server.database
    await readQuarterlyFigures(recordStatements(db, statements), {
      ownerId: 3,
      campaignIds: [1, 3],
      start: monthToDays(addMonths(server.today, -3).slice(0, 7))?.start ?? server.today,
      timeZone: voyager.timeZone,
    })
    expect(await unlimitedReads(db, readStatements(statements))).toEqual([])
  })
})

/** A load from the owner's funding account; the caller adds the card and the time. */
const loadOf = (ownerId: number) => ({
  ownerId,
  kind: 'load' as const,
  fromAccountId: ownerAccountId(ownerId, 'funding'),
  amountCents: cents(100),
  feeTypeId: null,
  description: 'Later',
  merchantId: '',
  authNumber: '',
})

function harbourCard({ accounts }: Book) {
  const account = [...accounts.values()].find(({ card_id, owner_id }) => card_id !== null && owner_id === 1)
  return { cardId: account?.card_id ?? null, toAccountId: account?.id ?? 0 }
}

/** True if the report is waiting for transactions in progress to finish. */
async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    SELECT count(*) > 0 AS seen FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%virtualtransaction = ANY%'
      AND pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.seen === true
}
