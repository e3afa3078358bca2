// Three ways to post the same batch: in the same way as the server (`postBatch`), with only the writes that are always
// necessary (`barePosting`), and with one transaction per row.
import { sql } from 'kysely'
import { cents, sumCents, decimalToCents } from '#domain/money.ts'
import { insertBatch } from '#server/db/insert-batch.ts'
import type { Db } from '#server/operations/context.ts'
import { demoCardsInState, type SampleRow } from '#server/demo/sample-batch.ts'
import { processBatch } from '#server/ledger/process-batch.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { time } from './figure.ts'

let batchCount = 0

/** Creates an approved batch to post. Its amounts are 0.01, so that no card ever reaches its limit. */
export async function createBatch(db: Db, secrets: Secrets, rows: readonly SampleRow[]): Promise<number> {
  const cards = demoCardsInState('active', rows.length)
  batchCount += 1
  const loads = rows.map((row, index) => ({
    identifier: cards[index]?.trackingNumber ?? row.identifier,
    cardId: cards[index]?.id ?? null,
    amountCents: decimalToCents('0.01') ?? cents(1),
    feeCents: cents(1),
  }))
  const maker = await userId(db, 'olive')
  const checker = await userId(db, 'amir')
  const { id } = await insertBatch(db, secrets, {
    ownerId: 3,
    kind: 'load',
    identifierType: 2,
    reference: `Bench ${batchCount}`,
    originalName: 'bench.csv',
    fingerprint: batchCount.toString(16).padStart(64, '0'),
    duplicateReason: null,
    options: [],
    validation: [],
    amountCents: sumCents(loads.map((load) => load.amountCents)),
    feeCents: sumCents(loads.map((load) => load.feeCents)),
    uploadedBy: maker,
    uploaderCampaignIds: undefined,
    uploadedAt: new Date(),
    rows: loads,
  })
  await sql`UPDATE batch_file SET approved_by = ${checker}, approved_at = now() WHERE id = ${id}`.execute(db)
  return id
}

/** Posts a batch as the job does, and returns the duration in ms. */
export const postBatch = (db: Db, id: number): Promise<number> =>
  time(() => processBatch({ db, timeZone: 'Asia/Singapore', now: Date.now }, id))

/**
 * Writes the same rows without any checks, and returns the duration in ms: one insert into each table from prepared rows,
 * and one update each of the accounts and the batch rows. The constraints and triggers of the tables stay active.
 */
export async function barePosting(db: Db, id: number): Promise<number> {
  await sql`DROP TABLE IF EXISTS bench_lines`.execute(db)
  await sql`
    CREATE TABLE bench_lines AS
    WITH funding AS MATERIALIZED (SELECT * FROM account WHERE owner_id = 3 AND kind = 'funding'),
         fee AS MATERIALIZED (SELECT * FROM account WHERE owner_id = 3 AND kind = 'fee'),
         posting AS MATERIALIZED (SELECT nextval('ledger_transaction_id_seq') AS id)
    SELECT posting.id, r.row_no, a.id AS account_id, a.balance_cents AS balance, a.version, 1 AS amount
    FROM batch_row r JOIN account a ON a.card_id = r.card_id CROSS JOIN posting WHERE r.batch_id = ${id}
    UNION ALL
    SELECT posting.id, NULL, o.id, o.balance_cents, o.version, CASE o.kind WHEN 'fee' THEN f.row_count ELSE -2 * f.row_count END
    FROM (SELECT * FROM funding UNION ALL SELECT * FROM fee) o CROSS JOIN posting JOIN batch_file f ON f.id = ${id}
  `.execute(db)
  const ms = await time(() =>
    db.transaction().execute(async (trx) => {
      await sql`
        INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, batch_id, first_row, last_row, description)
        SELECT id, 3, 'load', now(), ${id}, min(row_no), max(row_no), 'Bench' FROM bench_lines GROUP BY id
      `.execute(trx)
      await sql`
        UPDATE batch_row SET state = 'loaded', result_text = 'Loaded', load_date = now() WHERE batch_id = ${id}
      `.execute(trx)
      // Accounts, entries and posted rows in one statement, because the tables' triggers compare them at its end.
      await sql`
        WITH posted AS (
          INSERT INTO posted_row (batch_id, row_no, transaction_id)
          SELECT ${id}, row_no, id FROM bench_lines WHERE row_no IS NOT NULL
        ),
        entered AS (
          INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
          SELECT id, account_id, amount, balance, balance + amount, version + 1 FROM bench_lines
        )
        UPDATE account a SET balance_cents = a.balance_cents + l.amount, version = a.version + 1
        FROM bench_lines l WHERE a.id = l.account_id
      `.execute(trx)
    }),
  )
  await sql`UPDATE batch_file SET processed_at = now() WHERE id = ${id}`.execute(db)
  return ms
}

/** Posts each row in a separate transaction, and returns the duration in ms. */
export async function transactionPerRow(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ row_no: number; card_id: number }>`
    SELECT row_no, card_id FROM batch_row WHERE batch_id = ${id} ORDER BY row_no`.execute(db)
  return time(async () => {
    for (const { row_no, card_id } of rows) {
      await db.transaction().execute(async (trx) => {
        await sql`SELECT id FROM account WHERE owner_id = 3 AND kind IN ('funding', 'fee') ORDER BY id FOR UPDATE`.execute(
          trx,
        )
        await sql`
          SELECT c.*, a.balance_cents FROM card c JOIN account a ON a.card_id = c.id WHERE c.id = ${card_id} FOR UPDATE OF a
        `.execute(trx)
        await sql`
          UPDATE batch_row SET state = 'loaded', result_text = 'Loaded', load_date = now()
          WHERE batch_id = ${id} AND row_no = ${row_no}
        `.execute(trx)
        await sql`
          WITH posted AS (
            INSERT INTO ledger_transaction (owner_id, kind, posted_at, batch_id, first_row, last_row)
            VALUES (3, 'load', now(), ${id}, ${row_no}, ${row_no}) RETURNING id
          ),
          recorded AS (
            INSERT INTO posted_row (batch_id, row_no, transaction_id) SELECT ${id}, ${row_no}, id FROM posted
          ),
          lines AS (
            SELECT p.id, a.id AS account_id, a.balance_cents AS balance, a.version,
                   CASE a.kind WHEN 'funding' THEN -2 ELSE 1 END AS amount
            FROM posted p, account a
            WHERE a.card_id = ${card_id} OR (a.owner_id = 3 AND a.kind IN ('funding', 'fee') AND a.card_id IS NULL)
          ),
          entered AS (
            INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
            SELECT id, account_id, amount, balance, balance + amount, version + 1 FROM lines
          )
          UPDATE account a SET balance_cents = a.balance_cents + l.amount, version = a.version + 1
          FROM lines l WHERE a.id = l.account_id
        `.execute(trx)
      })
    }
  })
}

async function userId(db: Db, username: string): Promise<number> {
  const user = await db
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return user.id
}
