// The chargeback report: every field matches the seeded rows, which are joined here independently; days begin and end
// at midnight in the programme's time zone; rejections and audit entries.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { chargebackFieldNames, chargebackFields } from '#domain/reports/chargebacks.ts'
import { demoCard } from '#server/demo/cards.ts'
import { storedToText } from '#server/stored-text.ts'
import { demoCardCount } from '#tests/support/demo-cards.ts'
import type { DemoServer } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

/** Names of columns that other programs rely on. */
const PUBLIC_NAMES =
  'CAMPAIGNNAME VOUCHERNUMBER TRACKINGNUMBER NAMEONCARD WALLETREFERENCE TRANSACTIONID POSENTRYMODE TRANSACTIONDESCRIPTION ORIGINALTRANSACTIONDATE CHARGEBACKDATE CHARGEBACKPROCESSDATE CHARGEBACKREASONCODE CHARGEBACKREJECTED CHARGEBACKREVERSED CHARGEBACKNOTES'.split(
    ' ',
  )
/** A day without other chargebacks in the demo programme. */
const DAY = '2019-03-05' as CalendarDate
const sgt = (day: CalendarDate, time = '00:00:00') => new Date(`${day}T${time}+08:00`)

describe('chargebacks', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo

  const query = async (startDate: string, endDate: string, campaign?: string, who = people.rita) =>
    who.call('chargebackReport', { startDate, endDate, ...(campaign === undefined ? {} : { campaign }) })
  const rowsOf = ({ COLUMNS, DATA }: Awaited<ReturnType<typeof query>>) =>
    DATA.map((cells) => Object.fromEntries(cells.map((cell, at) => [COLUMNS[at]?.NAME ?? '', cell])))

  /** Adds a chargeback of a purchase in the campaign, with this number and time. */
  async function addChargeback(number: string, at: Date, campaignId = 1): Promise<void> {
    await sql`
      INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents, currency,
        reason_code, description, pos_entry_mode, network_reference, claim_id, requested_at)
      SELECT t.id, c.id, ${number}, 1, 1, 1, 'SGD', '4837', '', '051', '', '', ${at}
      FROM ledger_transaction t JOIN card c ON c.id = t.card_id
      WHERE t.kind = 'purchase' AND c.campaign_id = ${campaignId} ORDER BY t.id LIMIT 1`.execute(db())
  }

  it('have every field as in the database, newest first', async () => {
    await sql`
      INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents, currency,
        reason_code, description, notes, pos_entry_mode, network_reference, claim_id, requested_at, processed_at, rejected_at,
        reversed_at, second_presentment_at, second_presentment_cents, second_presentment_reason, transaction_usd_cents,
        second_presentment_usd_cents)
      SELECT t.id, t.card_id, 'X' || t.id, t.id * 7, t.id * 8, t.id * 5, 'EUR', 'R' || t.id, '<b>' || t.id, E'=1\n' || t.id, '07' || t.id % 9,
             'N' || t.id, 'C' || t.id, timestamptz '2018-06-01T00:00:00.123Z' + t.id * interval '1 minute',
             CASE WHEN t.id % 2 = 0 THEN timestamptz '2018-07-01T01:02:03Z' END, CASE WHEN t.id % 3 = 0 THEN timestamptz '2018-07-02Z' END,
             CASE WHEN t.id % 3 = 1 THEN timestamptz '2018-07-03Z' END, CASE WHEN t.id % 2 = 1 THEN timestamptz '2018-07-04Z' END,
             CASE WHEN t.id % 2 = 1 THEN 99 END, CASE WHEN t.id % 2 = 1 THEN '2713' END, CASE WHEN t.id % 4 > 0 THEN t.id END,
             CASE WHEN t.id % 2 = 1 THEN 73 END
      FROM ledger_transaction t JOIN card c ON c.id = t.card_id WHERE t.kind = 'purchase' AND t.id % 11 = 0`.execute(
      db(),
    )
    const response = await query('2018-06-01', '2018-06-30')
    const rows = rowsOf(response)
    expect(rows.length).toBeGreaterThan(20)
    expect(rows).toEqual(await expectedRows(demo.server, 'X'))
    // Chargebacks of another owner's cards are not included.
    expect(rowsOf(await query('2018-06-01', '2018-06-30', undefined, people.hal))).toEqual(
      await expectedRows(demo.server, 'X', 1),
    )
  })

  it('have column widths, and name the columns of the list and of the details', async () => {
    const { VERSION, COLUMNS, SUMMARYCOLUMNS, HTMLCOLUMNS } = await query(DAY, DAY)
    expect(VERSION).toBe('1')
    expect(COLUMNS).toEqual(chargebackFieldNames.map((NAME) => ({ NAME, EXCELWIDTH: chargebackFields[NAME].width })))
    for (const { EXCELWIDTH } of COLUMNS) expect(EXCELWIDTH).toBeGreaterThanOrEqual(8)
    expect(SUMMARYCOLUMNS.length).toBeLessThan(COLUMNS.length)
    const names = COLUMNS.map(({ NAME }) => NAME)
    for (const name of [...SUMMARYCOLUMNS, ...HTMLCOLUMNS]) expect(names).toContain(name)
    expect(HTMLCOLUMNS.toSorted()).toEqual(names.toSorted())
    for (const name of PUBLIC_NAMES) expect(names).toContain(name)
  })

  it('are limited to days of the programme’s time zone', async () => {
    const moments = [
      ['before', new Date(sgt(DAY).getTime() - 1)],
      ['first', sgt(DAY)],
      ['last', new Date(sgt(addDays(DAY, 2)).getTime() - 1)],
      ['after', sgt(addDays(DAY, 2))],
    ] as const
    for (const [number, at] of moments) await addChargeback(number, at)
    const numbers = rowsOf(await query(DAY, addDays(DAY, 1))).map((row) => row['CHARGEBACKNUMBER'])
    expect(numbers).toEqual(['last', 'first'])
  })

  it('can be limited to one campaign', async () => {
    const day = '2017-02-01' as CalendarDate
    for (const campaign of [1, 3, 4]) await addChargeback(`of ${campaign}`, sgt(day, `0${campaign}:00:00`), campaign)
    const numbersOf = async (campaign?: string) =>
      rowsOf(await query(day, day, campaign)).map((row) => row['CHARGEBACKNUMBER'])
    expect(await numbersOf('3')).toEqual(['of 3'])
    expect(await numbersOf('2')).toEqual([])
    expect(await numbersOf('0')).toEqual(['of 4', 'of 3', 'of 1'])
    expect(await numbersOf()).toEqual(['of 4', 'of 3', 'of 1'])
  })

  it('contain no full card number, and are audited with their rows', async () => {
    await addChargeback('masked', sgt(addDays(DAY, -10)))
    const response = await query(addDays(DAY, -300), DAY)
    const name = `ChargebackReport_from${addDays(DAY, -300)}_to${DAY}`
    const days = `${dateToShortText(addDays(DAY, -300))} to ${dateToShortText(DAY)}`
    const text = JSON.stringify(response)
    for (let index = 0; index < demoCardCount; index++) expect(text).not.toContain(demoCard(index).pan)
    expect(rowsOf(response)[0]?.['VOUCHERNUMBER']).toMatch(/^900001[^0-9]+[0-9]{4}$/)
    const { rows } = await sql<Record<string, unknown>>`
      SELECT method, subject_type, subject_id, result_code FROM audit_event WHERE user_id = ${people.rita.id} ORDER BY id DESC LIMIT 1`.execute(
      db(),
    )
    expect(rows).toEqual([
      {
        method: 'chargebackReport',
        subject_type: 'report',
        subject_id: `${name}?campaign=0&rows=${response.DATA.length}`,
        result_code: '0',
      },
    ])
    const { entries } = await people.ada.call('auditLog', {
      startDate: '2000-01-01',
      endDate: '2099-01-01',
      userId: String(people.rita.id),
      limit: 1,
    })
    expect(entries[0]?.what).toBe(
      `read the Chargeback Report, ${days}, ${m.common_countedRows({ count: response.DATA.length })}`,
    )
  })

  it.each([
    [
      'the end before the start',
      [DAY, addDays(DAY, -1)],
      '-20302',
      'The date filter start date is greater than the end date',
    ],
    ['more days than the limit', [DAY, addDays(DAY, 367)], '-20301', 'Maximum timespan of this report is 366 days'],
    ['a date that does not exist', ['2026-02-31', '2026-03-01'], '-20400', undefined],
    ['a campaign of another owner', [DAY, DAY, '5'], '-20404', 'There is no such campaign'],
    ['an unknown campaign', [DAY, DAY, '999999'], '-20404', 'There is no such campaign'],
    ['a malformed campaign', [DAY, DAY, '1 OR 1=1'], '-20400', undefined],
  ] as const)('rejects %s', async (_, [start, end, campaign], code, text) => {
    const response = await query(start, end, campaign)
    expect(response).toMatchObject({ resultCode: code, ...(text === undefined ? {} : { resultText: text }) })
    expect(response).not.toHaveProperty('DATA')
  })

  it('are rejected with advice if there are more than a response can contain', async () => {
    const day = '2016-05-05' as CalendarDate
    await sql`
      INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents, currency,
        reason_code, description, pos_entry_mode, network_reference, claim_id, requested_at)
      SELECT t.id, t.card_id, 'M' || n, 1, 1, 1, 'SGD', '4837', '', '051', '', '', ${sgt(day)}::timestamptz + n * interval '1 second'
      FROM (SELECT t.id, t.card_id FROM ledger_transaction t JOIN card c ON c.id = t.card_id
            WHERE t.kind = 'purchase' AND c.campaign_id = 1 LIMIT 1) t, generate_series(1, 5001) n`.execute(db())
    expect(await query(day, day)).toMatchObject({
      resultCode: '-20400',
      resultText: 'There are more than 5,000 chargebacks in these dates. Choose fewer days or one campaign',
    })
    await sql`DELETE FROM chargeback WHERE number = 'M1'`.execute(db())
    const { DATA } = await query(day, day)
    expect(DATA).toHaveLength(5000)
  })
})

interface RawRow {
  readonly [column: string]: string | number | Date | null
}

/** Computes the expected rows independently of the server: each table is read separately, and joined here. */
async function expectedRows({ database: { db } }: DemoServer, prefix: string, ownerId = 3) {
  const all = async (table: string) => (await sql<RawRow>`SELECT * FROM ${sql.table(table)}`.execute(db)).rows
  const byId = (rows: readonly RawRow[]) => new Map(rows.map((row) => [row['id'], row]))
  const [cards, campaigns, transactions] = [
    byId(await all('card')),
    byId(await all('campaign')),
    byId(await all('ledger_transaction')),
  ]
  const accounts = new Map((await all('account')).map((row) => [row['card_id'], row['id']]))
  const entries = await all('ledger_entry')
  const money = (value: string | number | Date | null | undefined) =>
    typeof value === 'number' ? (value / 100).toFixed(2) : null
  const moment = (value: string | number | Date | null | undefined) =>
    value instanceof Date ? value.toISOString() : null
  return (await all('chargeback'))
    .filter(
      (row) => String(row['number']).startsWith(prefix) && cards.get(row['card_id'] ?? 0)?.['owner_id'] === ownerId,
    )
    .toSorted((a, b) => Number(b['requested_at']) - Number(a['requested_at']))
    .map((row) => {
      const card = cards.get(row['card_id'] ?? 0) ?? {}
      const campaign = campaigns.get(card['campaign_id'] ?? 0) ?? {}
      const purchase = transactions.get(row['transaction_id'] ?? 0) ?? {}
      const account = accounts.get(card['id'] ?? 0)
      const purchaseEntry = entries.find(
        (entry) => entry['transaction_id'] === purchase['id'] && entry['account_id'] === account,
      )
      return {
        CHARGEBACKDATE: moment(row['requested_at']),
        CHARGEBACKNUMBER: row['number'],
        CAMPAIGNNAME: campaign['name'],
        VOUCHERNUMBER: card['pan_masked'],
        TRACKINGNUMBER: card['tracking_number'],
        NAMEONCARD: card['name'],
        WALLETREFERENCE: card['customer_id'],
        TRANSACTIONID: String(purchase['id']),
        ORIGINALTRANSACTIONDATE: moment(purchase['posted_at']),
        TRANSACTIONDESCRIPTION: storedToText(String(purchase['description'])),
        POSENTRYMODE: row['pos_entry_mode'],
        TRANSACTIONCURRENCY: campaign['currency'],
        TRANSACTIONAMOUNT: money(-Number(purchaseEntry?.['amount_cents'])),
        TRANSACTIONAMOUNTUSD: money(row['transaction_usd_cents']),
        CHARGEBACKPROCESSDATE: moment(row['processed_at']),
        CHARGEBACKREASONCODE: row['reason_code'],
        CHARGEBACKDESCRIPTION: row['description'],
        CHARGEBACKCURRENCY: row['currency'],
        CHARGEBACKAMOUNT: money(row['amount_cents']),
        CHARGEBACKAMOUNTUSD: money(row['usd_amount_cents']),
        CHARGEBACKREJECTED: row['rejected_at'] === null ? 0 : 1,
        CHARGEBACKREVERSED: row['reversed_at'] === null ? 0 : 1,
        NETWORKREFERENCE: row['network_reference'],
        NETWORKCLAIMID: row['claim_id'],
        CHARGEBACKNOTES: row['notes'],
        SECONDPRESENTMENTDATE: moment(row['second_presentment_at']),
        SECONDPRESENTMENTAMOUNT: money(row['second_presentment_cents']),
        SECONDPRESENTMENTAMOUNTUSD: money(row['second_presentment_usd_cents']),
        SECONDPRESENTMENTREASONCODE: row['second_presentment_reason'],
      }
    })
}
