// Posts the waiting rows of an approved batch, whatever its kind: judged again by the facts of this moment, in the rows' order.
import { sql } from 'kysely'
import { hasError, NONE } from '#domain/rows/findings.ts'
import { judges } from '#domain/batch/judges.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { findingsToResultText } from '#domain/batch/results.ts'
import { doneToWords } from '#domain/batch/words.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '#server/context.ts'
import { lockOwnerAccounts } from './accounts.ts'
import { campaignRules, rowToCard } from './card-facts.ts'
import { isOwnersAccount, postRows } from './post-rows.ts'
import {
  type FailedRow,
  findLateCards,
  findLateTargets,
  lockCardAccounts,
  markFailed,
  type PostedBatch,
  waitingRows,
  waitingTargets,
} from './waiting-rows.ts'

/** Sums are of the rows of this run; amounts in minor units. */
export interface PostOutcome {
  readonly loadedCount: number
  readonly loadedCents: Cents
  readonly loadedFeeCents: Cents
  readonly failedCount: number
}

/**
 * Carries out every waiting row that nothing stands against and gives each other row its sentence; amounts in minor units.
 * Call it inside the transaction that marks the batch processed. The number of statements is the same whatever the rows'. The
 * owner's accounts are locked before any card, cards in the order of their accounts: two batches never wait in a circle.
 */
export async function postBatch(trx: Db, batch: PostedBatch): Promise<PostOutcome> {
  const { moves, needsTarget } = batchKinds[batch.type]
  const ownSides = [moves.from, moves.to].filter(isOwnersAccount)
  const accounts = ownSides.length > 0 ? await lockOwnerAccounts(trx, batch.ownerId, batch.currency) : undefined
  await findLateCards(trx, batch)
  if (needsTarget) await findLateTargets(trx, batch)
  await lockCardAccounts(trx, batch)
  const campaigns = await campaignRules(trx, batch.ownerId)
  const rows = await waitingRows(trx, batch)
  const targets = needsTarget ? await waitingTargets(trx, batch) : []
  const payer = isOwnersAccount(moves.from) ? accounts?.[moves.from] : undefined
  const judgements = judges[batch.type](
    rows.map((row, index) => ({
      source: rowToCard(row, campaigns, `row ${row.row_no}`),
      target: needsTarget ? rowToCard(targets[index], campaigns, `target ${row.row_no}`) : undefined,
      // What the whole balance was is what the checker has seen: it does not follow the card.
      amountCents: cents(row.amount_cents),
      takesAll: false,
      feeCents: cents(row.fee_cents),
    })),
    {
      validation: batch.validation,
      retire: batch.retire,
      ...(payer && { fundsCents: cents(payer.balance_cents) }),
    },
  )
  const failed: FailedRow[] = []
  let loadedCents = 0
  let loadedFeeCents = 0
  rows.forEach((row, index) => {
    const { findings = NONE, targetFaults = [] } = judgements[index] ?? {}
    if (hasError(findings)) {
      failed.push({ rowNo: row.row_no, text: findingsToResultText(findings, batch.type, targetFaults) })
    } else {
      loadedCents += row.amount_cents
      loadedFeeCents += row.fee_cents
    }
  })
  await markFailed(trx, batch, failed)
  if (failed.length < rows.length) {
    const { type, retire, reference: description } = batch
    await postRows(trx, { ...batch, description, resultText: doneToWords(type, retire) }, accounts)
    if (retire) await retireCards(trx, batch)
  }
  return {
    loadedCount: rows.length - failed.length,
    loadedCents: cents(loadedCents),
    loadedFeeCents: cents(loadedFeeCents),
    failedCount: failed.length,
  }
}

/** The cards of this run's rows, each empty now; one that was retired before stays as it was. */
async function retireCards(trx: Db, batch: PostedBatch): Promise<void> {
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
