// Posts the waiting rows of a chunk of a batch together, in one statement for any number and type of rows. The table of
// batch types defines which account pays which.
import { type RawBuilder, sql } from 'kysely'
import { type BatchSide, batchTypes, type StoredBatchType } from '#domain/batch/types.ts'
import { columnsToTable } from '#server/db/sets.ts'
import type { Db } from '#server/operations/context.ts'
import type { OwnerAccount, OwnerAccounts } from './accounts.ts'
import { type BatchChunk, isInChunkSql } from './waiting-rows.ts'
import { writeLines } from './write-lines.ts'

export interface RowsToPost extends Pick<BatchChunk, 'batchId' | 'after' | 'upTo'> {
  readonly ownerId: number
  readonly type: StoredBatchType
  /** The text on each card's statement. */
  readonly description: string
  readonly postedAt: Date
}

/**
 * Posts the rows that move money: the payers −(amount + fee), the payees +amount, the fee income +fee. Rows are posted
 * as one ledger transaction, with one entry for each card and each of the owner's accounts. Exception: a further row of
 * the same card is posted in a transaction after it (`repeatedRows`). `accounts` are the owner's locked accounts. They
 * are undefined for a type that moves money only between cards. The cards' accounts must be locked too, and no row can
 * have a finding.
 */
export async function postRows(
  trx: Db,
  rows: RowsToPost,
  accounts: OwnerAccounts | undefined,
  repeatedRows: readonly RepeatedRow[],
): Promise<void> {
  const { moves, chargesFee, countsAsLoads } = batchTypes[rows.type]
  const payer = sideToSql(moves.from, 'payer', accounts)
  const payee = sideToSql(moves.to, 'payee', accounts)
  const movingColumns = [sql`n.id, l.row_no, l.amount_cents, l.fee_cents`, ...payer.columns, ...payee.columns]
  let feeLines = sql``
  if (chargesFee) {
    const lines = sumToLines(lockedAccountOf('fee', accounts), sql`fee_cents`, { onlyIfPositive: true })
    feeLines = sql`UNION ALL ${lines}`
  }
  const loads = countsAsLoads
    ? sql`SELECT ${rows.ownerId}::bigint AS owner_id, ${rows.postedAt}::timestamptz AS posted_at, amount_cents AS amount FROM moving`
    : undefined
  const places = placesToSql(repeatedRows)
  await sql`
    WITH loaded AS (
      UPDATE batch_row r SET state = 'loaded', load_date = ${rows.postedAt}
      WHERE ${isInChunkSql(rows)} AND state = 'waiting'
      RETURNING row_no, card_id, target_card_id, amount_cents, fee_cents
    ),
    -- The rows that move money. All rows with the same place are one transaction.
    placed AS MATERIALIZED (
      SELECT l.*, ${places.column} AS place FROM loaded l ${places.join} WHERE l.amount_cents > 0
    ),
    -- The transactions, with ids in the order of the places, so that a later row of a card has a higher id.
    numbered AS MATERIALIZED (
      SELECT place, nextval('ledger_transaction_id_seq') AS id, first_row, last_row FROM (
        SELECT place, min(row_no) AS first_row, max(row_no) AS last_row FROM placed GROUP BY place ORDER BY place
      ) g
    ),
    -- Each row with its transaction and the state of its cards' accounts.
    moving AS MATERIALIZED (
      SELECT ${sql.join(movingColumns)}
      FROM placed l JOIN numbered n USING (place) ${payer.join} ${payee.join}
    ),
    posted AS (
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, batch_id, first_row, last_row, description)
      SELECT id, ${rows.ownerId}, ${rows.type}, ${rows.postedAt}, ${rows.batchId}, first_row, last_row, ${rows.description}
      FROM numbered
    ),
    recorded AS (
      INSERT INTO posted_row (batch_id, row_no, transaction_id)
      SELECT ${rows.batchId}, row_no, id FROM moving ORDER BY row_no
    ),
    lines (id, sequence_no, account_id, amount, balance, version) AS (
      ${payee.toLines(sql`amount_cents`)}
      UNION ALL ${payer.toLines(sql`-(amount_cents + fee_cents)`)}
      ${feeLines}
    ),
    ${writeLines(loads)}
    SELECT 1
  `.execute(trx)
}

/** A row with a card of an earlier row of the chunk. */
export interface RepeatedRow {
  readonly rowNo: number
  /** The position of the row's transaction among the transactions of the chunk, from 0. */
  readonly place: number
}

interface PlaceSql {
  readonly column: RawBuilder<unknown>
  /** The join that `column` needs. */
  readonly join: RawBuilder<unknown>
}

/** SQL for the place of a row `l`. Rows that are not repeated have place 0. */
function placesToSql(repeatedRows: readonly RepeatedRow[]): PlaceSql {
  if (repeatedRows.length === 0) return { column: sql`0`, join: sql`` }
  const input = columnsToTable('repeated', {
    row_no: ['integer', repeatedRows.map(({ rowNo }) => rowNo)],
    place: ['integer', repeatedRows.map(({ place }) => place)],
  })
  return {
    column: sql`coalesce(repeated.place, 0)`,
    join: sql`LEFT JOIN ${input} ON repeated.row_no = l.row_no`,
  }
}

type CardSide = 'card' | 'target'

/** The column of a batch row that contains the card of a side. */
const cardColumns: Readonly<Record<CardSide, string>> = { card: 'card_id', target: 'target_card_id' }

/** True for a side that is an account of the owner, not a card. */
export const isOwnersAccount = (side: BatchSide): side is Exclude<BatchSide, CardSide> => !(side in cardColumns)

/** The SQL for the account of one side, the payer or the payee. Empty SQL if all rows have the same account. */
interface SideSql {
  /** Joins the account of each row. */
  readonly join: RawBuilder<unknown>
  /** Id, balance and version of the account, for the step `moving`. */
  readonly columns: readonly RawBuilder<unknown>[]
  /**
   * A query of lines, from the step `moving`. `amount` is SQL for the amount of a row. The id of a transaction is also
   * the sequence number of its lines, because later transactions have higher ids.
   */
  readonly toLines: (amount: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** `name` is the alias of the account in SQL. Example: columns payer_id, payer_balance and payer_version. */
function sideToSql(side: BatchSide, name: 'payer' | 'payee', accounts: OwnerAccounts | undefined): SideSql {
  if (isOwnersAccount(side)) return ownersAccountToSql(side, accounts)
  const toColumn = (column: string) => sql.ref(`${name}.${column}`)
  const id = sql.ref(`${name}_id`)
  const balance = sql.ref(`${name}_balance`)
  const version = sql.ref(`${name}_version`)
  return {
    join: sql`JOIN account ${sql.ref(name)} ON ${toColumn('card_id')} = ${sql.ref(`l.${cardColumns[side]}`)}`,
    columns: [
      sql`${toColumn('id')} AS ${id}`,
      sql`${toColumn('balance_cents')} AS ${balance}`,
      sql`${toColumn('version')} AS ${version}`,
    ],
    toLines: (amount) => sql`
      SELECT id, id AS sequence_no, ${id} AS account_id, ${amount} AS amount,
        ${balance} AS balance, ${version} AS version
      FROM moving`,
  }
}

/** All rows have the same account, so no join is needed, and each transaction has one line with the sum of its rows. */
function ownersAccountToSql(side: keyof OwnerAccounts, accounts: OwnerAccounts | undefined): SideSql {
  const account = lockedAccountOf(side, accounts)
  return { join: sql``, columns: [], toLines: (amount) => sumToLines(account, amount) }
}

function lockedAccountOf(side: keyof OwnerAccounts, accounts: OwnerAccounts | undefined): OwnerAccount {
  const account: OwnerAccount | undefined = accounts?.[side]
  if (!account) throw new Error(`the owner's ${side} account is not locked`)
  return account
}

/** A line of the account for each transaction, with the sum of its rows. `onlyIfPositive` leaves out sums of zero. */
function sumToLines(
  account: OwnerAccount,
  amount: RawBuilder<unknown>,
  { onlyIfPositive = false }: { readonly onlyIfPositive?: boolean } = {},
): RawBuilder<unknown> {
  const bigint = (value: number) => sql`${value}::bigint`
  return sql`
    SELECT id, id AS sequence_no, ${bigint(account.id)} AS account_id, sum(${amount})::bigint AS amount,
      ${bigint(account.balance_cents)} AS balance, ${bigint(account.version)} AS version
    FROM moving GROUP BY id ${onlyIfPositive ? sql`HAVING sum(${amount}) > 0` : sql``}`
}
