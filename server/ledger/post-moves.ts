// Posts the waiting rows of a transfer or a devalue: as post-loads.ts, one set-wise statement whatever their number, judged
// again by the facts of this moment. A transfer goes from card to card, a devalue from card to funding account; no fees.
import { sql } from 'kysely'
import { hasError, NONE } from '#domain/rows/findings.ts'
import { judgeMoves } from '#domain/batch/moves.ts'
import { doneText, findingsToResultText } from '#domain/batch/results.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '#server/context.ts'
import { lockOwnerAccounts, type OwnerAccount } from './accounts.ts'
import {
  type FailedRow,
  findLateCards,
  findLateTargets,
  lockCardAccounts,
  markFailed,
  type PostedBatch,
  type PostOutcome,
  type WaitingRow,
  waitingRows,
  waitingTargets,
} from './batch-rows.ts'
import { type CampaignRules, campaignRules, rowToCardFacts } from './card-facts.ts'

export interface MoveBatch extends PostedBatch {
  readonly type: 'transfer' | 'devalue'
  /** True: each card is retired once its money is off. */
  readonly retire: boolean
  /** Whose decision it is, for the cards' history. */
  readonly approvedBy: number
}

const NO_FEES = 0 as Cents

/**
 * Moves every waiting row that nothing stands against and gives each other row its sentence; amounts in minor units.
 * Call it inside the transaction that marks the batch processed. The owner's accounts are locked before any card, cards in
 * the order of their accounts.
 */
export async function postMoves(trx: Db, batch: MoveBatch): Promise<PostOutcome> {
  const isTransfer = batch.type === 'transfer'
  const accounts = isTransfer ? undefined : await lockOwnerAccounts(trx, batch.ownerId, batch.currency)
  await findLateCards(trx, batch)
  if (isTransfer) await findLateTargets(trx, batch)
  await lockCardAccounts(trx, batch)
  const campaigns = await campaignRules(trx, batch.ownerId)
  const rows = await waitingRows(trx, batch)
  const targets = isTransfer ? await waitingTargets(trx, batch) : []
  const verdicts = judgeMoves(
    rows.map((row, index) => ({
      source: rowToMoveCard(row, campaigns),
      target: isTransfer ? rowToMoveCard(targets[index], campaigns) : undefined,
      // What the whole balance was is what the checker has seen: it does not follow the card.
      amountCents: cents(row.amount_cents),
      takesAll: false,
    })),
    batch,
  )
  const failed: FailedRow[] = []
  let loadedCents = 0
  rows.forEach((row, index) => {
    const { findings = NONE, targetFaults = [] } = verdicts[index] ?? {}
    if (!hasError(findings)) loadedCents += row.amount_cents
    else failed.push({ rowNo: row.row_no, text: findingsToResultText(findings, batch.type, targetFaults) })
  })
  await markFailed(trx, batch, failed)
  if (failed.length < rows.length) {
    await postWaiting(trx, batch, accounts?.funding)
    if (batch.retire) await retireCards(trx, batch)
  }
  const loadedCount = rows.length - failed.length
  return { loadedCount, loadedCents: cents(loadedCents), loadedFeeCents: NO_FEES, failedCount: failed.length }
}

const rowToMoveCard = (row: WaitingRow | undefined, campaigns: ReadonlyMap<number, CampaignRules>) => ({
  // Without a card the facts say that it does not exist; the key then only must be no other card's.
  key: row?.card_id ?? `row ${row?.row_no}`,
  facts: rowToCardFacts(row, campaigns),
  heldCents: cents(row?.held_cents ?? 0),
})

/** All rows still waiting: one ledger transaction each, the card −amount, the other card or the funding account +amount. */
async function postWaiting(trx: Db, batch: MoveBatch, funding: OwnerAccount | undefined): Promise<void> {
  const paid = funding
    ? sql`CROSS JOIN (SELECT ${funding.id}::bigint AS id, ${funding.balance_cents}::bigint AS balance_cents, ${funding.version}::bigint AS version) t`
    : sql`JOIN account t ON t.card_id = l.target_card_id`
  await sql`
    WITH moved AS (
      UPDATE batch_row SET state = 'loaded', result_text = ${doneText(batch.type, batch.retire)}, load_date = ${batch.postedAt}
      WHERE batch_id = ${batch.batchId} AND state = 'waiting'
      RETURNING row_no, card_id, target_card_id, amount_cents
    ),
    -- Ids are drawn first, so that no join is needed to tell which transaction is whose.
    known AS MATERIALIZED (
      SELECT nextval('ledger_transaction_id_seq') AS id, l.row_no, l.card_id, l.amount_cents,
             s.id AS from_id, s.balance_cents AS from_balance, s.version AS from_version,
             t.id AS to_id, t.balance_cents AS to_balance, t.version AS to_version
      FROM (SELECT * FROM moved ORDER BY row_no) l JOIN account s ON s.card_id = l.card_id ${paid}
    ),
    posted AS (
      INSERT INTO ledger_transaction (id, owner_id, kind, posted_at, card_id, batch_id, row_no, description)
      SELECT id, ${batch.ownerId}, ${batch.type}, ${batch.postedAt}, card_id, ${batch.batchId}, row_no, ${batch.reference}
      FROM known
    ),
    lines AS (
      SELECT id, row_no, from_id AS account_id, -amount_cents AS amount, from_balance AS balance, from_version AS version
      FROM known
      UNION ALL
      SELECT id, row_no, to_id, amount_cents, to_balance, to_version FROM known
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

/** The cards of this run's rows, each empty now; one that was retired before stays as it was. */
async function retireCards(trx: Db, batch: MoveBatch): Promise<void> {
  await sql`
    WITH retired AS (
      UPDATE card c SET retired_at = ${batch.postedAt}
      FROM batch_row r
      WHERE r.batch_id = ${batch.batchId} AND r.state = 'loaded' AND r.load_date = ${batch.postedAt}
        AND c.id = r.card_id AND c.retired_at IS NULL
      RETURNING c.id
    )
    INSERT INTO card_event (card_id, at, user_id, kind)
    SELECT id, ${batch.postedAt}, ${batch.approvedBy}, 'retired' FROM retired
  `.execute(trx)
}
