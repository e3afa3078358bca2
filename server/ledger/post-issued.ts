// Posts the costs of an order's cards from the funding account, in one statement for any number of cards: the first
// load to the card, the fees to the fee income.
import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToUnnest } from '#server/db/sets.ts'
import type { OwnerAccounts } from './accounts.ts'
import { CARD_ISSUE_FEE } from './fee-types.ts'
import { writeLines } from './write-lines.ts'

export interface IssuedRow {
  readonly rowNo: number
  readonly cardId: number
  readonly accountId: number
  /** Minor units, zero or above. */
  readonly loadCents: Cents
  readonly feeCents: Cents
}

interface Posting {
  readonly ownerId: number
  readonly orderId: number
  readonly postedAt: Date
  /** The text on each card's statement. */
  readonly description: string
}

/**
 * Marks the rows as issued, in order, and posts one ledger transaction for each row that moves money: a load with its
 * fees, like in a batch, or only a fee if nothing is loaded. The owner's accounts must be locked and have enough funds
 * for all rows. The cards' accounts must be new in this transaction.
 */
export async function postIssued(
  trx: Db,
  { ownerId, orderId, postedAt, description }: Posting,
  rows: readonly IssuedRow[],
  { funding, fee }: OwnerAccounts,
): Promise<void> {
  const rowsTable = columnsToUnnest([
    ['integer', rows.map((row) => row.rowNo)],
    ['bigint', rows.map((row) => row.cardId)],
    ['bigint', rows.map((row) => row.accountId)],
    ['bigint', rows.map((row) => row.loadCents)],
    ['bigint', rows.map((row) => row.feeCents)],
  ])
  const loads = sql`
    SELECT ${ownerId}::bigint AS owner_id, ${postedAt}::timestamptz AS posted_at, load_cents AS amount FROM numbered WHERE load_cents > 0`
  await sql`
    WITH input AS MATERIALIZED (
      SELECT * FROM ${rowsTable} AS s (row_no, card_id, account_id, load_cents, fee_cents)
    ),
    issued AS (
      UPDATE card_order_row r SET state = 'issued', result_text = '', card_id = g.card_id, issued_at = ${postedAt}
      FROM input g WHERE r.order_id = ${orderId} AND r.row_no = g.row_no AND r.state = 'waiting'
    ),
    -- Assigns ids first, in the order of the rows, for the transactions and their lines.
    numbered AS MATERIALIZED (
      SELECT nextval('ledger_transaction_id_seq') AS id, g.*
      FROM (SELECT * FROM input WHERE load_cents + fee_cents > 0 ORDER BY row_no) g
    ),
    posted AS (
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, card_id, order_id, order_row_no, fee_type_id, description)
      SELECT id, ${ownerId}, CASE WHEN load_cents > 0 THEN 'load' ELSE 'fee' END, ${postedAt}, card_id, ${orderId}, row_no,
        CASE WHEN load_cents = 0 THEN (SELECT id FROM fee_type WHERE id = ${CARD_ISSUE_FEE}) END, ${description}
      FROM numbered
    ),
    lines (id, sequence_no, account_id, amount, balance, version) AS (
      SELECT id, row_no, account_id, load_cents, 0::bigint, 0::bigint FROM numbered WHERE load_cents > 0
      UNION ALL SELECT id, row_no, ${funding.id}::bigint, -(load_cents + fee_cents), ${funding.balance_cents}::bigint,
        ${funding.version}::bigint FROM numbered
      UNION ALL SELECT id, row_no, ${fee.id}::bigint, fee_cents, ${fee.balance_cents}::bigint, ${fee.version}::bigint
        FROM numbered WHERE fee_cents > 0
    ),
    ${writeLines(loads)}
    SELECT 1
  `.execute(trx)
}
