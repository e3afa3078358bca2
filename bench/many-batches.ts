// A hundred thousand batches and a million lines of the audit trail by set-wise SQL, spread evenly over 18 months. Triggers rest
// meanwhile: the batches are for reading alone, none of their rows stands in the ledger.
import { sql } from 'kysely'
import { voyager } from '#brand/voyager.ts'
import type { Db } from '#server/operations/context.ts'

export const ROWS_A_BATCH = 10
const MINUTES = 18 * 30 * 24 * 60

/** Batches of load by olive: one of fifty waits, the others were decided by amir, as programmes have them. */
export async function addBatches(db: Db, count: number): Promise<void> {
  await resting(db, async (trx) => {
    await sql`
      WITH who AS (SELECT (SELECT id FROM user_account WHERE username = 'olive') AS maker,
                          (SELECT id FROM user_account WHERE username = 'amir') AS checker),
      numbered AS (
        SELECT n, now() - (${count}::bigint - n) * ${MINUTES / count}::float8 * interval '1 minute' - interval '1 hour' AS at,
               CASE WHEN n % 50 = 0 THEN 'awaiting' WHEN n % 20 = 1 THEN 'rejected' WHEN n % 2 = 0 THEN 'closed' ELSE 'approved' END AS state
        FROM generate_series(1, ${count}::bigint) n
      )
      INSERT INTO batch_file (id, owner_id, currency, kind, identifier_type, reference, original_name, fingerprint, row_count,
        amount_cents, fee_cents, uploaded_by, uploaded_at, approved_by, approved_at, rejected_by, rejected_at, processed_at,
        closed_by, closed_at, loaded_count, loaded_amount_cents)
      SELECT ${FIRST_BATCH} + n, p.owner_id, p.currency, 'load', 2, 'Loads ' || n, 'loads-' || n || '.csv',
             md5(n::text) || md5('b' || n), ${ROWS_A_BATCH}, ${ROWS_A_BATCH * 2_000}, 0, maker, at,
             CASE WHEN state IN ('approved', 'closed') THEN checker END, CASE WHEN state IN ('approved', 'closed') THEN at + interval '10 minutes' END,
             CASE WHEN state = 'rejected' THEN checker END, CASE WHEN state = 'rejected' THEN at + interval '10 minutes' END,
             CASE WHEN state IN ('approved', 'closed') THEN at + interval '11 minutes' END,
             CASE WHEN state = 'closed' THEN checker END, CASE WHEN state = 'closed' THEN at + interval '20 minutes' END,
             CASE WHEN state IN ('approved', 'closed') THEN ${ROWS_A_BATCH} ELSE 0 END,
             CASE WHEN state IN ('approved', 'closed') THEN ${ROWS_A_BATCH * 2_000} ELSE 0 END
      FROM numbered, who, programme p WHERE p.owner_id = ${voyager.ownerId}
    `.execute(trx)
    await sql`
      INSERT INTO batch_row (batch_id, row_no, identifier, card_id, amount_cents, fee_cents, state, result_text, load_date)
      SELECT f.id, r, c.tracking_number, c.id, 2000, 0, CASE WHEN f.processed_at IS NULL THEN 'waiting' ELSE 'loaded' END,
             CASE WHEN f.processed_at IS NULL THEN '' ELSE 'Loaded' END, f.processed_at
      FROM batch_file f CROSS JOIN generate_series(1, ${ROWS_A_BATCH}) r
      JOIN card c ON c.id = 1 + (f.id * 7919 + r * 104729) % (SELECT count(*) FROM card)
      WHERE f.id > ${FIRST_BATCH}
    `.execute(trx)
    await sql`ANALYZE batch_file, batch_row`.execute(trx)
  })
}

/** Lines about readings and changes of olive, amir and rita. */
export async function addAudit(db: Db, count: number): Promise<void> {
  await resting(db, async (trx) => {
    await sql`
      INSERT INTO audit_event (at, user_id, owner_id, method, subject_type, subject_id, result_code, correlation_id)
      SELECT now() - (${count}::bigint - n) * ${MINUTES / count}::float8 * interval '1 minute', u.ids[1 + n % 3], ${voyager.ownerId},
             m.names[1 + n % array_length(m.names, 1)], 'card', (1 + n % 20000)::text, '0', 'bench-' || n
      FROM generate_series(1, ${count}::bigint) n,
           (SELECT array_agg(id) AS ids FROM user_account WHERE username IN ('olive', 'amir', 'rita')) u,
           (SELECT ARRAY['cardSearch', 'cardDetails', 'cardStatement', 'batchLoadUpload', 'approveBatchLoad'] AS names) m
    `.execute(trx)
    await sql`ANALYZE audit_event`.execute(trx)
  })
}

const resting = (db: Db, work: (trx: Db) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await sql`SET LOCAL statement_timeout = 0`.execute(trx)
    await work(trx)
  })

/** Beyond every batch of the demo programme. */
const FIRST_BATCH = 1_000_000
