// Recomputes the sums of loads from the ledger. Entries, balances, batches and orders are never changed, because
// nothing else in the database contains their values.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import { isLoadSql } from './load-types.ts'
import { derivedRules, type LedgerFault } from './rules.ts'

/** True for a fault that `repairSums` fixes. */
export const isRepairable = ({ rule }: LedgerFault): boolean => derivedRules.has(rule)

/** Recomputes the sums. Blocks all postings until the transaction ends. */
export async function repairSums(trx: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(trx)
  await sql`LOCK TABLE ledger_transaction IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  await sql`DELETE FROM load_sum`.execute(trx)
  // The entries of loads on cards: accounts without a card are the owner's.
  await sql`
    INSERT INTO load_sum (owner_id, since, count, amount_cents)
    SELECT t.owner_id, date_bin('15 minutes', t.posted_at, 'epoch'), count(*), sum(e.amount_cents)
    FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
    WHERE ${isLoadSql(sql`t.kind`)} AND e.account_id NOT IN (SELECT id FROM account WHERE card_id IS NULL)
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(trx)
}
