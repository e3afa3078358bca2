// Posting: verdicts at posting time, running balances, funds, and each row once. The ledger is checked after every test.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { storedBatchTypeNames } from '#domain/batch/types.ts'
import { cents, centsToDecimal } from '#domain/money.ts'
import { rowAmounts, SLOW_RUN_MS } from '#domain/sandbox/row-outcomes.ts'
import { demoCardsInState, type SampleRow, sampleRows } from '#server/demo/sample-batch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import { approve, balanceOf, resultsOf, uploadLoads } from '#tests/support/demo-server.ts'
import { setFunds } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('posting', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { db, people } = demo

  const process = (id: string) =>
    processBatch({ db: db(), timeZone: demo.server.server.client.timeZone, now: demo.server.server.now }, Number(id))
  const readFundingAccount = async () =>
    (
      await sql<{ id: number; balance_cents: number }>`
        SELECT id, balance_cents FROM account WHERE owner_id = 3 AND kind = 'funding'`.execute(db())
    ).rows[0] ?? { id: 0, balance_cents: 0 }
  const approvedBatch = async (rows: readonly SampleRow[]) => {
    const id = await uploadLoads(people.olive, rows, { duplicateReason: 'Tested again' })
    expect(await approve(demo.server, people.amir, id)).toMatchObject({
      resultCode: '0',
      resultText: 'Batch load scheduled for processing',
    })
    return id
  }
  const activeCards = (campaign: number, from: number, count: number) =>
    demoCardsInState('active', from + count, [campaign]).slice(from)

  it('moves amount and fee from the funding account, and the fee to fee income', async () => {
    const [card] = activeCards(1, 0, 1)
    const [before, funds] = [await balanceOf(demo.server, card?.id ?? 0), await readFundingAccount()]
    const id = await approvedBatch([{ identifier: card?.pan ?? '', amount: '12.34' }])
    expect(await process(id)).toEqual({ loadedCount: 1, loadedCents: 1234, loadedFeeCents: 50, failedCount: 0 })
    expect(await balanceOf(demo.server, card?.id ?? 0)).toBe((before ?? 0) + 1234)
    expect((await readFundingAccount()).balance_cents).toBe(funds.balance_cents - 1284)
    expect(await resultsOf(demo.server, id)).toEqual([{ state: 'loaded', result_text: 'Loaded' }])
  })

  it('posts a batch once, however often processing is requested', async () => {
    const [card] = activeCards(1, 1, 1)
    const id = await approvedBatch([{ identifier: card?.pan ?? '', amount: '10.00' }])
    await process(id)
    const after = await balanceOf(demo.server, card?.id ?? 0)
    expect(await process(id)).toBeUndefined()
    expect(await balanceOf(demo.server, card?.id ?? 0)).toBe(after)
    const secondPosting = sql`
      WITH t AS (
        INSERT INTO ledger_transaction (owner_id, kind, posted_at, batch_id, first_row, last_row)
        VALUES (3, 'load', now(), ${id}, 1, 1) RETURNING id
      )
      INSERT INTO posted_row (batch_id, row_no, transaction_id) SELECT ${id}, 1, id FROM t`.execute(db())
    await expect(secondPosting).rejects.toThrow('ledger_row_posted_once')
  })

  it('lets rows with certain amounts fail or wait in a sandbox, and nowhere else', async () => {
    const amounts = Object.values(rowAmounts).map((amountCents) => centsToDecimal(cents(amountCents)))
    const rows = activeCards(1, 20, amounts.length).map(({ pan }, index) => ({
      identifier: pan,
      amount: amounts[index] ?? '',
    }))
    const pauses: number[] = []
    const services = { db: db(), timeZone: demo.server.server.client.timeZone, now: demo.server.server.now }
    const processIn = (id: string, isSandbox: boolean) =>
      processBatch({ ...services, isSandbox, pause: async (ms) => void pauses.push(ms) }, Number(id))

    const elsewhere = await approvedBatch(rows)
    expect(await processIn(elsewhere, false)).toMatchObject({ loadedCount: 4, failedCount: 0 })
    expect(pauses).toEqual([])

    const id = await approvedBatch(rows)
    expect(await processIn(id, true)).toMatchObject({ loadedCount: 1, failedCount: 3 })
    expect(pauses).toEqual([SLOW_RUN_MS])
    expect((await resultsOf(demo.server, id)).map(({ result_text }) => result_text)).toEqual([
      'The simulated card processor declined this row (code 57)',
      'The simulated card processor declined this row (code 62)',
      'The simulated card processor did not answer. A retry posts this row',
      'Loaded',
    ])
    expect(await people.amir.call('retryBatchLoad', { batchLoadFileID: id })).toMatchObject({ resultCode: '0' })
    expect(await processIn(id, true)).toMatchObject({ loadedCount: 1, failedCount: 2 })
    expect(pauses).toHaveLength(1)
  })

  it('checks each card at posting time, and explains each failure', async () => {
    const cards = activeCards(2, 0, 6)
    const id = await approvedBatch(cards.map((card) => ({ identifier: card.pan, amount: '20.00' })))
    const [stopped, retired, expired, inactive, unidentified, usable] = cards.map((card) => card.id)
    await sql`UPDATE card SET stopped_at = now(), stop_reason_id = 1 WHERE id = ${stopped}`.execute(db())
    await sql`UPDATE card SET retired_at = now() WHERE id = ${retired}`.execute(db())
    await sql`UPDATE card SET expires_on = '2020-01-01' WHERE id = ${expired}`.execute(db())
    await sql`UPDATE card SET activated_at = NULL WHERE id = ${inactive}`.execute(db())
    await sql`UPDATE card SET kyc_passed = false WHERE id = ${unidentified}`.execute(db())
    const before = await balanceOf(demo.server, usable ?? 0)
    expect(await process(id)).toMatchObject({ loadedCount: 1, failedCount: 5 })
    expect((await resultsOf(demo.server, id)).map((row) => row.result_text)).toEqual([
      'Not loaded: the card is stopped.',
      'Not loaded: the card is retired.',
      'Not loaded: the card has expired.',
      'Not loaded: the card is not activated.',
      'Not loaded: the cardholder has not passed identification (KYC).',
      'Loaded',
    ])
    expect(await balanceOf(demo.server, usable ?? 0)).toBe((before ?? 0) + 2000)
  })

  it('computes a running balance for a card that appears several times in the file', async () => {
    const [card] = activeCards(1, 2, 1)
    const before = (await balanceOf(demo.server, card?.id ?? 0)) ?? 0
    const id = await approvedBatch(
      ['10.00', '20.50', '5.00'].map((amount) => ({ identifier: card?.pan ?? '', amount })),
    )
    expect(await process(id)).toMatchObject({ loadedCount: 3, loadedCents: 3_550 })
    expect(await balanceOf(demo.server, card?.id ?? 0)).toBe(before + 3_550)
    const entries = await sql<{ balance_after: number }>`
      SELECT e.balance_after FROM ledger_entry e JOIN account a ON a.id = e.account_id
      WHERE a.card_id = ${card?.id} ORDER BY e.account_version DESC LIMIT 3`.execute(db())
    expect(entries.rows.map((row) => row.balance_after - before)).toEqual([3_550, 3_050, 1_000])
  })

  it('applies load limits that were lowered after the upload', async () => {
    const [card] = activeCards(1, 3, 1)
    const before = (await balanceOf(demo.server, card?.id ?? 0)) ?? 0
    const id = await approvedBatch(['10.00', '10.00'].map((amount) => ({ identifier: card?.pan ?? '', amount })))
    await sql`UPDATE campaign SET voucher_max_cents = ${before + 1_500} WHERE id = 1`.execute(db())
    const outcome = await process(id)
    await sql`UPDATE campaign SET voucher_max_cents = 1000000 WHERE id = 1`.execute(db())
    expect(outcome).toMatchObject({ loadedCount: 1, failedCount: 1 })
    expect((await resultsOf(demo.server, id))[1]?.result_text).toContain('outside the load limits')
  })

  it('rejects an upload with a row that exceeds a limit only because of earlier rows', async () => {
    const [card] = activeCards(4, 1, 1)
    const room = 100_000 - ((await balanceOf(demo.server, card?.id ?? 0)) ?? 0)
    const rowAmount = (Math.min(50_000, Math.floor(room / 2) + 500) / 100).toFixed(2)
    const rows = Array.from({ length: 3 }, () => ({ identifier: card?.pan ?? '', amount: rowAmount }))
    await expect(uploadLoads(people.olive, rows)).rejects.toThrow('A load must be 5.00 to 500.00')
  })

  it('fails only the rows that the funds do not cover, in row order', async () => {
    const cards = activeCards(1, 4, 4)
    const id = await approvedBatch(
      ['100.00', '400.00', '50.00', '49.00'].map((amount, index) => ({ identifier: cards[index]?.pan ?? '', amount })),
    )
    const funds = 20_000
    await setFunds(db(), funds)
    expect(await process(id)).toMatchObject({ loadedCount: 2, failedCount: 2, loadedCents: 15_000 })
    expect((await resultsOf(demo.server, id)).map((row) => row.state)).toEqual(['loaded', 'failed', 'loaded', 'failed'])
    expect((await resultsOf(demo.server, id))[1]?.result_text).toBe(
      'Not loaded: the funding account does not have enough for this row; top it up and load the row again.',
    )
    expect((await readFundingAccount()).balance_cents).toBe(funds - 15_000 - 100)
    await setFunds(db(), 100_000_000)
  })

  it('posts concurrent batches on one funding account without a deadlock', async () => {
    const rows = sampleRows(180).slice(120)
    const ids = [
      await approvedBatch(rows),
      await approvedBatch(rows.slice().reverse()),
      await approvedBatch(rows.slice(10, 50)),
    ]
    const outcomes = await Promise.all(ids.map((id) => process(id)))
    expect(outcomes.map((outcome) => outcome?.failedCount)).toEqual([0, 0, 0])
  })

  it('the database accepts every batch type', async () => {
    const { rows } = await sql<{ rule: string }>`
      SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint
      WHERE conname IN ('batch_file_kind_check', 'ledger_transaction_kind_check') ORDER BY conname`.execute(db())
    expect(rows).toHaveLength(2)
    for (const { rule } of rows) for (const type of storedBatchTypeNames) expect(rule).toContain(`'${type}'`)
  })

  it('the database rejects changes of ledger and accounts by plain SQL', async () => {
    const expectSqlError = (statement: string) => expect(sql.raw(statement).execute(db())).rejects.toThrow()
    const funds = await readFundingAccount()
    await expectSqlError(`UPDATE account SET balance_cents = balance_cents + 100 WHERE id = ${funds.id}`)
    await expectSqlError(`UPDATE account SET balance_cents = -1, version = version + 1 WHERE id = ${funds.id}`)
    await expectSqlError('UPDATE ledger_entry SET amount_cents = amount_cents + 1')
    await expectSqlError('DELETE FROM ledger_entry')
    await expectSqlError('TRUNCATE ledger_entry')
    await expectSqlError('DELETE FROM ledger_transaction')
    await expectSqlError(`INSERT INTO account (owner_id, currency, kind, balance_cents) VALUES (3, 'SGD', 'fee', 5)`)
    await expectSqlError(`
      WITH t AS (INSERT INTO ledger_transaction (owner_id, kind, posted_at) VALUES (3, 'funding', now()) RETURNING id)
      INSERT INTO ledger_entry SELECT t.id, a.id, 100, a.balance_cents, a.balance_cents + 100, a.version + 1
      FROM t, account a WHERE a.id = ${funds.id}`)
  })
})
