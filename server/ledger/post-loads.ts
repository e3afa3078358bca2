// Posts the waiting rows of a load batch: one set-wise statement whatever their number, judged again by the facts of this
// moment. Together with post-moves.ts and post-movements.ts the only writer of balances and entries.
import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { hasError, NONE } from '#domain/rows/findings.ts'
import { judgeLoads } from '#domain/batch/judge.ts'
import { findingsToResultText, LOADED_TEXT } from '#domain/batch/results.ts'
import { cents } from '#domain/money.ts'
import { lockOwnerAccounts, type OwnerAccount } from './accounts.ts'
import {
  type FailedRow,
  findLateCards,
  lockCardAccounts,
  markFailed,
  type PostedBatch,
  type PostOutcome,
  waitingRows,
} from './batch-rows.ts'
import { campaignRules, rowToCardFacts } from './card-facts.ts'

/**
 * Loads every waiting row that nothing stands against and gives each other row its sentence; amounts in minor units.
 * Call it inside the transaction that marks the batch processed. Six statements at most, seven with rows that failed.
 * The funding account is locked before any card, cards in the order of their accounts: two batches never wait in a circle.
 */
export async function postLoads(trx: Db, batch: PostedBatch): Promise<PostOutcome> {
  const accounts = await lockOwnerAccounts(trx, batch.ownerId, batch.currency)
  await findLateCards(trx, batch)
  await lockCardAccounts(trx, batch)
  const campaigns = await campaignRules(trx, batch.ownerId)
  const rows = await waitingRows(trx, batch)
  const findings = judgeLoads(
    rows.map((row) => ({
      cardKey: row.card_id ?? `row ${row.row_no}`,
      amountCents: cents(row.amount_cents),
      feeCents: cents(row.fee_cents),
      card: rowToCardFacts(row, campaigns),
    })),
    { validation: batch.validation, fundsCents: cents(accounts.funding.balance_cents) },
  )
  const failed: FailedRow[] = []
  let loadedCents = 0
  let loadedFeeCents = 0
  rows.forEach((row, index) => {
    const found = findings[index] ?? NONE
    if (hasError(found)) {
      failed.push({ rowNo: row.row_no, text: findingsToResultText(found) })
    } else {
      loadedCents += row.amount_cents
      loadedFeeCents += row.fee_cents
    }
  })
  await markFailed(trx, batch, failed)
  if (failed.length < rows.length) await postWaiting(trx, batch, accounts)
  return {
    loadedCount: rows.length - failed.length,
    loadedCents: cents(loadedCents),
    loadedFeeCents: cents(loadedFeeCents),
    failedCount: failed.length,
  }
}

/** All rows still waiting: one ledger transaction each, funding −(amount + fee), card +amount, fee income +fee. */
async function postWaiting(
  trx: Db,
  batch: PostedBatch,
  { funding, fee }: { funding: OwnerAccount; fee: OwnerAccount },
): Promise<void> {
  await sql`
    WITH loaded AS (
      UPDATE batch_row SET state = 'loaded', result_text = ${LOADED_TEXT}, load_date = ${batch.postedAt}
      WHERE batch_id = ${batch.batchId} AND state = 'waiting'
      RETURNING row_no, card_id, amount_cents, fee_cents
    ),
    -- Ids are drawn first, so that no join is needed to tell which transaction is whose.
    known AS MATERIALIZED (
      SELECT nextval('ledger_transaction_id_seq') AS id, l.*, a.id AS account_id,
             a.balance_cents, a.version
      FROM (SELECT * FROM loaded ORDER BY row_no) l JOIN account a ON a.card_id = l.card_id
    ),
    posted AS (
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, card_id, batch_id, row_no, description)
      SELECT id, ${batch.ownerId}, 'load', ${batch.postedAt}, card_id, ${batch.batchId}, row_no, ${batch.reference}
      FROM known
    ),
    lines AS (
      SELECT id, row_no, account_id, amount_cents AS amount, balance_cents AS balance, version FROM known
      UNION ALL
      SELECT id, row_no, ${funding.id}::bigint, -(amount_cents + fee_cents), ${funding.balance_cents}::bigint,
             ${funding.version}::bigint FROM known
      UNION ALL
      SELECT id, row_no, ${fee.id}::bigint, fee_cents, ${fee.balance_cents}::bigint, ${fee.version}::bigint
      FROM known WHERE fee_cents > 0
    ),
    entered AS (
      INSERT INTO ledger_entry (transaction_id, account_id, amount_cents, balance_before, balance_after, account_version)
      SELECT id, account_id, amount, balance + sum(amount) OVER up_to - amount, balance + sum(amount) OVER up_to,
             version + row_number() OVER up_to
      FROM lines
      WINDOW up_to AS (PARTITION BY account_id ORDER BY row_no ROWS UNBOUNDED PRECEDING)
      RETURNING account_id, amount_cents
    )
    UPDATE account a SET balance_cents = a.balance_cents + s.change, version = a.version + s.entries
    FROM (SELECT account_id, sum(amount_cents)::bigint AS change, count(*) AS entries FROM entered GROUP BY account_id) s
    WHERE a.id = s.account_id
  `.execute(trx)
}
