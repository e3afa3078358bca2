// The Mastercard quarterly report: its figures match an independent count of the seeded rows, by line and month, in a
// file that another program reads. Months begin and end at midnight in the programme's time zone.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import type { CalendarDate } from '#domain/calendar.ts'
import { addMonths } from '#domain/dates.ts'
import { cents } from '#domain/money.ts'
import { type Movement, postMovements } from '#server/ledger/post-movements.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { type DemoServer, startHarbourServer, startDemoServer } from '#tests/support/demo-server.ts'

const VOYAGER = 3
/** Singapore is eight hours ahead of UTC all year. */
const midnight = (day: CalendarDate) => Date.parse(`${day}T00:00:00Z`) - 8 * 3_600_000

/** The first days of the current quarter and of the previous one. */
const now = new Date(Date.now() + 8 * 3_600_000)
const thisQuarter =
  `${now.getUTCFullYear()}-${String(now.getUTCMonth() - (now.getUTCMonth() % 3) + 1).padStart(2, '0')}-01` as CalendarDate
const lastQuarter = addMonths(thisQuarter, -3)
const nameOf = (start: CalendarDate, ica = '4101') =>
  `QMR_${ica}_${start.slice(0, 4)}Q${(Number(start.slice(5, 7)) + 2) / 3}.xls`

interface Entry {
  readonly kind: string
  readonly at: number
  readonly cents: number
  readonly ica: string
}
interface CardRow {
  readonly ica: string
  readonly issued: number
  readonly retired: number | null
  readonly expires: CalendarDate
}

interface Request {
  readonly username?: string
  readonly method?: string
  /** The time of the request. */
  readonly at?: number
}

/** Requests a file as a user who can read reports. */
async function get(server: DemoServer, name: string, { method = 'GET', ...request }: Request = {}) {
  return fetch(`${server.url}reports/${name}`, { method, headers: { authorization: await bearerOf(server, request) } })
}

async function bearerOf(server: DemoServer, { username = 'rita', at = Date.now() }: Request = {}): Promise<string> {
  server.clock.now = at
  const { db } = server.database
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'username'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return `Bearer ${await startSession(db, server.server, user)}`
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('the quarterly report', () => {
  let server: DemoServer
  let harbour: DemoServer
  beforeAll(async () => {
    server = await startDemoServer()
    harbour = await startHarbourServer(server)
    // Two campaigns share an ICA number, which another owner's campaign also has.
    await sql`UPDATE campaign SET ica = '4101' WHERE id IN (2, 5)`.execute(server.database.db)
    await addRareMovements(server)
  })
  afterAll(async () => {
    await harbour.close()
    await server.close()
  })

  it.each([
    ['4101', lastQuarter],
    ['4103', lastQuarter],
    ['4101', addMonths(thisQuarter, -12)],
    ['4101', thisQuarter],
  ])('counts each line of %s in the quarter from %s', async (ica, start) => {
    const response = await get(server, nameOf(start, ica), { at: midnight(addMonths(start, 3)) })
    const file = readFile(await bytesOf(response))
    expect(file.lines).toEqual(await countIndependently(server, ica, start))
    expect(file.head).toMatchObject({ ICA: ica, 'First day': `${start}T00:00:00.000Z`, Currency: 'SGD' })
  })

  it('agrees with the ledger: all card balances equal the deficit of the other accounts', async () => {
    let balance = 0
    for (const ica of ['4101', '4103', '4104']) {
      const { lines } = readFile(await bytesOf(await get(server, nameOf(lastQuarter, ica))))
      balance += Math.round((lines['Balance at the end']?.[3] ?? 0) * 100)
    }
    const { rows } = await sql<{ cents: number }>`
      SELECT sum(e.amount_cents)::bigint AS cents FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
      JOIN account a ON a.id = e.account_id
      WHERE a.owner_id = ${VOYAGER} AND a.kind <> 'card' AND t.posted_at < ${new Date(midnight(thisQuarter))}`.execute(
      server.database.db,
    )
    expect(balance).toBe(-(rows[0]?.cents ?? 0))
    expect(balance).toBeGreaterThan(0)
  })

  it('is a workbook in the old .xls format with the requested name, and the same for every request', async () => {
    const response = await get(server, nameOf(lastQuarter))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.ms-excel',
      'content-disposition': `attachment; filename="${nameOf(lastQuarter)}"`,
      'cache-control': 'no-store',
    })
    const bytes = await bytesOf(response)
    // The signature of the container in which .xls files are stored.
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1')
    expect(
      Buffer.compare(bytes, await bytesOf(await get(server, nameOf(lastQuarter), { at: Date.UTC(2098, 0, 1) }))),
    ).toBe(0)
  })

  it('names the owner’s campaigns with the ICA number, never those of another owner', async () => {
    const { head } = readFile(await bytesOf(await get(server, nameOf(lastQuarter))))
    expect(head['Campaigns']).toBe('Voyager Corporate Card, Voyager Travel Card')
    const ofHarbour = readFile(await bytesOf(await get(harbour, nameOf(lastQuarter), { username: 'hal' })))
    expect(ofHarbour.head['Campaigns']).toBe('Harbour Staff Card')
  })

  it.each([
    ['the current quarter', nameOf(thisQuarter), {}],
    ['the last moment of a quarter', nameOf(lastQuarter), { at: midnight(thisQuarter) - 1 }],
    ['a future quarter', 'QMR_4101_2098Q4.xls', {}],
    ['a quarter before the first card', 'QMR_4101_1990Q1.xls', {}],
    ['a year that is not offered', 'QMR_4101_1989Q4.xls', { at: Date.UTC(2000, 0, 1) }],
    ['an unknown ICA number', nameOf(lastQuarter, '9999'), {}],
    ['an ICA number of another owner', nameOf(lastQuarter, '4201'), {}],
  ])('has no file of %s', async (_, name, request) => {
    const response = await get(server, name, request)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ resultCode: '-20404', resultText: 'Report not found' })
    expect((await get(server, name, { ...request, method: 'HEAD' })).status).toBe(404)
  })

  it('is available from the end of its quarter, which HEAD reports without generating the file', async () => {
    const before = (await trail(server)).length
    const response = await get(server, nameOf(lastQuarter), { method: 'HEAD', at: midnight(thisQuarter) })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/vnd.ms-excel')
    expect((await bytesOf(response)).length).toBe(0)
    expect(await trail(server)).toHaveLength(before)
  })

  it('is audited with its rows once it is downloaded', async () => {
    const { lines } = readFile(await bytesOf(await get(server, nameOf(lastQuarter))))
    const { rows } = await sql<{ id: number }>`SELECT id FROM user_account WHERE username = 'rita'`.execute(
      server.database.db,
    )
    const newestEntry = (await trail(server)).at(-1)
    expect(newestEntry).toMatchObject({ user_id: rows[0]?.id, result_code: '0' })
    expect(newestEntry?.subject_id).toContain(nameOf(lastQuarter))
    expect(newestEntry?.subject_id).toMatch(new RegExp(`\\b${Object.keys(lines).length}$`))
  })
})

const trail = ({ database: { db } }: DemoServer) =>
  db
    .selectFrom('audit_event')
    .select(['user_id', 'subject_id', 'result_code'])
    .where('method', 'in', ['downloadReport', 'beginReportDownload'])
    .orderBy('id')
    .execute()

const dayBefore = (day: CalendarDate) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10) as CalendarDate

/**
 * Adds cases at the ends of months that are rare in the demo programme: a transfer, a reversal, a fee of the programme,
 * a retired card.
 */
async function addRareMovements({ database: { db } }: DemoServer): Promise<void> {
  const account = async (cardId: number) =>
    (await db.selectFrom('account').select('id').where('card_id', '=', cardId).executeTakeFirstOrThrow()).id
  const ownerAccount = async (kind: 'funding' | 'fee') =>
    (
      await db
        .selectFrom('account')
        .select('id')
        .where('owner_id', '=', VOYAGER)
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow()
    ).id
  const cards = await db
    .selectFrom('card')
    .select(['id', 'campaign_id'])
    .where('owner_id', '=', VOYAGER)
    .orderBy('id')
    .execute()
  const ofCampaign = (campaign: number, index = 0) =>
    cards.filter((card) => card.campaign_id === campaign)[index]?.id ?? 0
  const [first, second, virtual] = [ofCampaign(1), ofCampaign(2), ofCampaign(3)]
  const start = addMonths(thisQuarter, -3)
  const move = (at: number, overrides: Partial<Movement>): Movement => ({
    ownerId: VOYAGER,
    kind: 'load',
    postedAt: new Date(at),
    cardId: first,
    fromAccountId: 0,
    toAccountId: 0,
    amountCents: cents(1_00),
    feeTypeId: null,
    description: 'Test',
    merchantId: '',
    authNumber: '',
    ...overrides,
  })
  const [funding, fee] = [await ownerAccount('funding'), await ownerAccount('fee')]
  const [firstAccount, secondAccount, virtualAccount] = [
    await account(first),
    await account(second),
    await account(virtual),
  ]
  const load = { fromAccountId: funding, toAccountId: firstAccount }
  await db.transaction().execute(async (trx) => {
    const ids = await postMovements(trx, [
      move(midnight(start) - 1, { ...load, amountCents: cents(1_01) }),
      move(midnight(start), { ...load, amountCents: cents(1_02) }),
      move(midnight(addMonths(start, 1)) - 1, { ...load, amountCents: cents(1_03) }),
      move(midnight(addMonths(start, 1)), { ...load, amountCents: cents(1_04) }),
      move(midnight(thisQuarter) - 1, { ...load, amountCents: cents(1_05) }),
      move(midnight(thisQuarter), { ...load, amountCents: cents(1_06) }),
      // Transfers between two cards of the ICA number, and from one of them to a card of another number.
      move(midnight(start) + 1, {
        kind: 'transfer',
        fromAccountId: firstAccount,
        toAccountId: secondAccount,
        amountCents: cents(7),
      }),
      move(midnight(start) + 2, {
        kind: 'transfer',
        fromAccountId: firstAccount,
        toAccountId: virtualAccount,
        amountCents: cents(11),
      }),
      move(midnight(start) + 3, {
        kind: 'devalue',
        fromAccountId: firstAccount,
        toAccountId: funding,
        amountCents: cents(13),
      }),
      move(midnight(start) + 4, {
        kind: 'fee',
        fromAccountId: firstAccount,
        toAccountId: fee,
        amountCents: cents(17),
        feeTypeId: 2,
      }),
      // A fee that the programme pays for a card does not change the card's balance.
      move(midnight(start) + 5, {
        kind: 'fee',
        fromAccountId: funding,
        toAccountId: fee,
        amountCents: cents(19),
        feeTypeId: 5,
      }),
    ])
    await postMovements(trx, [
      move(midnight(addMonths(start, 1)) + 6, {
        kind: 'reversal',
        fromAccountId: fee,
        toAccountId: firstAccount,
        amountCents: cents(17),
        // The fee of the card above.
        reverses: ids[9] ?? 0,
      }),
    ])
  })
  // One card retired exactly at the end of a month, one just before.
  const boundary = midnight(addMonths(start, 1))
  await sql`UPDATE card SET retired_at = ${new Date(boundary)} WHERE id = ${ofCampaign(1, 1)}`.execute(db)
  await sql`UPDATE card SET retired_at = ${new Date(boundary - 1)} WHERE id = ${ofCampaign(1, 2)}`.execute(db)
  // One card valid until the last day of a month, one until the day before, and one issued at the start of a month.
  await sql`UPDATE card SET expires_on = ${dayBefore(addMonths(start, 1))} WHERE id = ${ofCampaign(1, 3)}`.execute(db)
  await sql`UPDATE card SET expires_on = ${dayBefore(dayBefore(addMonths(start, 1)))} WHERE id = ${ofCampaign(1, 4)}`.execute(
    db,
  )
  await sql`UPDATE card SET issued_at = ${new Date(boundary)} WHERE id = ${ofCampaign(1, 5)}`.execute(db)
  await sql`
    INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents, currency, reason_code,
      description, pos_entry_mode, network_reference, claim_id, requested_at)
    SELECT t.id, t.card_id, 'T' || t.id, 50, 51, 37, 'USD', '4837', 'Test', '051', '', '',
           ${new Date(midnight(start))}::timestamptz + (t.id % 90) * interval '1 day'
    FROM ledger_transaction t WHERE t.kind = 'purchase' AND t.id % 3 = 0`.execute(db)
}

type Lines = Readonly<Record<string, readonly (number | undefined)[]>>

/** Reads the file with another program: its header, and each line with three months and the quarter. */
function readFile(bytes: Buffer) {
  const book = XLSX.read(bytes, { cellDates: true, UTC: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const rows = XLSX.utils.sheet_to_json<(string | number | Date | undefined)[]>(sheet, { header: 1, blankrows: true })
  const headingRow = rows.findIndex(([, first]) => /^[A-Z][a-z]{2} [0-9]{4}$/.test(String(first)))
  const head = Object.fromEntries(
    rows
      .slice(1, headingRow)
      .flatMap(([label, value]) =>
        label === undefined ? [] : [[String(label), value instanceof Date ? value.toISOString() : value]],
      ),
  ) as Readonly<Record<string, unknown>>
  const lines = Object.fromEntries(
    rows.slice(headingRow + 1).map(([label, ...values]) => [String(label), values as number[]]),
  )
  return { head, lines: lines as Lines }
}

/** Counts the same figures independently, from all rows. */
async function countIndependently({ database: { db } }: DemoServer, ica: string, start: CalendarDate): Promise<Lines> {
  const ms = (column: string) => sql.raw(`extract(epoch FROM ${column})::float8 * 1000`)
  const { rows: entries } = await sql<Entry>`
    SELECT t.kind, ${ms('t.posted_at')} AS at, e.amount_cents AS cents, p.ica
    FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN account a ON a.id = e.account_id
    JOIN card c ON c.id = a.card_id JOIN campaign p ON p.id = c.campaign_id WHERE p.owner_id = ${VOYAGER}`.execute(db)
  const { rows: fees } = await sql<Entry & { paid_by_card: boolean }>`
    SELECT t.kind, ${ms('t.posted_at')} AS at, e.amount_cents AS cents, p.ica,
           EXISTS (SELECT FROM ledger_entry o JOIN account oa ON oa.id = o.account_id
                   WHERE o.transaction_id = t.id AND oa.kind = 'card' AND o.amount_cents = -e.amount_cents) AS paid_by_card
    FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id JOIN account a ON a.id = e.account_id
    JOIN card c ON c.id = t.card_id JOIN campaign p ON p.id = c.campaign_id
    WHERE p.owner_id = ${VOYAGER} AND a.kind = 'fee'
    UNION ALL
    SELECT 'load', ${ms('r.load_date')}, r.fee_cents, p.ica, false FROM batch_row r JOIN card c ON c.id = r.card_id JOIN campaign p ON p.id = c.campaign_id
    WHERE p.owner_id = ${VOYAGER} AND r.state = 'loaded' AND r.fee_cents > 0
    UNION ALL
    SELECT 'load', ${ms('r.issued_at')}, r.fee_cents + o.issue_fee_cents, p.ica, false
    FROM card_order_row r JOIN card_order o ON o.id = r.order_id JOIN card c ON c.id = r.card_id JOIN campaign p ON p.id = c.campaign_id
    WHERE p.owner_id = ${VOYAGER} AND r.state = 'issued' AND r.fee_cents + o.issue_fee_cents > 0`.execute(db)
  const { rows: cards } = await sql<CardRow>`
    SELECT p.ica, ${ms('c.issued_at')} AS issued, ${ms('c.retired_at')} AS retired, c.expires_on AS expires
    FROM card c JOIN campaign p ON p.id = c.campaign_id WHERE p.owner_id = ${VOYAGER}`.execute(db)
  const { rows: chargebacks } = await sql<Entry>`
    SELECT '' AS kind, ${ms('b.requested_at')} AS at, b.request_amount_cents AS cents, p.ica
    FROM chargeback b JOIN card c ON c.id = b.card_id JOIN campaign p ON p.id = c.campaign_id
    WHERE p.owner_id = ${VOYAGER}`.execute(db)

  const days = [0, 1, 2, 3].map((month) => addMonths(start, month))
  const within = (at: number, month: number) =>
    at >= midnight(days[month] ?? start) && at < midnight(days[month + 1] ?? start)
  const months = [0, 1, 2]
  const withSum = (values: number[]) => [...values, values.reduce((sum, value) => sum + value, 0)]
  const inMoney = (values: number[]) => values.map((value) => value / 100)
  const numberAndAmount = (label: string, list: readonly Entry[], sign = 1) => {
    const byMonth = months.map((month) => list.filter((entry) => entry.ica === ica && within(entry.at, month)))
    return {
      [`${label}, number`]: withSum(byMonth.map(({ length }) => length)),
      [`${label}, amount`]: inMoney(
        withSum(byMonth.map((ofMonth) => ofMonth.reduce((sum, entry) => sum + sign * entry.cents, 0))),
      ),
    }
  }
  const entriesOf = (kind: string) => entries.filter((entry) => entry.kind === kind)
  const balanceAt = (until: CalendarDate) =>
    entries.reduce((sum, entry) => (entry.ica === ica && entry.at < midnight(until) ? sum + entry.cents : sum), 0)
  const cardsOfIca = cards.filter((card) => card.ica === ica)
  const circulating = months.map((month) => {
    const next = days[month + 1] ?? start
    return cardsOfIca.filter(
      ({ issued, retired, expires }) =>
        issued < midnight(next) && (retired === null || retired >= midnight(next)) && expires >= dayBefore(next),
    ).length
  })
  const balances = days.map(balanceAt)
  return {
    'Cards in circulation at the end': [...circulating, circulating[2]],
    'Cards issued': withSum(months.map((month) => cardsOfIca.filter(({ issued }) => within(issued, month)).length)),
    'Balance at the start': inMoney([...balances.slice(0, 3), balances[0] ?? 0]),
    ...numberAndAmount('Loads', entriesOf('load')),
    ...numberAndAmount('Purchases', entriesOf('purchase'), -1),
    ...numberAndAmount('Reversals', entriesOf('reversal')),
    ...numberAndAmount('Fees paid by cards', entriesOf('fee'), -1),
    ...numberAndAmount(
      'Transfers to cards',
      entriesOf('transfer').filter((entry) => entry.cents > 0),
    ),
    ...numberAndAmount(
      'Transfers from cards',
      entriesOf('transfer').filter((entry) => entry.cents < 0),
      -1,
    ),
    ...numberAndAmount('Devalues', entriesOf('devalue'), -1),
    'Balance at the end': inMoney([...balances.slice(1), balances[3] ?? 0]),
    ...numberAndAmount(
      'Fees paid by the programme',
      fees.filter((fee) => !fee.paid_by_card),
    ),
    ...numberAndAmount('Chargebacks', chargebacks),
  }
}
