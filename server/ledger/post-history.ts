// Posts the imported data of cards, many cards in one statement: their balance (openings) and their past transactions.
// These happened before this ledger began, so the other side is the outside world, with exceptions for money that the
// programme may still have to pay or refund. Fees go to the fee income, purchases to the settlement account, and
// reversals come from these accounts.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import type { CardTransactionKind } from '#domain/cards/transactions.ts'
import type { Db } from '#server/operations/context.ts'
import { lockOwnerAccounts, type OwnerAccountKind } from './accounts.ts'
import { isLoad } from './load-kinds.ts'
import { writeLines } from './write-lines.ts'

interface Owner {
  readonly ownerId: number
  readonly currency: string
}

/** The types of transactions that can be imported. */
export type HistoryKind = Exclude<CardTransactionKind, 'opening'>

/**
 * The other side of an imported transaction. n is the row, o the transaction that it reverses. A refund is paid from
 * outside, since the purchase may not have been imported.
 */
const otherSide = sql`CASE
  WHEN o.kind = 'purchase' OR (n.kind = 'purchase' AND n.amount < 0) THEN 'settlement'
  WHEN n.kind IN ('fee', 'reversal') THEN 'fee' ELSE 'float' END`

/**
 * Posts openings. `cards` is a query of (card_id, account_id, posted_at, amount) in minor units. A negative amount
 * reduces an earlier opening to the balance before the card's history.
 */
export const postOpenings = (trx: Db, owner: Owner, cards: RawBuilder<unknown>): Promise<void> =>
  postBroughtIn(
    trx,
    owner,
    sql`
      SELECT card_id, account_id, 0::bigint AS place, 'opening' AS kind, posted_at, amount, NULL::integer AS fee_type_id,
             NULL::bigint AS reverses, ${m.server_balanceBroughtForward()}::text AS description, '' AS merchant_id, '' AS auth_number
      FROM (${cards}) c WHERE amount <> 0`,
  )

/**
 * Posts past transactions of cards. `rows` is a query of (card_id, account_id, place, kind, posted_at, amount,
 * fee_type_id, reverses, description, merchant_id, auth_number). `place` is the position on the card, `reverses` the
 * place of the transaction that a reversal undoes, `amount` the change of the card's balance in minor units.
 */
export const postHistory = (trx: Db, owner: Owner, rows: RawBuilder<unknown>): Promise<void> =>
  postBroughtIn(trx, owner, rows)

/** As in every posting, locks the owner's accounts first, then cards in the order of their accounts. */
async function postBroughtIn(trx: Db, { ownerId, currency }: Owner, rows: RawBuilder<unknown>): Promise<void> {
  const accounts = await lockOwnerAccounts(trx, ownerId, currency)
  await sql`
    SELECT count(*) FROM (
      SELECT id FROM account WHERE id IN (SELECT account_id FROM (${rows}) r) ORDER BY id FOR UPDATE
    ) locked
  `.execute(trx)
  const own = (Object.keys(accounts) as OwnerAccountKind[]).map((kind) => {
    const { id, balance_cents, version } = accounts[kind]
    return sql`(${kind}::text, ${id}::bigint, ${balance_cents}::bigint, ${version}::bigint)`
  })
  await sql`
    WITH given AS MATERIALIZED (${rows}),
    -- Ids are drawn first, in order, so that each row knows its own and that of the one it reverses.
    numbered AS MATERIALIZED (
      SELECT *, nextval('ledger_transaction_id_seq') AS id FROM (SELECT * FROM given ORDER BY card_id, place) g
    ),
    told AS MATERIALIZED (
      SELECT n.*, o.id AS original_id, ${otherSide} AS side
      FROM numbered n LEFT JOIN numbered o ON n.reverses IS NOT NULL AND o.card_id = n.card_id AND o.place = n.reverses
    ),
    posted AS (
      INSERT INTO ledger_transaction
        (id, owner_id, kind, posted_at, card_id, fee_type_id, reverses, description, merchant_id, auth_number)
      SELECT id, ${ownerId}, kind, posted_at, card_id, fee_type_id, original_id, description, merchant_id, auth_number FROM told
      ORDER BY id
    ),
    -- The ledger's check asks where each load comes from.
    imported AS (
      INSERT INTO ledger_import (owner_id, first_id, last_id)
      SELECT ${ownerId}, min(id), max(id) FROM told HAVING count(*) > 0
    ),
    own (kind, id, balance, version) AS (VALUES ${sql.join(own)}),
    lines (id, place, account_id, amount, balance, version) AS (
      SELECT n.id, n.id, n.account_id, n.amount, a.balance_cents, a.version
      FROM told n JOIN account a ON a.id = n.account_id
      UNION ALL
      SELECT n.id, n.id, own.id, -n.amount, own.balance, own.version
      FROM told n JOIN own ON own.kind = n.side
    ),
    ${writeLines(sql`SELECT ${ownerId}::bigint AS owner_id, posted_at, amount FROM told WHERE ${isLoad(sql`kind`)}`)}
    SELECT 1
  `.execute(trx)
}
