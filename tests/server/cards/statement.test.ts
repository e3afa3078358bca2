// Statements through the API: lines match the ledger, exports match the screen, and no card of another owner is shown.
import { sql } from 'kysely'
import * as SheetJs from 'xlsx'
import { describe, expect, it } from 'vitest'
import type { CardTransaction } from '#contract/cards.ts'
import { valueToExport, valueToText } from '#domain/columns.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import {
  findTransactions,
  findTransactionsInDays,
  readBalanceBefore,
  readChangesByDay,
} from '#server/cards/statement-queries.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { Db } from '#server/operations/context.ts'
import { type Statement, countRowsRead, planOf, recordStatements } from '#tests/support/reads.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

/**
 * An instant as a spreadsheet's serial date: days since 30 December 1899 in Singapore (UTC+8 without daylight saving
 * time), cut to minutes as on the screen.
 */
const toSerial = (iso: string): number =>
  (Math.floor(Date.parse(iso) / 60_000) + 8 * 60 - Date.UTC(1899, 11, 30) / 60_000) / 1440

const ALL_DAYS = { startDate: '1970-01-01', endDate: '2099-12-31' }

/** Purchases years ago. Their entries do not balance, so the caller must undo them. */
async function addOldPurchases(
  trx: Db,
  { id, account_id: accountId }: { id: number; account_id: number },
  count: number,
) {
  await sql`SET LOCAL session_replication_role = replica`.execute(trx)
  await sql`
    WITH numbered AS (SELECT n, nextval('ledger_transaction_id_seq') AS id FROM generate_series(1, ${count}::int) n),
    posted AS (
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, card_id, description)
      SELECT id, 3, 'purchase', now() - interval '5 years' - n * interval '1 hour', ${id}, '' FROM numbered)
    INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
    SELECT id, ${accountId}, -1, 0, -1, 1000 + n FROM numbered`.execute(trx)
}

describe('reading statements', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo

  const cards = demoCardsInState('active', 12)
  const card = cards[0]
  const statement = (id = card?.id, range: { startDate: string; endDate: string } = ALL_DAYS, person = people.rita) =>
    person.call('cardStatement', { cardID: String(id), ...range })
  const accountOf = async (id: number) =>
    (await db().selectFrom('account').select('id').where('card_id', '=', id).executeTakeFirstOrThrow()).id
  const sum = (list: readonly CardTransaction[]) =>
    list.reduce((total, { MONEYAMOUNT }) => total + Math.round(Number(MONEYAMOUNT) * 100), 0)
  const lastAudit = async (method: string) =>
    (
      await sql<Record<string, unknown>>`
        SELECT user_id, subject_type, subject_id, result_code FROM audit_event WHERE method = ${method} ORDER BY id DESC LIMIT 1
      `.execute(db())
    ).rows[0]

  it('returns every ledger line, newest first, and the lines add up to the balance', async () => {
    for (const { id } of cards) {
      const { transactions } = await statement(id)
      const { card: details } = await people.rita.call('cardDetails', { voucherID: String(id) })
      expect(sum(transactions)).toBe(Math.round(Number(details.CARDBALANCE) * 100))
      const dates = transactions.map(({ SHOWDATE }) => SHOWDATE)
      expect(dates).toEqual([...dates].sort().reverse())
    }
  })

  // Without this index the planner would search all transactions of the card, and from a few hundred lines on read the
  // whole ledger instead.
  it('looks up later openings by the index of openings', async () => {
    const statements: Statement[] = []
    await findTransactions(recordStatements(db(), statements), [1], { limit: 10 })
    const [query] = statements
    if (!query) throw new Error('no statement was executed')
    const plan = await withIndexLookupsOnly(db(), (trx) => planOf(trx, query))
    expect(plan.join('\n')).toContain('using ledger_transaction_opening')
  })

  it.each(['cardStatement', 'cardBalanceHistory'] as const)(
    '%s reads no more rows of a card that has thousands of older transactions',
    async (method) => {
      const statements: Statement[] = []
      const ofCard = { id: card?.id ?? 0, account_id: await accountOf(card?.id ?? 0) }
      const [newest] = await findTransactions(db(), [ofCard.account_id], { limit: 1 })
      const day = instantToDate(newest?.posted_at.getTime() ?? 0, 'Asia/Singapore')
      const range = { start: day, end: day, timeZone: 'Asia/Singapore' }
      const recorder = recordStatements(db(), statements)
      await readBalanceBefore(recorder, ofCard, range)
      if (method === 'cardStatement') await findTransactionsInDays(recorder, ofCard, { range, limit: 10_000 })
      else await readChangesByDay(recorder, ofCard, range)
      const countAll = async (trx: Db) => {
        let count = 0
        for (const statement of statements) count += await countRowsRead(trx, statement)
        return count
      }
      const before = await withIndexLookupsOnly(db(), countAll)
      expect(before).toBeGreaterThan(2)
      let after = Infinity
      const undo = new Error('undo')
      const added = withIndexLookupsOnly(db(), async (trx) => {
        await addOldPurchases(trx, ofCard, 3_000)
        after = await countAll(trx)
        throw undo
      })
      await expect(added).rejects.toBe(undo)
      // The planner can choose another of two indexes, but reads none of the older transactions.
      expect(after).toBeLessThan(before + 10)
    },
  )

  it('reports the balance after each line, before the first day and after the last', async () => {
    const { transactions, openingBalance, closingBalance } = await statement()
    expect(openingBalance).toBe('0.00')
    expect(closingBalance).toBe(transactions[0]?.BALANCE)
    // Oldest first, each line continues from the balance of the previous one.
    let balance = 0
    for (const line of transactions.toReversed()) {
      balance += Math.round(Number(line.MONEYAMOUNT) * 100)
      expect(line.BALANCE).toBe((balance / 100).toFixed(2))
    }
    const day = instantToDate(Date.parse(transactions[0]?.SHOWDATE ?? ''), 'Asia/Singapore')
    const before = await statement(card?.id, { startDate: '1970-01-01', endDate: addDays(day, -1) })
    expect((await statement(card?.id, { startDate: day, endDate: day })).openingBalance).toBe(before.closingBalance)
    const after = addDays(day, 1)
    expect(await statement(card?.id, { startDate: after, endDate: after })).toMatchObject({
      transactions: [],
      openingBalance: closingBalance,
      closingBalance,
    })
  })

  it('reports type and label of each line, and lets only fees be reversed', async () => {
    const lines = (await Promise.all(cards.map(({ id }) => statement(id)))).flatMap(({ transactions }) => transactions)
    const types = new Map(lines.map((line) => [line.TRANSACTIONTYPELABEL, line.TRANSACTIONTYPE]))
    expect(Object.fromEntries(types)).toMatchObject({ Load: 1, Purchase: 2 })
    for (const line of lines) expect(line.REVERSIBLE).toBe(line.TRANSACTIONTYPE === 5 ? 1 : 0)
  })

  it('uses days in the programme’s time zone, including both ends', async () => {
    const { transactions } = await statement()
    const [line] = transactions
    const day = instantToDate(Date.parse(line?.SHOWDATE ?? ''), 'Asia/Singapore')
    const ids = (list: readonly CardTransaction[]) => list.map(({ TRANSACTIONID }) => TRANSACTIONID)
    const on = async (startDate: string, endDate: string) =>
      ids((await statement(card?.id, { startDate, endDate })).transactions)
    expect(await on(day, day)).toContain(line?.TRANSACTIONID)
    expect(await on(addDays(day, 1), addDays(day, 1))).not.toContain(line?.TRANSACTIONID)
    expect(await on(addDays(day, -1), addDays(day, -1))).not.toContain(line?.TRANSACTIONID)
  })

  it.each([
    ['1969-12-31', '2026-01-01', 'Start date or End date can not be less than 1970'],
    ['2026-01-02', '2026-01-01', 'Start date can not be greater than End date'],
  ])('rejects the range %s to %s', async (startDate, endDate, resultText) => {
    expect(await statement(card?.id, { startDate, endDate })).toMatchObject({ resultCode: '-20400', resultText })
    const failed = await people.rita.call('failedTransactionSearch', {
      cardNumber: card?.pan ?? '',
      startDate,
      endDate,
    })
    expect(failed).toMatchObject({ resultCode: '-20400', resultText })
  })

  it('rejects invalid dates', async () => {
    for (const startDate of ['2026-02-30', '2026-1-1', '', 'now()', "2026-01-01'; --"])
      expect((await statement(card?.id, { startDate, endDate: '2026-12-31' })).resultCode).toBe('-20400')
  })

  it('exports a workbook that matches the screen, with ids, HTML and formulas as text', async () => {
    const formula = '=HYPERLINK("http://evil.example","<b>x</b>")'
    await sql`
      WITH t AS (
        INSERT INTO ledger_transaction (owner_id, kind, posted_at, card_id, description, merchant_id, auth_number)
        VALUES (3, 'load', now(), ${card?.id}, ${formula}, '000900000000001', '000123') RETURNING id
      ), moved AS (
        UPDATE account SET balance_cents = balance_cents + CASE WHEN card_id IS NULL THEN -100 ELSE 100 END, version = version + 1
        WHERE card_id = ${card?.id} OR (owner_id = 3 AND kind = 'funding') RETURNING id, card_id, balance_cents, version
      )
      INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
      SELECT t.id, m.id, v.amount, m.balance_cents - v.amount, m.balance_cents, m.version
      FROM t, moved m, LATERAL (SELECT CASE WHEN m.card_id IS NULL THEN -100 ELSE 100 END AS amount) v
    `.execute(db())
    const { transactions, exportColumns, visibleColumns, excelBase64Data } = await statement()
    expect(visibleColumns.map(({ LABEL }) => LABEL)).toEqual([
      'Date',
      'Type',
      'Description',
      'Amount',
      'Balance',
      'Auth Number',
      'Merchant ID',
    ])
    expect(exportColumns.find(({ VALUE }) => VALUE === 'MONEYAMOUNT')).toEqual({
      VALUE: 'MONEYAMOUNT',
      LABEL: 'Amount',
      NUMERIC: 1,
      RAWVALUE: 0,
    })
    const book = SheetJs.read(Buffer.from(excelBase64Data, 'base64'), { cellFormula: true })
    const [name = ''] = book.SheetNames
    expect(name.replace(/ /g, '')).toBe(`${card?.pan.slice(0, 6)}••••••${card?.pan.slice(-4)}`)
    const sheet = book.Sheets[name] ?? {}
    const rows = SheetJs.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: '' })
    const dates = rows.slice(1).map((_, index) => (sheet[`A${index + 2}`] as SheetJs.CellObject).w)
    expect(dates).toEqual(transactions.map((line) => valueToText(line.SHOWDATE, 'instant', demo.server.server.client)))
    expect(rows[0]).toEqual(exportColumns.map(({ LABEL }) => LABEL))
    expect(rows.slice(1)).toEqual(
      transactions.map((line) =>
        exportColumns.map(({ VALUE, NUMERIC }) => {
          if (NUMERIC === 1) return Number(line[VALUE])
          // A spreadsheet date: days since the end of 1899 in the programme's time zone.
          return VALUE === 'SHOWDATE' ? toSerial(line[VALUE]) : String(line[VALUE])
        }),
      ),
    )
    expect(transactions[0]?.TRANSACTIONDESCRIPTION).toBe(formula)
    for (const [at, cell] of Object.entries(sheet)) if (!at.startsWith('!')) expect(cell).not.toHaveProperty('f')
    expect(sheet['F2']).toMatchObject({ t: 's', v: '000123' })
    expect(sheet['G2']).toMatchObject({ t: 's', v: '000900000000001' })
    expect(await lastAudit('cardStatement')).toEqual({
      user_id: people.rita.id,
      subject_type: 'card',
      subject_id: String(card?.id),
      result_code: '0',
    })
  })

  it('combines the statements of many cards in the requested order, with masked numbers', async () => {
    const requestedCards = [cards[3], cards[1], cards[2]]
    const { COLUMNS, DATA } = await people.rita.call('getCombinedStatement', {
      cardNumbers: requestedCards.map((requestedCard) => requestedCard?.pan ?? ''),
    })
    expect(COLUMNS).toEqual([
      'Card Number',
      'Tracking Number',
      'Campaign Name',
      'Date',
      'Type',
      'Description',
      'Auth Number',
      'Merchant ID',
      'Currency',
      'Amount',
      'Balance',
    ])
    const expected = await Promise.all(
      requestedCards.map(async (requestedCard) =>
        (await statement(requestedCard?.id)).transactions.map((line) => [
          // The same as in cardsearch.csv.
          `${requestedCard?.pan.slice(0, 6)}••••••${requestedCard?.pan.slice(-4)}`,
          requestedCard?.trackingNumber,
          requestedCard?.campaign.name,
          valueToExport(line.SHOWDATE, 'instant', demo.server.server.client),
          line.TRANSACTIONTYPELABEL,
          line.TRANSACTIONDESCRIPTION,
          line.AUTHNUMBER,
          line.MERCHANTID,
          'SGD',
          line.MONEYAMOUNT,
        ]),
      ),
    )
    expect(DATA.map((row) => row.slice(0, -1))).toEqual(expected.flat())
    for (const requestedCard of requestedCards) expect(JSON.stringify(DATA)).not.toContain(requestedCard?.pan)
    expect(await lastAudit('getCombinedStatement')).toEqual({
      user_id: people.rita.id,
      subject_type: 'cards',
      subject_id: '3',
      result_code: '0',
    })
  })

  it('returns the failed transactions of the range with every field', async () => {
    const { rows } = await sql<{ card_id: number; failed_at: Date; amount_cents: number; description: string }>`
      SELECT f.card_id, f.failed_at, f.amount_cents, f.description FROM failed_transaction f JOIN card c ON c.id = f.card_id
      WHERE c.owner_id = 3 ORDER BY f.id LIMIT 1
    `.execute(db())
    const [failed] = rows
    const day = instantToDate(failed?.failed_at.getTime() ?? 0, 'Asia/Singapore')
    const { card: details } = await people.amir.call('cardDetails', { voucherID: String(failed?.card_id) })
    const on = async (date: string) =>
      (
        await people.rita.call('failedTransactionSearch', {
          cardNumber: details.CARDNUMBER,
          startDate: date,
          endDate: date,
        })
      ).failedTransactions
    expect(await on(day)).toEqual([
      {
        FAILEDTRANSACTIONDATE: failed?.failed_at.toISOString(),
        FAILEDTRANSACTIONAMOUNT: (Number(failed?.amount_cents) / 100).toFixed(2),
        FAILEDTRANSACTIONVOUCHERVALUE: expect.stringMatching(/^\d+\.\d\d$/) as string,
        FAILEDTRANSACTIONDESCRIPTION: failed?.description,
        FAILEDTRANSACTIONMETHOD: 'Purchase',
        FAILEDTRANSACTIONMANAGER: 'Card network',
        FAILEDTRANSACTIONERRORCODE: expect.stringMatching(/^\d\d$/) as string,
        CAMPAIGNCURRENCYSYMBOLHTML: 'S$',
      },
    ])
    expect(await on(addDays(day, -1))).toEqual([])
  })

  it('returns the chargebacks of a transaction with every field, or none', async () => {
    const { rows } = await sql<{ id: number; card_id: number }>`
      SELECT t.id, t.card_id FROM ledger_transaction t WHERE t.kind = 'purchase' AND t.owner_id = 3 ORDER BY t.id LIMIT 1
    `.execute(db())
    const [purchase] = rows
    const request = (id = purchase?.id) => people.rita.call('getSettlementChargebacks', { transactionId: String(id) })
    await sql`DELETE FROM chargeback WHERE transaction_id = ${purchase?.id}`.execute(db())
    expect((await request()).chargebacks).toEqual([])
    await sql`
      INSERT INTO chargeback (transaction_id, card_id, number, amount_cents, request_amount_cents, usd_amount_cents, currency,
        reason_code, description, pos_entry_mode, network_reference, claim_id, requested_at, processed_at, rejected_at,
        second_presentment_at)
      VALUES (${purchase?.id}, ${purchase?.card_id}, 'CB1', 1234, 1300, 900, 'USD', '4837', '<b>=1+1</b>', '051', 'N', 'C',
        '2026-01-02T03:04:05Z', '2026-01-03T03:04:05Z', '2026-01-04T03:04:05Z', '2026-01-05T03:04:05Z')
    `.execute(db())
    expect((await request()).chargebacks).toEqual([
      {
        ChargebackAmount: '12.34',
        ChargebackCurrency: 'USD',
        ChargebackRequestAmount: '13.00',
        CardCurrency: 'SGD',
        ChargebackRequestedDate: '2026-01-02T03:04:05.000Z',
        ChargebackProcessedDate: '2026-01-03T03:04:05.000Z',
        ChargebackDescription: '<b>=1+1</b>',
        ChargebackNumber: 'CB1',
        ChargebackRejected: 1,
        ChargebackRejectedDate: '2026-01-04T03:04:05.000Z',
        ChargebackReversed: 0,
        ChargebackReversedDate: null,
        SecondPresentmentStatus: 1,
      },
    ])
    const { transactions } = await statement(purchase?.card_id)
    expect(transactions.find(({ TRANSACTIONID }) => TRANSACTIONID === String(purchase?.id))?.HASCHARGEBACK).toBe(1)
  })

  it('computes the balance of each day from the ledger, ending with today’s', async () => {
    const { history } = await people.rita.call('cardBalanceHistory', { voucherID: String(card?.id), days: 550 })
    const { transactions } = await statement()
    const { card: details } = await people.rita.call('cardDetails', { voucherID: String(card?.id) })
    const today = instantToDate(demo.server.clock.now, 'Asia/Singapore')
    expect(history).toHaveLength(550)
    expect(history.at(-1)).toEqual({ date: today, balance: details.CARDBALANCE })
    expect(history[0]?.date).toBe(addDays(today, -549))
    for (const { date, balance } of history.filter((_, index) => index % 29 === 0)) {
      const before = transactions.filter(
        ({ SHOWDATE }) => instantToDate(Date.parse(SHOWDATE), 'Asia/Singapore') <= date,
      )
      expect(Number(balance)).toBe(sum(before) / 100)
    }
    const week = await people.rita.call('cardBalanceHistory', { voucherID: String(card?.id), days: 7 })
    expect(week.history).toEqual(history.slice(-7))
  })

  it('treats another owner’s cards as if they did not exist, alone or among cards of the viewer’s owner', async () => {
    const halsCards = await sql<{ id: number }>`SELECT id FROM card WHERE owner_id = 1 ORDER BY id LIMIT 1`.execute(
      db(),
    )
    const { card: halsCard } = await people.hal.call('cardDetails', { voucherID: String(halsCards.rows[0]?.id) })
    const noCard = { resultCode: '-20404', resultText: 'There is no such card' }
    expect(await statement(card?.id, ALL_DAYS, people.hal)).toEqual(noCard)
    expect(await statement(999_999_999, ALL_DAYS, people.hal)).toEqual(noCard)
    for (const cardNumber of [card?.pan ?? '', '9000019999999999'])
      expect(await people.hal.call('failedTransactionSearch', { cardNumber, ...ALL_DAYS })).toEqual(noCard)
    for (const voucherID of [String(card?.id), '999999999'])
      expect(await people.hal.call('cardBalanceHistory', { voucherID, days: 5 })).toEqual(noCard)
    for (const number of [card?.pan ?? '', '9000019999999999'])
      expect(await people.hal.call('getCombinedStatement', { cardNumbers: [halsCard.CARDNUMBER, number] })).toEqual(
        noCard,
      )
    const transactionId = (await statement()).transactions[0]?.TRANSACTIONID ?? ''
    const notFound = await people.hal.call('getSettlementChargebacks', { transactionId })
    expect(notFound).toEqual({ resultCode: '-20404', resultText: 'There is no such transaction' })
    expect(await people.hal.call('getSettlementChargebacks', { transactionId: '999999999' })).toEqual(notFound)
  })
})
