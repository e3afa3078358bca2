// One transaction as the account of a card has it.
import { sql } from 'kysely'
import type { CardTransactionKind } from '#domain/cards/transactions.ts'
import type { Db } from '#server/context.ts'

/** With what it moved on this account; undefined where the account has no such transaction. */
export async function transactionOnCard(db: Db, accountId: number, transactionId: number) {
  const { rows } = await sql<{
    id: number
    kind: CardTransactionKind
    amount_cents: number
    fee_type_id: number | null
    description: string
    reversed: boolean
  }>`
    SELECT t.id, t.kind, e.amount_cents, t.fee_type_id, t.description,
           EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses = t.id) AS reversed
    FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = ${accountId}
    WHERE t.id = ${transactionId}
  `.execute(db)
  return rows[0]
}
