// Checks staged history against existing data. The history of a card is imported completely or not at all. It must end at
// the card's balance, and precede every transaction that this product has posted.
import { type RawBuilder, sql } from 'kysely'
import { centsToText, cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { englishWords } from '#server/stored-text.ts'
import { joinIdentifiedCards, refuseUnknownCards } from '../find-cards.ts'
import type { CheckedCounts, ImportContext } from '../import-file.ts'
import type { Refusals } from '../refusals.ts'
import { sortHistory, divideHistory, isPostedSql } from './stage.ts'

export async function checkHistory(context: ImportContext, refusals: Refusals): Promise<CheckedCounts> {
  const { db, ownerId, chunkSize } = context
  await sortHistory(db, ownerId)
  await refuseUnknownCards(db, 'import_history', refusals)
  await refuseRows(db, refusals)
  await refuseBalances(context, refusals)
  await refuseDifferingHistory(db, refusals)
  await refuseIncompleteCards(context, refusals)
  // A card with other transactions has not been refused above, so its history was imported before.
  const existing = await sql<{ count: number }>`
    SELECT coalesce(sum(rows), 0)::integer AS count FROM import_history_card c WHERE ${hasOtherTransactionsSql}`.execute(
    db,
  )
  await divideHistory(
    db,
    sql`
      SELECT card_id, account_id, issued_at, rows, version, -change AS correction FROM import_history_card c
      WHERE NOT ${hasOtherTransactionsSql}`,
    chunkSize,
  )
  const rowsToPost = await sql<{ count: number }>`
    SELECT coalesce(sum(rows), 0)::integer AS count FROM import_history_chunk`.execute(db)
  return { existingCount: existing.rows[0]?.count ?? 0, newCount: rowsToPost.rows[0]?.count ?? 0 }
}

/** SQL that is true for a card `c` with transactions other than its openings. They were imported before, or made here. */
const hasOtherTransactionsSql = sql`(c.version > c.openings OR c.has_unposted)`

/** Refuses rows that contradict the data of their card, or other rows of the card. */
async function refuseRows(db: Db, refusals: Refusals): Promise<void> {
  const { rows } = await sql<{ line: number; reason: string }>`
    SELECT line, reason FROM (
      -- Rows from before the card was issued.
      SELECT h.line, 'Posted is before the card was issued.' AS reason FROM import_history h WHERE h.posted_at < h.issued_at AND ${isPostedSql}
      UNION ALL
      -- Rows with another number than their position.
      SELECT h.line, format('Number is %s, but in order of time it is number %s of its card: a row is missing or occurs twice.', h.number, h.sequence_no)
      FROM import_history h WHERE h.number <> h.sequence_no AND h.card_id IS NOT NULL
      UNION ALL
      -- Reversals without a suitable original.
      SELECT h.line, format('Reverses refers to number %s, which is not an earlier fee or purchase of this amount.', h.reverses)
      FROM import_history h
      LEFT JOIN import_history original ON original.card_id = h.card_id AND original.sequence_no = h.reverses
        AND original.kind IN ('fee', 'purchase') AND original.amount = -h.amount AND original.sequence_no < h.sequence_no
      WHERE h.reverses IS NOT NULL AND h.card_id IS NOT NULL AND original.line IS NULL
      UNION ALL
      -- Second reversals of a transaction.
      SELECT h.line, format('Reverses refers to number %s, which has already been reversed.', h.reverses) FROM (
        SELECT line, reverses, row_number() OVER (PARTITION BY card_id, reverses ORDER BY sequence_no) AS occurrence
        FROM import_history WHERE reverses IS NOT NULL AND card_id IS NOT NULL
      ) h WHERE h.occurrence > 1
    ) s ORDER BY line`.execute(db)
  for (const { line, reason } of rows) refusals.add(line, reason)
}

/** SQL that is true if the rows of card `c` add up to more than its balance. An overdrawn card may begin below zero. */
const exceedsBalanceSql = sql`(c.balance_cents >= 0 AND c.balance_cents < c.change)`
/** SQL that is true if more is authorised on card `c` than its balance. */
const exceedsHeldSql = sql`c.held > greatest(c.balance_cents, 0)`

/** Refuses the rows of a card without other transactions if they cannot lead to its balance. */
async function refuseBalances({ db, currency }: ImportContext, refusals: Refusals): Promise<void> {
  const { rows } = await sql<{ line: number; change: number; held: number; balance: number; is_exceeded: boolean }>`
    SELECT h.line, c.change, c.held, c.balance_cents AS balance, ${exceedsBalanceSql} AS is_exceeded
    FROM import_history_card c JOIN import_history h ON h.card_id = c.card_id
    WHERE NOT ${hasOtherTransactionsSql} AND (${exceedsBalanceSql} OR ${exceedsHeldSql}) ORDER BY h.line`.execute(db)
  const amountToText = (amount: number) => `${currency} ${centsToText(cents(amount))}`
  for (const { line, change, held, balance, is_exceeded } of rows) {
    refusals.add(
      line,
      is_exceeded
        ? `The transactions of the card add up to ${amountToText(change)}, and its balance is ${amountToText(balance)}: a transaction that reduces the balance is missing, or the balance is wrong.`
        : `The card has ${amountToText(balance)}, and ${amountToText(held)} of it is authorised.`,
    )
  }
}

/** SQL that compares the transactions of one type in the file with those that are stored. */
interface ComparedTransactions {
  /** A condition on a row `h` of the file. */
  readonly isOfTypeSql: RawBuilder<unknown>
  /** The fields of a row `h` of the file, as one text. */
  readonly contentInFile: RawBuilder<unknown>
  /** A query of (card_id, sequence_no, content) from `used_cards`. The content has the same fields in the same order. */
  readonly stored: RawBuilder<unknown>
}

const comparedTypes: readonly ComparedTransactions[] = [
  {
    isOfTypeSql: isPostedSql,
    contentInFile: sql`(h.kind, h.posted_at, h.happened_at, h.amount, h.fee_type_id, h.description, h.merchant_id, h.auth_number)::text`,
    // A stored description can be a key of a message, but the file has the English words (stored-text.ts).
    stored: sql`
      SELECT c.card_id, row_number() OVER (PARTITION BY c.card_id ORDER BY t.posted_at, t.id) AS sequence_no,
             (t.kind, t.posted_at, t.happened_at, e.amount_cents, t.fee_type_id, ${englishWords(sql`t.description`)}, t.merchant_id,
              t.auth_number)::text AS content
      FROM used_cards c JOIN ledger_entry e ON e.account_id = c.account_id JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE t.kind <> 'opening'`,
  },
  {
    isOfTypeSql: sql`h.kind = 'authorisation'`,
    contentInFile: sql`(h.posted_at, h.happened_at, h.amount, h.description, h.merchant_id, h.auth_number, h.released_at)::text`,
    stored: sql`
      SELECT c.card_id, row_number() OVER (PARTITION BY c.card_id ORDER BY o.authorised_at, o.id) AS sequence_no,
             (o.authorised_at, o.first_authorised_at, o.amount_cents, o.description, o.merchant_id, o.auth_number, o.released_at)::text AS content
      FROM used_cards c JOIN card_authorisation o ON o.card_id = c.card_id`,
  },
  {
    isOfTypeSql: sql`h.kind = 'failed'`,
    contentInFile: sql`(h.posted_at, h.amount, h.description, h.error_code, h.method, h.manager, h.card_balance)::text`,
    stored: sql`
      SELECT c.card_id, row_number() OVER (PARTITION BY c.card_id ORDER BY f.failed_at, f.id) AS sequence_no,
             (f.failed_at, f.amount_cents, f.description, f.error_code, f.method, f.manager, f.card_balance_cents)::text AS content
      FROM used_cards c JOIN failed_transaction f ON f.card_id = c.card_id`,
  },
]

/** SQL for the cards with a row in the file that differs from the stored transaction at the same position. */
const selectDifferingCards = ({ isOfTypeSql, contentInFile, stored }: ComparedTransactions) => sql`
  (WITH used_cards AS (SELECT * FROM import_history_card c WHERE ${hasOtherTransactionsSql}), stored AS MATERIALIZED (${stored})
  SELECT h.card_id FROM used_cards c JOIN import_history h ON h.card_id = c.card_id
  LEFT JOIN stored t ON t.card_id = h.card_id AND t.sequence_no = h.sequence_no
  WHERE ${isOfTypeSql} AND t.content IS DISTINCT FROM ${contentInFile})`

/** Refuses the rows of a card with other transactions, unless its transactions begin with exactly these rows. */
async function refuseDifferingHistory(db: Db, refusals: Refusals): Promise<void> {
  const differingCards = sql.join(comparedTypes.map(selectDifferingCards), sql` UNION ALL `)
  const { rows } = await sql<{ line: number }>`
    SELECT h.line FROM import_history h WHERE h.card_id IN (${differingCards}) ORDER BY h.line`.execute(db)
  for (const { line } of rows)
    refusals.add(line, 'The card has already been used here, and its transactions differ from those in the file.')
}

/** Refuses all rows of a card if one of its rows is refused, and excludes these cards from the import. */
async function refuseIncompleteCards({ db, ownerId }: ImportContext, refusals: Refusals): Promise<void> {
  const { rows } = await sql<{ line: number }>`
    WITH incomplete AS MATERIALIZED (
      -- Cards with a row that a check refused.
      SELECT card_id FROM import_history WHERE line = ANY(${refusals.lineNumbers()}::integer[])
      -- Cards with a row that could not be read.
      UNION SELECT c.id FROM import_incomplete_card s ${joinIdentifiedCards(ownerId)}
    ),
    deleted AS (DELETE FROM import_history_card c USING incomplete t WHERE t.card_id = c.card_id)
    SELECT h.line FROM import_history h JOIN incomplete t ON t.card_id = h.card_id ORDER BY h.line`.execute(db)
  for (const { line } of rows)
    refusals.add(line, 'Another row of this card is refused, and the rows of a card are imported together.')
}
