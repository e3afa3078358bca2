// Posts the waiting rows of a chunk of a batch, in one statement for any number and type of rows. The table of batch
// types defines which account pays which.
import { type RawBuilder, sql } from 'kysely'
import { type BatchSide, batchTypes, type StoredBatchType } from '#domain/batch/types.ts'
import type { Db } from '#server/operations/context.ts'
import type { OwnerAccount, OwnerAccounts } from './accounts.ts'
import { type BatchChunk, isInChunk } from './waiting-rows.ts'
import { writeLines } from './write-lines.ts'

export interface RowsToPost extends Pick<BatchChunk, 'batchId' | 'after' | 'upTo'> {
  readonly ownerId: number
  readonly type: StoredBatchType
  /** The text on each card's statement. */
  readonly description: string
  readonly postedAt: Date
}

/**
 * Posts one ledger transaction per row that moves money, in order: the payer −(amount + fee), the payee +amount, fee
 * income +fee. `accounts` are the owner's locked accounts; undefined for a type that moves money only between cards.
 * The cards' accounts must be locked too, and no row may have a finding.
 */
export async function postRows(trx: Db, rows: RowsToPost, accounts: OwnerAccounts | undefined): Promise<void> {
  const { moves, chargesFee, countsAsLoads } = batchTypes[rows.type]
  const payer = sideToSql(moves.from, 'payer', accounts)
  const payee = sideToSql(moves.to, 'payee', accounts)
  const fee = chargesFee ? ownAccountToSql('fee', accounts) : undefined
  const feeLines =
    fee &&
    sql`
      UNION ALL SELECT id, row_no, ${fee.id}, fee_cents, ${fee.balance}, ${fee.version} FROM numbered WHERE fee_cents > 0`
  const loads = countsAsLoads
    ? sql`SELECT ${rows.ownerId}::bigint AS owner_id, ${rows.postedAt}::timestamptz AS posted_at, amount_cents AS amount FROM numbered`
    : undefined
  await sql`
    WITH loaded AS (
      UPDATE batch_row r SET state = 'loaded', load_date = ${rows.postedAt}
      WHERE ${isInChunk(rows)} AND state = 'waiting'
      RETURNING row_no, card_id, target_card_id, amount_cents, fee_cents
    ),
    -- Assigns ids first, so that no join is needed to find the transaction of a row. This happens outside of the joins,
    -- which can return the rows in another order.
    numbered AS MATERIALIZED (
      SELECT nextval('ledger_transaction_id_seq') AS id, k.* FROM (
        SELECT l.row_no, l.card_id, l.amount_cents, l.fee_cents ${payer.columns} ${payee.columns}
        FROM loaded l ${payer.join} ${payee.join} WHERE l.amount_cents > 0 ORDER BY l.row_no
      ) k
    ),
    posted AS (
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, card_id, batch_id, row_no, description)
      SELECT id, ${rows.ownerId}, ${rows.type}, ${rows.postedAt}, card_id, ${rows.batchId}, row_no, ${rows.description}
      FROM numbered
    ),
    lines (id, sequence_no, account_id, amount, balance, version) AS (
      SELECT id, row_no, ${payee.id}, amount_cents, ${payee.balance}, ${payee.version} FROM numbered
      UNION ALL SELECT id, row_no, ${payer.id}, -(amount_cents + fee_cents), ${payer.balance}, ${payer.version} FROM numbered
      ${feeLines ?? sql``}
    ),
    ${writeLines(loads)}
    SELECT 1
  `.execute(trx)
}

/** True for a side that is an account of the owner, not a card. */
export function isOwnersAccount(side: BatchSide): side is Exclude<BatchSide, keyof typeof cardColumns> {
  return !(side in cardColumns)
}

/** The SQL for the account of one side: join, columns, and the account's id, balance and version. */
interface SideSql {
  readonly join: RawBuilder<unknown>
  readonly columns: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly balance: RawBuilder<unknown>
  readonly version: RawBuilder<unknown>
}

/** The column of a batch row that contains the card of a side. */
const cardColumns = { card: 'card_id', target: 'target_card_id' } as const

function sideToSql(side: BatchSide, name: 'payer' | 'payee', accounts: OwnerAccounts | undefined): SideSql {
  if (isOwnersAccount(side)) return ownAccountToSql(side, accounts)
  const toColumn = (column: string) => sql.ref(`${name}.${column}`)
  const [id, balance, version] = ['id', 'balance', 'version'].map((field) => sql.ref(`${name}_${field}`)) as SideRefs
  return {
    join: sql`JOIN account ${sql.ref(name)} ON ${toColumn('card_id')} = ${sql.ref(`l.${cardColumns[side]}`)}`,
    columns: sql`, ${toColumn('id')} AS ${id}, ${toColumn('balance_cents')} AS ${balance}, ${toColumn('version')} AS ${version}`,
    id,
    balance,
    version,
  }
}
type SideRefs = [id: SideSql['id'], balance: SideSql['balance'], version: SideSql['version']]

/** One account for all rows, so no join is needed. */
function ownAccountToSql(side: keyof OwnerAccounts, accounts: OwnerAccounts | undefined): SideSql {
  const account: OwnerAccount | undefined = accounts?.[side]
  if (!account) throw new Error(`the owner's ${side} account is not locked`)
  const bigint = (value: number) => sql`${value}::bigint`
  const { id, balance_cents, version } = account
  return { join: sql``, columns: sql``, id: bigint(id), balance: bigint(balance_cents), version: bigint(version) }
}
