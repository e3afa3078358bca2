// A month of events in any order: the same ledger, holds and card pages; and every report recalculated from the events.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeedEvent } from '#contract/feed.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, addMonths, instantToDate } from '#domain/dates.ts'
import { feedEventTypes } from '#domain/feed/event-types.ts'
import { centsToDecimal, type Cents } from '#domain/money.ts'
import { monthToDays, type ReportDays } from '#domain/reports/periods.ts'
import { type ReportId, reportIds, reportOf } from '#domain/reports/reports.ts'
import { VOYAGER } from '#server/demo/campaigns.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { findTotalFaults } from '#server/ledger/rules.ts'
import type { Db } from '#server/operations/context.ts'
import { readQuarterlyFigures, type QuarterlyFigure } from '#server/reports/quarterly-figures.ts'
import { toReportQuery } from '#server/reports/report-query.ts'
import type { ReportRow } from '#server/reports/source.ts'
import { sourceOf, type TableReport } from '#server/reports/sources.ts'
import { type Book, dayOf, readBook, toUs } from '#tests/server/reports/book.ts'
import { expected } from '#tests/server/reports/expected.ts'
import { isLong, minutes, startRandom } from '#tests/support/long-run.ts'
import { readCardPages } from './card-pages.ts'
import { addEvents, groupBy } from './events-to-book.ts'
import { type FeedServer, startFeedServer } from './feed-server.ts'
import { type LedgerPicture, readPicture } from './ledger-picture.ts'
import { monthOfEvents, rareCards, simulatedCards } from './month.ts'

const MONTHS = isLong ? 10 : 2
/** ORDERS=1000 tries as many orders, which takes about half an hour. */
const ORDERS = isLong ? Number(process.env['ORDERS'] ?? 100) : 6

let server: FeedServer
let db: Db
beforeAll(async () => {
  server = await startFeedServer()
  ;({ db } = server.database)
})
afterAll(() => server.close())

describe('a month of events', () => {
  it(
    'gives the same ledger, holds and card pages in every order',
    async () => {
      const expectedOf = new Map<number, Outcome>()
      const inOrder = async (month: number): Promise<Outcome> => {
        const outcome = expectedOf.get(month) ?? (await feed(eventsOf(month), createRandom(0)))
        expectedOf.set(month, outcome)
        return outcome
      }
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: MONTHS }), fc.nat(), async (month, order) => {
          const random = createRandom(order)
          const outcome = await feed(shuffle(eventsOf(month), random), random)
          expect(differences(await inOrder(month), outcome)).toEqual([])
        }),
        { numRuns: ORDERS, seed: startRandom().integer(1, 1_000_000), endOnFailure: true },
      )
    },
    isLong ? minutes(120) : undefined,
  )

  it('has every kind of event, and applies what the simulator sends', async () => {
    const events = eventsOf(1)
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(feedEventTypes))
    const { ledger } = await feed(events, createRandom(0))
    expect(ledger['exceptions']?.filter((row) => row.includes('sim-'))).toEqual([])
  })
})

/** The reports that show transactions or balances of cards, except the two with special responses. */
const tables = reportIds.filter(
  (id): id is TableReport =>
    Object.hasOwn(expected, id) && !reportOf(id).looksAhead && !['cardOrders', 'devalue', 'fundMovement'].includes(id),
)

describe('after a month of events, calculated from the events', () => {
  const cards = [...simulatedCards, ...rareCards]
  let book: Book
  let events: readonly FeedEvent[]
  let today: CalendarDate
  let quarterBefore: ReadonlyMap<string, string>
  let lastIdBefore: number
  beforeAll(async () => {
    today = instantToDate(server.clock.now, server.server.client.timeZone)
    const before = await readBook(db)
    quarterBefore = await readQuarters()
    lastIdBefore = Math.max(...before.transactions.map(({ id }) => id))
    // The same month in every run; SEED chooses another one.
    const random = createRandom(Number(process.env['SEED'] ?? 1))
    events = shuffle(eventsOf(random.integer(100, 999)), random)
    const target = await toFeedTarget(db, VOYAGER, 'month', new Date(server.clock.now))
    for (let done = 0; done < events.length; done += 150)
      await db.transaction().execute((trx) => ingest(trx, target, events.slice(done, done + 150)))
    book = addEvents(before, events, server.clock.now)
  })

  /** The quarters of the last month: each figure of each month. */
  async function readQuarters(): Promise<ReadonlyMap<string, string>> {
    const figures = new Map<string, string>()
    for (const start of quarters()) {
      const { figureOf } = await readQuarterlyFigures(db, {
        ownerId: VOYAGER,
        campaignIds: [1, 2, 3, 4],
        start,
        timeZone: server.server.client.timeZone,
      })
      for (const name of quarterFigures)
        for (const month of [0, 1, 2]) {
          const { count, cents } = figureOf(name, month)
          figures.set(`${name} ${addMonths(start, month)}`, `${count} ${cents}`)
        }
    }
    return figures
  }
  const quarters = (): readonly CalendarDate[] => {
    const startOf = (day: CalendarDate) =>
      `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01` as CalendarDate
    return [...new Set([startOf(addDays(today, -45)), startOf(today)])]
  }

  function daysOf(report: ReportId): readonly ReportDays[] {
    const ofMonth = (day: CalendarDate) => monthToDays(day.slice(0, 7)) ?? { start: day, end: day }
    switch (reportOf(report).period) {
      case 'range':
        return [
          { start: addDays(today, -40), end: today },
          { start: addDays(today, -9), end: addDays(today, -8) },
        ]
      case 'day':
        return [0, 1, 5, 9, 20].map((ago) => ({ start: addDays(today, -ago), end: addDays(today, -ago) }))
      default:
        return [ofMonth(today), ofMonth(addDays(today, -27))]
    }
  }

  it.each(tables)('%s', async (report) => {
    for (const days of daysOf(report)) {
      const query = await toReportQuery(server.server, { ownerId: VOYAGER, campaignIds: undefined, ...days })
      const rows: ReportRow[] = []
      let next: unknown
      do {
        const chunk = await sourceOf(report)?.read(db, query, next, 1_000)
        rows.push(...(chunk?.rows ?? []))
        next = chunk?.next
      } while (next !== undefined)
      expect(rowsToText(report, rows), `${days.start} to ${days.end}`).toEqual(
        rowsToText(report, expected[report](book, query)),
      )
    }
  })

  it('the chargeback report', async () => {
    const rita = await server.logIn('rita')
    const { COLUMNS, DATA } = await rita.call('chargebackReport', { startDate: addDays(today, -40), endDate: today })
    const rows = DATA.map((cells) => Object.fromEntries(cells.map((cell, at) => [COLUMNS[at]?.NAME ?? '', cell])))
    const ofEvents = chargebacksOf(events)
    expect(ofEvents.size).toBeGreaterThan(0)
    const found = rows.filter(({ CHARGEBACKNUMBER }) => ofEvents.has(String(CHARGEBACKNUMBER)))
    expect(found).toHaveLength(ofEvents.size)
    for (const row of found) expect(row).toMatchObject(ofEvents.get(String(row['CHARGEBACKNUMBER']))?.row ?? {})
  })

  it('the quarterly report', async () => {
    const expectedFigures = new Map(quarterBefore)
    const add = (name: QuarterlyFigure, us: number, amount: number) => {
      const key = `${name} ${dayOf(us).slice(0, 7)}-01`
      const [count = 0, cents = 0] = (expectedFigures.get(key) ?? '0 0').split(' ').map(Number)
      expectedFigures.set(key, `${count + 1} ${cents + amount}`)
    }
    const cardAmount = (t: Book['transactions'][number]) =>
      t.entries
        .filter(({ account }) => account.kind === 'card')
        .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    for (const t of book.transactions.filter(({ id }) => id > lastIdBefore))
      add(t.kind as QuarterlyFigure, t.us, cardAmount(t))
    for (const { request } of chargebacksOf(events).values()) add('chargeback', toUs(request.at), request.cents)
    const signed = (figures: ReadonlyMap<string, string>) =>
      [...figures].map(([key, value]) => `${key}: ${value.replace('-', '')}`).toSorted()
    expect(signed(await readQuarters())).toEqual(signed(expectedFigures))
  })

  it('the balance, funds available, authorised, loaded and settled amount on the page of each card', async () => {
    const pages = (await readCardPages(server, db, cards)) as Record<string, { details: { card: object } }>
    for (const card of cards) {
      const entries = book.transactions.flatMap((t) =>
        t.entries.filter(({ account_id }) => account_id === card.accountId).map((entry) => ({ t, entry })),
      )
      const kindOf = (t: Book['transactions'][number]) =>
        t.reverses === null ? t.kind : book.transactions.find(({ id }) => id === t.reverses)?.kind
      const sumOf = (...kinds: readonly unknown[]) =>
        entries
          .filter(({ t }) => kinds.length === 0 || kinds.includes(kindOf(t)))
          .reduce((sum, { entry }) => sum + entry.amount_cents, 0)
      const held = book.authorisations
        .filter(({ card_id, released_us }) => card_id === card.id && released_us === null)
        .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      expect(pages[card.trackingNumber]?.details.card).toMatchObject({
        CARDBALANCE: toDecimal(sumOf()),
        FUNDSAVAILABLE: toDecimal(sumOf() - held),
        AUTHORIZEDAMOUNT: toDecimal(held),
        LOADEDAMOUNT: toDecimal(sumOf('load', 'opening')),
        SETTLEDAMOUNT: toDecimal(0 - sumOf('purchase')),
      })
    }
  })
})

const quarterFigures = ['load', 'purchase', 'reversal', 'fee', 'chargeback'] as const
const toDecimal = (amount: number) => centsToDecimal(amount as Cents)

/** The rows without an order among those of one moment, whose balances depend on it. */
function rowsToText(report: TableReport, rows: readonly ReportRow[]): readonly string[] {
  const { columns } = reportOf(report)
  const momentOf = (row: ReportRow) => `${String(row.TRACKINGNUMBER)} ${JSON.stringify(row.POSTED)}`
  const counts = groupBy(rows, momentOf)
  return rows
    .map((row) => {
      const isAlone = row.POSTED === undefined || counts.get(momentOf(row))?.length === 1
      return JSON.stringify(columns.filter((name) => isAlone || name !== 'BALANCE').map((name) => row[name]))
    })
    .toSorted()
}

/** The chargebacks by number: of two requests the earlier one counts, and of two equal steps too. */
function chargebacksOf(events: readonly FeedEvent[]) {
  const inOrder = events.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const chargebacks = new Map<
    string,
    { readonly request: { readonly at: Date; readonly cents: number }; readonly row: object }
  >()
  for (const event of inOrder) {
    if (event.kind !== 'chargebackRequested' || chargebacks.has(event.chargeback)) continue
    const original = inOrder.find(({ eventId }) => eventId === event.original)
    if (original?.trackingNumber !== event.trackingNumber) continue
    const step = (kind: FeedEvent['kind']) =>
      inOrder.find((other) => other.kind === kind && 'chargeback' in other && other.chargeback === event.chargeback)
    const presented = step('secondPresentment')
    chargebacks.set(event.chargeback, {
      request: { at: new Date(event.at), cents: event.requestAmount },
      row: {
        CHARGEBACKDATE: event.at,
        TRACKINGNUMBER: event.trackingNumber,
        CHARGEBACKAMOUNT: toDecimal(event.amount),
        CHARGEBACKAMOUNTUSD: toDecimal(event.usdAmount),
        CHARGEBACKREASONCODE: event.reasonCode,
        CHARGEBACKDESCRIPTION: event.description,
        CHARGEBACKNOTES: event.notes,
        NETWORKCLAIMID: event.claimId,
        CHARGEBACKPROCESSDATE: step('chargebackProcessed')?.at ?? null,
        CHARGEBACKREJECTED: step('chargebackRejected') ? 1 : 0,
        CHARGEBACKREVERSED: step('chargebackReversed') ? 1 : 0,
        SECONDPRESENTMENTDATE: presented?.at ?? null,
        SECONDPRESENTMENTAMOUNT: presented?.kind === 'secondPresentment' ? toDecimal(presented.amount) : null,
      },
    })
  }
  return chargebacks
}

const eventsOf = (month: number) => monthOfEvents(month, server.clock.now)

interface Outcome {
  readonly ledger: LedgerPicture
  readonly pages: unknown
}

/** The lines of two outcomes that differ, which are too long for the comparison of the test runner. */
function differences(...outcomes: readonly [Outcome, Outcome]): readonly string[] {
  const [expected, received] = outcomes.map((outcome) => JSON.stringify(outcome, null, 1).split('\n')) as [
    string[],
    string[],
  ]
  return expected
    .flatMap((line, at) => (line === received[at] ? [] : [`${line.trim()} became ${(received[at] ?? '').trim()}`]))
    .slice(0, 10)
}

/** Sends the events in calls of any size, and returns what there is then. Nothing remains of it. */
const feed = (events: readonly FeedEvent[], random: Random): Promise<Outcome> =>
  rolledBack(db, async (trx) => {
    const target = await toFeedTarget(trx, VOYAGER, 'month', new Date(server.clock.now))
    for (let done = 0; done < events.length;) {
      const size = random.integer(1, 200)
      await ingest(trx, target, events.slice(done, done + size))
      done += size
    }
    expect(await findTotalFaults(trx)).toEqual([])
    const pages = await readCardPages(server, trx, [...rareCards, ...simulatedCards.slice(0, 4)])
    return { ledger: await readPicture(trx), pages }
  })

/** Runs `work` in a transaction that is rolled back. */
async function rolledBack<T>(database: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await database
    .transaction()
    .execute(async (trx) => {
      result = { value: await work(trx) }
      throw new RollBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error
    })
  if (!result) throw new Error('nothing was done')
  return result.value
}
class RollBack extends Error {}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const shuffled = [...list]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = random.integer(0, last)
    const [a, b] = [shuffled[last], shuffled[other]]
    if (a !== undefined && b !== undefined) [shuffled[last], shuffled[other]] = [b, a]
  }
  return shuffled
}
