// The demo programme is always the same and has every type of card. cards/at-rest.test.ts shows that it stores no
// readable card number.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasValidCheckDigit } from '#domain/cards/identifiers.ts'
import type { Database } from '#server/db/connect.ts'
import { demoCard } from '#server/demo/cards.ts'
import { demoUsers } from '#server/demo/users.ts'
import { demoCardsInState } from '#server/demo/sample-batch.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { textToSecrets } from '#server/keys/secrets.ts'
import { freshDatabase } from '#tests/support/database.ts'

const cards = 300
const now = () => Date.parse('2026-03-04T05:06:07Z')

describe('the demo programme', () => {
  const databases: Database[] = []
  const seeded = async (keys: string) => {
    const database = await freshDatabase('empty')
    databases.push(database)
    await seedDemo(database.db, { secrets: textToSecrets(keys), cards, now })
    return database.db
  }
  let db: Database['db']
  beforeAll(async () => {
    db = await seeded('one')
  })
  afterAll(() => Promise.all(databases.map((database) => database.close())))

  it('has a consistent ledger, its users, and cards of every type', async () => {
    expect(await checkLedger(db)).toEqual([])
    const users = await sql<{ username: string }>`SELECT username FROM user_account ORDER BY id`.execute(db)
    expect(users.rows.map((row) => row.username)).toEqual(demoUsers.map((user) => user.username))
    const kinds = await sql<Record<string, boolean>>`
      SELECT bool_or(activated_at IS NULL) AS inactive, bool_or(stopped_at IS NOT NULL) AS stopped,
             bool_or(retired_at IS NOT NULL) AS retired, bool_or(expires_on < '2026-03-04') AS expired,
             bool_or(NOT kyc_passed AND activated_at IS NOT NULL) AS unidentified,
             bool_or(a.balance_cents = 0 AND activated_at IS NOT NULL) AS empty, bool_or(a.held_cents > 0) AS held
      FROM card c JOIN account a ON a.card_id = c.id WHERE c.owner_id = 3`.execute(db)
    expect(Object.entries(kinds.rows[0] ?? {}).filter(([, has]) => !has)).toEqual([])
    expect((await sql`SELECT DISTINCT campaign_id FROM card`.execute(db)).rows).toHaveLength(5)
  })

  it('has no postings on a card after its last valid day', async () => {
    const { rows } = await sql<{ kind: string; count: number }>`
      SELECT t.kind, count(*)::int AS count FROM ledger_transaction t JOIN card c ON c.id = t.card_id
      WHERE (t.posted_at AT TIME ZONE 'Asia/Singapore')::date > c.expires_on GROUP BY t.kind`.execute(db)
    expect(rows).toEqual([])
  })

  it('has every use of a card in the last month from the feed, which could apply all of it', async () => {
    const { rows } = await sql<{ kind: string; from_feed: boolean; count: number }>`
      SELECT t.kind, e.id IS NOT NULL AS from_feed, count(*)::int AS count FROM ledger_transaction t
      LEFT JOIN feed_event e ON t.id IN (e.transaction_id, e.fee_transaction_id)
      WHERE t.kind IN ('purchase', 'reversal', 'fee') AND t.card_id IS NOT NULL AND t.posted_at >= '2026-02-04'
      GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
    expect(rows.filter(({ from_feed }) => !from_feed)).toEqual([])
    expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['fee', 'purchase']))
    const holds = await sql`SELECT FROM card_authorisation WHERE released_at IS NULL AND feed_event_id IS NULL`.execute(
      db,
    )
    expect(holds.rows).toEqual([])
    expect((await sql`SELECT FROM feed_event WHERE state <> 'done'`.execute(db)).rows).toEqual([])
    expect((await sql`SELECT FROM feed_exception`.execute(db)).rows).toEqual([])
  })

  it('is the same for the same day with any keys', async () => {
    const secondDb = await seeded('two')
    for (const query of [
      'SELECT id, tracking_number, pan_masked, name, customer_reference, expires_on FROM card ORDER BY id',
      'SELECT id, kind, posted_at, card_id, description FROM ledger_transaction ORDER BY id',
      'SELECT account_id, account_version, balance_after FROM ledger_entry ORDER BY 1, 2',
      'SELECT event_id, at, received_at, card_id, content FROM feed_event ORDER BY id',
      'SELECT id, reference, row_count, loaded_count, amount_cents FROM batch_file ORDER BY id',
    ]) {
      const [first, second] = [await sql.raw(query).execute(db), await sql.raw(query).execute(secondDb)]
      expect(second.rows).toEqual(first.rows)
    }
  })

  it('has failed payments that match the card: a correct balance and a possible reason', async () => {
    const { rows } = await sql<{
      code: string
      amount: number
      recorded_balance: number
      actual_balance: number
      expired: boolean
      blocked: boolean
      pin: boolean
    }>`
      SELECT f.error_code AS code, f.amount_cents AS amount, f.card_balance_cents AS recorded_balance, c.expires_on < f.failed_at::date AS expired,
             (c.stopped_at IS NOT NULL OR c.retired_at IS NOT NULL) AS blocked, p.requires_pin AS pin,
             coalesce((SELECT sum(e.amount_cents) FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
                       WHERE e.account_id = a.id AND t.posted_at <= f.failed_at), 0)::int AS actual_balance
      FROM failed_transaction f JOIN card c ON c.id = f.card_id JOIN account a ON a.card_id = c.id
      JOIN campaign p ON p.id = c.campaign_id
      -- Simulated payments have what the processor knew, which is the balance without holds.
      WHERE NOT EXISTS (SELECT FROM feed_event e WHERE e.card_id = f.card_id AND e.at = f.failed_at AND e.event_id LIKE 'sim-%')`.execute(
      db,
    )
    expect(rows.length).toBeGreaterThan(5)
    const reasons: Readonly<Record<string, (row: (typeof rows)[number]) => boolean>> = {
      '51': ({ amount, actual_balance }) => amount > actual_balance,
      '54': ({ expired }) => expired,
      '55': ({ pin }) => pin,
      '62': ({ blocked }) => blocked,
    }
    for (const row of rows) {
      expect(row.recorded_balance, JSON.stringify(row)).toBe(row.actual_balance)
      expect(reasons[row.code]?.(row), JSON.stringify(row)).toBe(true)
    }
  })

  it('is seeded once if two servers start at the same time', async () => {
    const database = await freshDatabase('empty')
    databases.push(database)
    const seed = () => seedDemo(database.db, { secrets: textToSecrets('one'), cards, now })
    expect((await Promise.all([seed(), seed()])).sort()).toEqual([false, true])
    expect((await sql`SELECT id FROM card`.execute(database.db)).rows).toHaveLength(cards)
    expect(await checkLedger(database.db)).toEqual([])
  })

  it('has unique card numbers from a range that is not issued', () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => demoCard(index))
    expect(new Set(numbers.map((card) => card.pan)).size).toBe(20_000)
    expect(new Set(numbers.map((card) => card.trackingNumber)).size).toBe(20_000)
    expect(numbers.every((card) => /^900001[0-9]{10}$/.test(card.pan) && hasValidCheckDigit(card.pan))).toBe(true)
    expect(numbers.every((card) => /^[0-9]{15}$/.test(card.trackingNumber))).toBe(true)
  })

  // bench/importing.ts seeds 7,500 cards for a file of 5,000 rows (`portalSeed`).
  it('has 5,000 active cards among its first 7,500', () => {
    expect(demoCardsInState('active', 5_000).at(-1)?.index).toBeLessThan(7_500)
  })
})
