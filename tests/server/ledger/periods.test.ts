// Closed months of the ledger: two users close one, its balances are signed, and nothing is posted into it any more
// (docs/rules/periods.md).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { monthBefore } from '#domain/funding/periods.ts'
import { addDays, instantToDate, localToInstant } from '#domain/dates.ts'
import { type CalendarDate, dateToShortText } from '#domain/calendar.ts'
import { voyager } from '#brand/voyager.ts'
import { toFeedTarget } from '#server/feed/feed-target.ts'
import { ingest } from '#server/feed/ingest.ts'
import { demoCard } from '#server/demo/cards.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { findLastClosedTransactionId, findPeriodFaults, type VerifiedBalances } from '#server/ledger/periods.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const DAY_MS = 86_400_000

describe('a closed month', () => {
  const demo = withDemoServer({ provesLedger: true })
  const { db, people } = demo
  const now = () => demo.server.clock.now
  const today = () => instantToDate(now(), voyager.timeZone)
  const firstOfMonth = () => `${today().slice(0, 7)}-01` as CalendarDate
  /** Two months ago, so that the month before can be closed too, on whatever day this runs. */
  const earlierMonth = () => monthBefore(`${monthBefore(firstOfMonth())}-01` as CalendarDate)
  const propose = (by: keyof typeof people, month: string) => people[by].call('proposePeriodClose', { month })
  const confirm = (by: keyof typeof people, periodId: string) => people[by].call('confirmPeriodClose', { periodId })
  const faults = (balances: VerifiedBalances = 'each') =>
    findPeriodFaults(db(), demo.server.server.secrets, { balances })
  const card = () => demoCard(demoCardsInState('active', 1)[0]?.id ?? 0)
  /** Posts a purchase of ten that happened at that time, and returns the time of its posting. */
  const purchase = async (at: number) => {
    const eventId = randomUUID()
    const event = { kind: 'clearing', eventId, amount: 1_000, currency: 'SGD', merchant: 'Kopi Corner' } as const
    const place = { trackingNumber: card().trackingNumber, merchantId: '', at: new Date(at).toISOString() }
    await db()
      .transaction()
      .execute(async (trx) => {
        await ingest(trx, await toFeedTarget(trx, 3, 'test', new Date(now())), [{ ...event, ...place }])
      })
    const { rows } = await sql<{ at: Date }>`
      SELECT t.posted_at AS at FROM feed_event e JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE e.event_id = ${eventId}`.execute(db())
    return rows[0]?.at.getTime()
  }
  const attempt = (statement: string) =>
    sql
      .raw(statement)
      .execute(db())
      .then(
        () => 'accepted',
        (error: unknown) => (error as Error).message,
      )

  it('is closed by two users, and in order', async () => {
    const month = earlierMonth()
    expect(await propose('olive', today().slice(0, 7))).toMatchObject({ resultCode: '-20400' })
    const { periodId } = await propose('olive', month)
    expect(await propose('olive', month)).toMatchObject({ resultCode: '-20409' })
    expect(await confirm('olive', periodId)).toMatchObject({ resultCode: '-20403' })
    const own = await propose('ada', month)
    expect(own.resultCode).toBe('-20409')
    expect(await people.amir.call('withdrawPeriodClose', { periodId })).toMatchObject({ resultCode: '0' })
    const { periodId: second } = await propose('ada', month)
    expect(await confirm('ada', second)).toMatchObject({
      resultCode: '-20409',
      resultText: 'You proposed it, so another user must confirm it.',
    })
    const closed = await confirm('amir', second)
    expect(closed.resultCode).toBe('0')
    expect(closed.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(closed.accounts).toBeGreaterThan(4)
    expect(await propose('olive', month)).toMatchObject({ resultCode: '-20400' })
    const { periods } = await people.rita.call('ledgerPeriods', {})
    expect(periods[0]).toMatchObject({ month, hash: closed.hash, isOwn: false, confirmedBy: 'Amir Rahman' })
    expect(await faults()).toEqual([])
  })

  it('takes no posting, and what arrives late is posted into the open period', async () => {
    const end = localToInstant(`${monthBefore(firstOfMonth())}-01` as CalendarDate, '00:00', voyager.timeZone) ?? 0
    expect(
      await attempt(
        `INSERT INTO ledger_transaction (owner_id, kind, posted_at) VALUES (3, 'load', to_timestamp(${end / 1000 - 1}))`,
      ),
    ).toBe('the period of this posting is closed')
    // Closed from yesterday on, so that the delay of thirty days is not what decides.
    const ended = addDays(today(), -1)
    await sql`
      INSERT INTO ledger_period (owner_id, last_day, ends_at, proposed_by, proposed_at, confirmed_by, confirmed_at, accounts,
        balances_hash, generation, mac)
      SELECT 3, ${ended}, ${new Date(now() - DAY_MS)}, min(id), ${new Date(now())}, max(id), ${new Date(now())}, 0,
        ${Buffer.alloc(32)}, 1, '' FROM user_account WHERE owner_id = 3`.execute(db())
    const late = now() - 2 * DAY_MS
    expect(await purchase(late)).toBe(now())
    // The posting keeps the day on which it happened, and its statement shows it.
    const { rows } = await sql`SELECT FROM ledger_transaction WHERE happened_at = ${new Date(late)}`.execute(db())
    expect(rows).toHaveLength(1)
    const range = { startDate: today(), endDate: today() }
    const { transactions } = await people.ada.call('cardStatement', { cardID: String(card().id), ...range })
    expect(transactions[0]?.TRANSACTIONDESCRIPTION).toBe(
      `Kopi Corner (on ${dateToShortText(instantToDate(late, voyager.timeZone))})`,
    )
    expect(await purchase(now() - DAY_MS / 2)).toBe(now() - DAY_MS / 2)
    // No one who has the key signed this period.
    expect((await faults()).map(({ rule }) => rule)).toEqual([
      'the signature of a closed period is genuine',
      'a closed period has the balances that were signed',
    ])
  })

  it('never changes, whatever is tried in SQL', async () => {
    expect(await attempt('DELETE FROM ledger_period')).toContain('DELETE is not allowed')
    expect(await attempt('UPDATE ledger_period SET ends_at = ends_at WHERE confirmed_at IS NOT NULL')).toBe(
      'a period cannot change after it was proposed, and its closing is final',
    )
  })
})

describe('the signatures of closed months', () => {
  const demo = withDemoServer()
  const { db, people } = demo
  const secrets = () => demo.server.server.secrets
  const faultsOf = async (balances: VerifiedBalances) =>
    (await findPeriodFaults(db(), secrets(), { balances })).map(({ rule, count }) => `${rule}: ${count}`)
  /** Changes the tables as their owner could, and undoes it. */
  const tamper = async (statement: string, balances: VerifiedBalances) => {
    const faults: string[] = []
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx)
        await sql.raw(statement).execute(trx)
        for (const { rule, count } of await findPeriodFaults(trx, secrets(), { balances }))
          faults.push(`${rule}: ${count}`)
        throw new Error('undo')
      })
      .catch((error: unknown) => {
        if ((error as Error).message !== 'undo') throw error
      })
    return faults
  }

  it('find every change of a signed entry or of a signature, from the newest month alone', async () => {
    const first = await sql<{ day: CalendarDate }>`
      SELECT to_char(min(posted_at) + interval '40 days', 'YYYY-MM-DD') AS day FROM ledger_transaction
      WHERE owner_id = 3`.execute(db())
    let month = (first.rows[0]?.day ?? '2025-01-01').slice(0, 7)
    for (let count = 0; count < 3; count += 1) {
      const { periodId } = await people.olive.call('proposePeriodClose', { month })
      expect(await people.amir.call('confirmPeriodClose', { periodId })).toMatchObject({ resultCode: '0' })
      month = addDays(`${month}-28` as CalendarDate, 7).slice(0, 7)
    }
    for (const balances of ['each', 'newest', 'sinceNewest'] as const) expect(await faultsOf(balances)).toEqual([])
    const { rows: entries } = await sql<{ transaction_id: number; account_id: number }>`
      SELECT e.transaction_id, e.account_id FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE t.owner_id = 3 AND t.posted_at < (SELECT min(ends_at) FROM ledger_period)
      ORDER BY md5(e.transaction_id::text) LIMIT 40`.execute(db())
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...entries), fc.integer({ min: 1, max: 1_000_000 }), async (entry, cents) => {
        const statement = `UPDATE ledger_entry SET amount_cents = amount_cents + ${cents}, balance_after = balance_after + ${cents}
          WHERE transaction_id = ${entry.transaction_id} AND account_id = ${entry.account_id} AND amount_cents + ${cents} <> 0`
        expect(await tamper(statement, 'newest')).toEqual(['a closed period has the balances that were signed: 1'])
        expect(await tamper(statement, 'each')).toEqual(['a closed period has the balances that were signed: 3'])
      }),
      { numRuns: 8 },
    )
    // Without reading old entries, a changed balance is found, whether it is that of an account or of an open entry.
    const changed = ['a closed period has the balances that were signed: 1']
    const { rows: open } = await sql<{ id: number }>`
      SELECT id FROM ledger_transaction WHERE owner_id = 3
        AND posted_at >= (SELECT max(ends_at) FROM ledger_period WHERE confirmed_at IS NOT NULL)`.execute(db())
    expect(
      await tamper(
        `UPDATE account SET balance_cents = balance_cents + 1 WHERE id = ${entries[0]?.account_id}`,
        'sinceNewest',
      ),
    ).toEqual(changed)
    expect(
      await tamper(
        `UPDATE ledger_entry SET amount_cents = amount_cents * 2, balance_after = balance_after + amount_cents WHERE transaction_id = ${open[0]?.id}`,
        'sinceNewest',
      ),
    ).toEqual(changed)
    // Everything before the first open transaction is closed.
    expect(await findLastClosedTransactionId(db(), 1_000_000)).toBe(0)
    const signatures = 'the signature of a closed period is genuine'
    const oldest = '(SELECT min(id) FROM ledger_period WHERE confirmed_at IS NOT NULL)'
    // The next one includes the signature before it.
    expect(await tamper(`DELETE FROM ledger_period WHERE id = ${oldest}`, 'newest')).toEqual([`${signatures}: 1`])
    expect(
      await tamper(`UPDATE ledger_period SET confirmed_by = confirmed_by + 1 WHERE id = ${oldest}`, 'newest'),
    ).toEqual([`${signatures}: 1`])
    expect(await tamper(`UPDATE ledger_period SET mac = '' WHERE id = ${oldest}`, 'newest')).toEqual([
      `${signatures}: 2`,
    ])
  })
})
