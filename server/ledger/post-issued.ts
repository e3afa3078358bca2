// Posts the costs of an order's cards from the funding account, in one statement for any number of cards: the first
// load to the card, the fees to the fee income.
import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { columnsToTable } from '#server/db/sets.ts'
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

interface OrderPosting {
  readonly ownerId: number
  readonly orderId: number
  readonly postedAt: Date
  /** The text on each card's statement. */
  readonly description: string
}

/**
 * Marks the rows as issued, and posts the rows that move money. All rows with a first load are one ledger transaction,
 * of loads and fees like in a batch. All rows with only a fee are a second ledger transaction. The owner's accounts
 * must be locked and have enough funds for all rows. The cards' accounts must have been created in this database
 * transaction.
 */
export async function postIssued(
  trx: Db,
  { ownerId, orderId, postedAt, description }: OrderPosting,
  rows: readonly IssuedRow[],
  { funding, fee }: OwnerAccounts,
): Promise<void> {
  const rowsTable = columnsToTable('s', {
    row_no: ['integer', rows.map((row) => row.rowNo)],
    card_id: ['bigint', rows.map((row) => row.cardId)],
    account_id: ['bigint', rows.map((row) => row.accountId)],
    load_cents: ['bigint', rows.map((row) => row.loadCents)],
    fee_cents: ['bigint', rows.map((row) => row.feeCents)],
  })
  const loads = sql`
    SELECT ${ownerId}::bigint AS owner_id, ${postedAt}::timestamptz AS posted_at, load_cents AS amount FROM moving WHERE load_cents > 0`
  await sql`
    WITH input AS MATERIALIZED (
      SELECT * FROM ${rowsTable}
    ),
    -- Stores the result of each row.
    issued AS (
      UPDATE card_order_row r SET state = 'issued', result_text = '', card_id = input.card_id, issued_at = ${postedAt}
      FROM input WHERE r.order_id = ${orderId} AND r.row_no = input.row_no AND r.state = 'waiting'
    ),
    -- The one or two transactions with their ids, loads first.
    numbered AS MATERIALIZED (
      SELECT nextval('ledger_transaction_id_seq') AS id, posting.* FROM (
        SELECT load_cents > 0 AS has_loads, min(row_no) AS first_row, max(row_no) AS last_row
        FROM input WHERE load_cents + fee_cents > 0 GROUP BY 1 ORDER BY 1 DESC
      ) posting
    ),
    -- The rows that move money, each with its transaction.
    moving AS MATERIALIZED (
      SELECT n.id, input.* FROM input JOIN numbered n ON n.has_loads = (input.load_cents > 0)
      WHERE input.load_cents + input.fee_cents > 0
    ),
    posted AS (
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, order_id, first_row, last_row, fee_type_id, description)
      SELECT id, ${ownerId}, CASE WHEN has_loads THEN 'load' ELSE 'fee' END, ${postedAt}, ${orderId}, first_row, last_row,
        -- NULL also if the programme has no such fee type.
        CASE WHEN NOT has_loads THEN (SELECT id FROM fee_type WHERE id = ${CARD_ISSUE_FEE}) END, ${description}
      FROM numbered
    ),
    recorded AS (
      INSERT INTO paid_order_row (order_id, row_no, transaction_id) SELECT ${orderId}, row_no, id FROM moving ORDER BY row_no
    ),
    lines (id, sequence_no, account_id, amount, balance, version) AS (
      -- The new cards, whose accounts begin with balance and version 0.
      SELECT id, id, account_id, load_cents, 0::bigint, 0::bigint FROM moving WHERE load_cents > 0
      UNION ALL
      -- The funding account, which pays loads and fees.
      SELECT id, id, ${funding.id}::bigint, -sum(load_cents + fee_cents)::bigint, ${funding.balance_cents}::bigint,
        ${funding.version}::bigint FROM moving GROUP BY id
      UNION ALL
      -- The fee income.
      SELECT id, id, ${fee.id}::bigint, sum(fee_cents)::bigint, ${fee.balance_cents}::bigint, ${fee.version}::bigint
        FROM moving GROUP BY id HAVING sum(fee_cents) > 0
    ),
    ${writeLines(loads)}
    SELECT 1
  `.execute(trx)
}
