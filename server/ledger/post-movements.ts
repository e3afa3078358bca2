// Posts movements, each from one account to another, in the given order and with one insert: opening balances, purchases,
// fees and actions on single cards.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { Cents } from '#domain/money.ts'
import type { LedgerTransactionType } from '#server/db/programme-tables.ts'
import { columnsToTable } from '#server/db/sets.ts'
import { isLoadSql } from './load-types.ts'
import { type PostingOptions, writeLines } from './write-lines.ts'

export interface Movement {
  readonly ownerId: number
  readonly kind: LedgerTransactionType
  readonly postedAt: Date
  /** When the movement happened, if that was before `postedAt`. */
  readonly happenedAt?: Date | undefined
  /** The card whose statement shows the movement. */
  readonly cardId: number | null
  readonly fromAccountId: number
  readonly toAccountId: number
  /** Above zero, in minor units. */
  readonly amountCents: Cents
  readonly feeTypeId: number | null
  /** The transaction that a reversal undoes. Each transaction can be reversed only once. */
  readonly reverses?: number
  readonly description: string
  readonly merchantId: string
  readonly authNumber: string
}

/**
 * Posts one ledger transaction per movement, and returns the ids of the transactions in the order of the movements. The
 * accounts are locked in the order of their ids. All movements fail if an account that must not be negative would
 * become negative, unless `canOverdraw` is set. Two statements are enough for any number of movements.
 */
export async function postMovements(
  trx: Db,
  movements: readonly Movement[],
  options?: PostingOptions,
): Promise<number[]> {
  if (movements.length === 0) return []
  const ids = [...new Set(movements.flatMap((movement) => [movement.fromAccountId, movement.toAccountId]))]
  // Counted, so that the database does not send all locked rows.
  await sql`
    SELECT count(*) FROM (
      SELECT id FROM account WHERE id IN (SELECT id FROM ${columnsToTable('s', { id: ['bigint', ids] })}) ORDER BY id FOR UPDATE
    ) locked
  `.execute(trx)
  const { rows } = await sql<{ id: number }>`
    WITH input AS (
      SELECT * FROM ${movementsToUnnest(movements)}
    ),
    -- Assigns the ids in the order of the movements. The transactions and their lines use these ids.
    numbered AS MATERIALIZED (
      SELECT *, nextval('ledger_transaction_id_seq') AS id FROM (SELECT * FROM input ORDER BY n) g
    ),
    posted AS (
      INSERT INTO ledger_transaction
        (id, owner_id, kind, posted_at, happened_at, card_id, fee_type_id, reverses, description, merchant_id, auth_number)
      SELECT id, owner_id, kind, posted_at, happened_at, card_id, fee_type_id, reverses, description, merchant_id, auth_number FROM numbered
    ),
    -- Two lines for each movement: minus on the account that pays, plus on the account that is paid. The ids are in the
    -- order of the movements, so they are also the sequence numbers.
    lines (id, sequence_no, account_id, amount, balance, version) AS (
      SELECT line.id, line.id, line.account_id, line.amount, a.balance_cents, a.version
      FROM (
        SELECT id, from_id AS account_id, -amount AS amount FROM numbered
        UNION ALL
        SELECT id, to_id, amount FROM numbered
      ) line JOIN account a ON a.id = line.account_id
    ),
    ${writeLines(sql`SELECT owner_id, posted_at, amount FROM numbered WHERE ${isLoadSql(sql`kind`)}`, options)}
    SELECT id FROM numbered ORDER BY n
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Posts a single movement, and returns the id of its transaction. */
export async function postMovement(trx: Db, movement: Movement): Promise<number> {
  const [id] = await postMovements(trx, [movement])
  if (id === undefined) throw new Error('posting a movement returned no id')
  return id
}

const movementsToUnnest = (movements: readonly Movement[]) =>
  columnsToTable('s', {
    n: ['integer', movements.map((_, index) => index)],
    owner_id: ['bigint', movements.map((movement) => movement.ownerId)],
    kind: ['text', movements.map((movement) => movement.kind)],
    posted_at: ['timestamptz', movements.map((movement) => movement.postedAt)],
    happened_at: ['timestamptz', movements.map((movement) => movement.happenedAt ?? null)],
    card_id: ['bigint', movements.map((movement) => movement.cardId)],
    from_id: ['bigint', movements.map((movement) => movement.fromAccountId)],
    to_id: ['bigint', movements.map((movement) => movement.toAccountId)],
    amount: ['bigint', movements.map((movement) => movement.amountCents)],
    fee_type_id: ['integer', movements.map((movement) => movement.feeTypeId)],
    reverses: ['bigint', movements.map((movement) => movement.reverses ?? null)],
    description: ['text', movements.map((movement) => movement.description)],
    merchant_id: ['text', movements.map((movement) => movement.merchantId)],
    auth_number: ['text', movements.map((movement) => movement.authNumber)],
  })
