// Posts the imported data of cards, many cards in one statement: opening balances and past transactions. The money
// moved before this ledger began, so the other side is usually the float account (the outside world). The exceptions
// are money that the programme may still have to pay or refund: fees go to the fee income, purchases to the settlement
// account, and a reversal comes from the account that its original went to.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import type { CardTransactionType } from '#domain/cards/transactions.ts'
import type { Db } from '#server/operations/context.ts'
import { toStoredText } from '#server/stored-text.ts'
import { lockOwnerAccounts, type OwnerAccountType } from './accounts.ts'
import { isLoadSql } from './load-types.ts'
import { writeLines } from './write-lines.ts'

interface Owner {
  readonly ownerId: number
  readonly currency: string
}

/** The types of transactions that can be imported. */
export type HistoryType = Exclude<CardTransactionType, 'opening'>

/**
 * SQL for the other side of an imported transaction, an account of the owner. `original` is the transaction that a
 * reversal undoes. It is NULL for other transactions. A refund is a purchase with a positive amount. The money of a
 * refund comes from the float account, because the purchase itself may not have been imported.
 */
const otherSide = sql`CASE
  -- The reversal of a purchase, and a purchase that is not a refund.
  WHEN original.kind = 'purchase' OR (imported.kind = 'purchase' AND imported.amount < 0) THEN 'settlement'
  -- A fee, and the reversal of a fee.
  WHEN imported.kind IN ('fee', 'reversal') THEN 'fee'
  ELSE 'float' END`

/**
 * Posts openings. `cards` is a query of (card_id, account_id, posted_at, amount) in minor units. If a card already has an
 * opening that includes its history, a negative amount corrects the opening to the balance before that history.
 */
export const postOpeningBalances = (trx: Db, owner: Owner, cards: RawBuilder<unknown>): Promise<void> =>
  postImported(
    trx,
    owner,
    sql`
      SELECT card_id, account_id, 0::bigint AS sequence_no, 'opening' AS kind, posted_at, NULL::timestamptz AS happened_at,
             amount, NULL::integer AS fee_type_id, NULL::bigint AS reverses,
             ${toStoredText(m.server_balanceBroughtForward)}::text AS description, '' AS merchant_id, '' AS auth_number
      FROM (${cards}) c WHERE amount <> 0`,
  )

/**
 * Posts past transactions of cards. `rows` is a query of (card_id, account_id, sequence_no, kind, posted_at, happened_at,
 * amount, fee_type_id, reverses, description, merchant_id, auth_number):
 * - `sequence_no` is the position among the card's transactions.
 * - `reverses` is the sequence_no of the transaction that a reversal undoes.
 * - `amount` is the change of the card's balance in minor units.
 */
export const postHistory = (trx: Db, owner: Owner, rows: RawBuilder<unknown>): Promise<void> =>
  postImported(trx, owner, rows)

/** Posts the rows. Locks the owner's accounts first, then the cards' accounts by id, like every posting. */
async function postImported(trx: Db, { ownerId, currency }: Owner, rows: RawBuilder<unknown>): Promise<void> {
  const accounts = await lockOwnerAccounts(trx, ownerId, currency)
  await sql`
    SELECT count(*) FROM (
      SELECT id FROM account WHERE id IN (SELECT account_id FROM (${rows}) r) ORDER BY id FOR UPDATE
    ) locked
  `.execute(trx)
  const ownersAccountRows = (Object.keys(accounts) as OwnerAccountType[]).map((kind) => {
    const { id, balance_cents, version } = accounts[kind]
    return sql`(${kind}::text, ${id}::bigint, ${balance_cents}::bigint, ${version}::bigint)`
  })
  await sql`
    WITH input AS MATERIALIZED (${rows}),
    -- Assigns the ids in the order of the transactions, so that a reversal can refer to the transaction that it reverses.
    numbered AS MATERIALIZED (
      SELECT *, nextval('ledger_transaction_id_seq') AS id FROM (SELECT * FROM input ORDER BY card_id, sequence_no) g
    ),
    -- Each row with the id of the transaction that it reverses, and the kind of its other account.
    resolved AS MATERIALIZED (
      SELECT imported.*, original.id AS original_id, ${otherSide} AS side
      FROM numbered imported
      LEFT JOIN numbered original ON imported.reverses IS NOT NULL
        AND original.card_id = imported.card_id AND original.sequence_no = imported.reverses
    ),
    posted AS (
      INSERT INTO ledger_transaction
        (id, owner_id, kind, posted_at, happened_at, card_id, fee_type_id, reverses, description, merchant_id, auth_number)
      SELECT id, ${ownerId}, kind, posted_at, happened_at, card_id, fee_type_id, original_id, description, merchant_id, auth_number
      FROM resolved
      ORDER BY id
    ),
    -- The ledger check needs to know that these loads were imported.
    import_range AS (
      INSERT INTO ledger_import (owner_id, first_id, last_id)
      SELECT ${ownerId}, min(id), max(id) FROM resolved HAVING count(*) > 0
    ),
    owners_account (kind, id, balance, version) AS (VALUES ${sql.join(ownersAccountRows)}),
    lines (id, sequence_no, account_id, amount, balance, version) AS (
      -- The card.
      SELECT r.id, r.id, r.account_id, r.amount, a.balance_cents, a.version
      FROM resolved r JOIN account a ON a.id = r.account_id
      UNION ALL
      -- The other side.
      SELECT r.id, r.id, owners.id, -r.amount, owners.balance, owners.version
      FROM resolved r JOIN owners_account owners ON owners.kind = r.side
    ),
    ${writeLines(sql`SELECT ${ownerId}::bigint AS owner_id, posted_at, amount FROM resolved WHERE ${isLoadSql(sql`kind`)}`)}
    SELECT 1
  `.execute(trx)
}
