// Everything that events change, without ids and without the order in which it was written: two ledgers with the same
// picture are the same.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'

export type LedgerPicture = Readonly<Record<string, readonly string[]>>

const queries: Readonly<Record<string, string>> = {
  transactions: `
    SELECT t.card_id, t.kind, t.posted_at, t.description, t.merchant_id, t.auth_number, t.fee_type_id, o.kind AS reverses,
           (SELECT string_agg(a.kind || ' ' || e.amount_cents, ', ' ORDER BY a.kind) FROM ledger_entry e JOIN account a ON a.id = e.account_id
            WHERE e.transaction_id = t.id) AS entries
    FROM ledger_transaction t LEFT JOIN ledger_transaction o ON o.id = t.reverses`,
  accounts: 'SELECT id, balance_cents, held_cents, overdrawn_cents, version FROM account',
  holds: `
    SELECT card_id, authorised_at, amount_cents, description, merchant_id, auth_number, released_at, first_authorised_at
    FROM card_authorisation`,
  chargebacks: `
    SELECT b.card_id, b.number, b.amount_cents, b.requested_at, b.processed_at, b.rejected_at, b.reversed_at,
           b.second_presentment_at, b.second_presentment_cents, t.posted_at FROM chargeback b JOIN ledger_transaction t ON t.id = b.transaction_id`,
  declined: 'SELECT card_id, failed_at, amount_cents, card_balance_cents, error_code FROM failed_transaction',
  cards: 'SELECT id, stopped_at, stop_reason_id, activated_at, retired_at FROM card',
  history: 'SELECT card_id, at, kind, stop_reason_id FROM card_event',
  sums: 'SELECT owner_id, since, count, amount_cents FROM load_sum',
  events: `
    SELECT e.source, e.event_id, e.state, e.transaction_id IS NOT NULL AS posted, e.fee_transaction_id IS NOT NULL AS charged
    FROM feed_event e`,
  exceptions: 'SELECT source, event_id, fault FROM feed_exception WHERE resolved_at IS NULL',
}

export async function readPicture(db: Db): Promise<LedgerPicture> {
  const picture: Record<string, readonly string[]> = {}
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await sql<{ row: string }>`SELECT row_to_json(s)::text AS row FROM (${sql.raw(query)}) s`.execute(
      db,
    )
    picture[name] = rows.map(({ row }) => row).sort()
  }
  return picture
}
