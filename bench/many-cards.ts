// Creates a million cards in minutes: copies each card of the demo programme with its history, under new ids and numbers.
// The entries of the copies do not balance, so the ledger's triggers are disabled and the copies are only for reading.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

/** Copies every card until there are `cardCount` cards, which must be a multiple of the existing number. */
export async function multiplyCards(db: Db, cardCount: number): Promise<void> {
  const { rows } = await sql<{ cards: number; last_transaction: number }>`
    SELECT (SELECT count(*) FROM card)::bigint AS cards, (SELECT max(id) FROM ledger_transaction) AS last_transaction
  `.execute(db)
  const { cards = 0, last_transaction = 0 } = rows[0] ?? {}
  const copies = cardCount / cards - 1
  if (copies < 1) return
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx)
    await sql`SET LOCAL statement_timeout = 0`.execute(trx)
    const droppedIndexes = await dropIndexes(trx)
    // x numbers the copies from 1: copy n of card i is card i + n * cards.
    await sql`
      INSERT INTO card (id, owner_id, campaign_id, pan_cipher, pan_hash, pan_prefix_hash, pan_masked, tracking_number,
        sequence_number, customer_reference, customer_id, phone, id_number, name, cvv_cipher, expires_on, issued_at,
        activated_at, stopped_at, stop_reason_id, retired_at, kyc_passed, activation_data)
      SELECT c.id + n * ${cards}, owner_id, campaign_id, pan_cipher, decode(md5(x::text), 'hex'), pan_prefix_hash, pan_masked,
             '6' || lpad((x * 87178291 % 100000000000000)::text, 14, '0'), sequence_number,
             left(customer_reference, 12) || lpad(x::text, 7, '0') || right(customer_reference, 3),
             'C' || lpad((x % 100)::text, 2, '0') || '-' || lpad((20000 + x)::text, 7, '0'),
             '658' || lpad((x * 48271 % 10000000)::text, 7, '0'), 'S' || lpad((x * 69621 % 10000000)::text, 7, '0') || 'A',
             name, cvv_cipher, expires_on, issued_at, activated_at, stopped_at, stop_reason_id, retired_at, kyc_passed, ''
      FROM generate_series(1, ${copies}::bigint) n, card c, LATERAL (SELECT (n - 1) * ${cards}::bigint + c.id AS x) number
      ORDER BY n, c.id
    `.execute(trx)
    await sql`
      INSERT INTO card_tag_value (card_id, tag_id, value)
      SELECT v.card_id + n * ${cards}, v.tag_id,
             CASE WHEN t.name = 'bookingId' THEN 'BK' || lpad(((n - 1) * ${cards} + v.card_id)::text, 8, '0') ELSE v.value END
      FROM generate_series(1, ${copies}::bigint) n, card_tag_value v JOIN card_tag t ON t.id = v.tag_id
    `.execute(trx)
    await sql`
      INSERT INTO account (id, owner_id, currency, kind, card_id, balance_cents, held_cents, overdrawn_cents, allow_negative,
                           version)
      SELECT ${FIRST_ACCOUNT} + a.card_id + n * ${cards}, owner_id, currency, kind, a.card_id + n * ${cards}, balance_cents,
             held_cents, overdrawn_cents, allow_negative, version
      FROM generate_series(1, ${copies}::bigint) n, account a WHERE a.card_id IS NOT NULL
    `.execute(trx)
    // In chronological order within each copy, as in reality: the entries of one card are far apart.
    await sql`
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, card_id, reverses, fee_type_id, description, merchant_id, auth_number)
      SELECT t.id + n * ${last_transaction}, owner_id, kind, posted_at, t.card_id + n * ${cards}, t.reverses + n * ${last_transaction}, fee_type_id, description,
             merchant_id, auth_number
      FROM generate_series(1, ${copies}::bigint) n, ledger_transaction t
      WHERE t.card_id IS NOT NULL OR t.first_row IS NOT NULL ORDER BY n, t.id
    `.execute(trx)
    await sql`
      INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
      SELECT e.transaction_id + n * ${last_transaction}, ${FIRST_ACCOUNT} + a.card_id + n * ${cards}, e.amount_cents,
             e.balance_before, e.balance_after, e.account_version
      FROM generate_series(1, ${copies}::bigint) n, ledger_entry e JOIN account a ON a.id = e.account_id
      WHERE a.card_id IS NOT NULL AND a.id < ${FIRST_ACCOUNT}
      ORDER BY n, e.transaction_id
    `.execute(trx)
    await sql`UPDATE load_sum SET count = count * ${copies + 1}::integer, amount_cents = amount_cents * ${copies + 1}::bigint`.execute(
      trx,
    )
    // The ids of new rows follow the ids of the copies.
    for (const table of ['card', 'ledger_transaction'])
      await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT max(id) FROM ${sql.table(table)}))`.execute(
        trx,
      )
    await createIndexes(trx, droppedIndexes)
    await sql`ANALYZE card, account, card_tag_value, ledger_transaction, ledger_entry`.execute(trx)
  })
}

/**
 * Drops the indexes of the copied tables, except those of constraints. Returns the statements that create them again,
 * which is much faster than adding each row to them.
 */
async function dropIndexes(trx: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT i.relname AS name, pg_get_indexdef(i.oid) AS definition
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indrelid = ANY(ARRAY['card', 'account', 'card_tag_value', 'ledger_transaction', 'ledger_entry']::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.oid)
  `.execute(trx)
  for (const { name } of rows) await sql`DROP INDEX ${sql.table(name)}`.execute(trx)
  return rows.map(({ definition }) => definition)
}

async function createIndexes(trx: Db, definitions: readonly string[]): Promise<void> {
  await sql`SET LOCAL maintenance_work_mem = '512MB'`.execute(trx)
  for (const definition of definitions) await sql.raw(definition).execute(trx)
}

/** Above every account of the demo programme. */
const FIRST_ACCOUNT = 100_000_000
