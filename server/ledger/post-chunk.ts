// Posts the next waiting rows of an approved batch of any type, in order. First, the rows are validated again, against
// the current state of their cards. Posting in chunks gives the same result as posting all rows together, because the
// validation of a row depends only on earlier rows, and the balances already contain the rows of earlier chunks.
import { sql } from 'kysely'
import { isRefused, NO_FINDINGS } from '#domain/rows/findings.ts'
import { rowValidators } from '#domain/batch/row-validators.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { findingsToResultText } from '#domain/batch/results.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import { type Phrase, toStoredText } from '#server/stored-text.ts'
import { addCardsWebhook } from '#server/webhooks/add.ts'
import { lockOwnerAccounts, type OwnerAccounts } from './accounts.ts'
import { type CampaignRules, rowToCard } from './card-facts.ts'
import { isOwnersAccount, postRows, type RepeatedRow } from './post-rows.ts'
import {
  type BatchChunk,
  type FailedRow,
  isInChunkSql,
  lockNextRows,
  markFailed,
  type NextChunk,
  type PostedBatch,
  readWaitingRows,
  readWaitingTargets,
  setCardsUnknownAtUpload,
  setTargetsUnknownAtUpload,
} from './waiting-rows.ts'

/** Sums of the decided rows. Amounts are in minor units. */
export interface PostOutcome {
  readonly loadedCount: number
  readonly loadedCents: Cents
  readonly loadedFeeCents: Cents
  readonly failedCount: number
}

export interface ChunkOutcome extends PostOutcome, NextChunk {}

interface ChunkPosition {
  /** The number of the last row that the run has decided. 0 at its start. */
  readonly after: number
  /** Maximum number of rows. */
  readonly size: number
  /** True for the first chunk of a run. */
  readonly isFirst: boolean
}

/**
 * Decides the next waiting rows: posts the valid rows, and stores the messages of the refused rows. Call this in the
 * transaction that records the progress of the run. The number of statements does not depend on the number of rows. The
 * owner's accounts are locked before any card, and cards in the order of their accounts, so that two batches never
 * deadlock.
 */
export async function postChunk(
  trx: Db,
  batch: PostedBatch,
  campaigns: ReadonlyMap<number, CampaignRules>,
  { after, size, isFirst }: ChunkPosition,
): Promise<ChunkOutcome> {
  const { moves, needsTarget } = batchTypes[batch.type]
  const movesOwnersMoney = isOwnersAccount(moves.from) || isOwnersAccount(moves.to)
  const accounts = movesOwnersMoney ? await lockOwnerAccounts(trx, batch.ownerId, batch.currency) : undefined
  if (isFirst) {
    await setCardsUnknownAtUpload(trx, batch)
    if (needsTarget) await setTargetsUnknownAtUpload(trx, batch)
  }
  const next = await lockNextRows(trx, batch, { after, size })
  // An empty range if no row waits.
  const chunk = { ...batch, after, upTo: next.upTo ?? after }
  const outcome = await postRange(trx, chunk, campaigns, accounts)
  return { ...next, ...outcome }
}

async function postRange(
  trx: Db,
  chunk: BatchChunk,
  campaigns: ReadonlyMap<number, CampaignRules>,
  accounts: OwnerAccounts | undefined,
): Promise<PostOutcome> {
  const { moves, needsTarget } = batchTypes[chunk.type]
  const rows = await readWaitingRows(trx, chunk)
  const targets = needsTarget ? await readWaitingTargets(trx, chunk) : []
  // The owner's account that pays. Undefined if the cards pay.
  const payer = isOwnersAccount(moves.from) ? accounts?.[moves.from] : undefined
  const results = rowValidators[chunk.type](
    rows.map((row, index) => ({
      source: rowToCard(row, campaigns, `row ${row.row_no}`),
      target: needsTarget ? rowToCard(targets[index], campaigns, `target ${row.row_no}`) : undefined,
      // "Full balance" means the amount that the approver saw, not the card's current balance.
      amountCents: cents(row.amount_cents),
      targetBalanceCents: row.target_balance_cents === null ? undefined : cents(row.target_balance_cents),
      movesWholeBalance: false,
      feeCents: cents(row.fee_cents),
    })),
    { validation: chunk.validation, retire: chunk.retire, fundsCents: payer && cents(payer.balance_cents) },
  )
  const failedRows: FailedRow[] = []
  const validRows: RowCards[] = []
  let loadedCents = 0
  let loadedFeeCents = 0
  const toRefusal = (row: { readonly amount_cents: number }, index: number): Phrase | undefined => {
    const { findings = NO_FINDINGS, targetFaults = [] } = results[index] ?? {}
    if (isRefused(findings)) return () => findingsToResultText(findings, chunk.type, targetFaults)
    return chunk.simulatedRefusal?.(row.amount_cents)
  }
  for (const [index, row] of rows.entries()) {
    const refusal = toRefusal(row, index)
    if (refusal) {
      failedRows.push({ rowNo: row.row_no, text: toStoredText(refusal) })
      continue
    }
    loadedCents += row.amount_cents
    loadedFeeCents += row.fee_cents
    validRows.push({ rowNo: row.row_no, cards: [row.card_id, targets[index]?.card_id] })
  }
  await markFailed(trx, chunk, failedRows)
  if (validRows.length > 0) {
    await postRows(trx, { ...chunk, description: chunk.reference }, accounts, findRepeatedRows(validRows))
    if (chunk.retire) await retireCards(trx, chunk)
  }
  return {
    loadedCount: validRows.length,
    loadedCents: cents(loadedCents),
    loadedFeeCents: cents(loadedFeeCents),
    failedCount: failedRows.length,
  }
}

interface RowCards {
  readonly rowNo: number
  /** The row's card and its target card. */
  readonly cards: readonly (number | null | undefined)[]
}

/**
 * The rows with a card of an earlier row. The place of such a row is after the places of all earlier rows with its
 * cards. Example: rows with cards A, B, A and A have the places 0, 0, 1 and 2.
 */
function findRepeatedRows(rows: readonly RowCards[]): RepeatedRow[] {
  const nextPlaces = new Map<number, number>()
  const repeatedRows: RepeatedRow[] = []
  for (const { rowNo, cards } of rows) {
    const cardIds = cards.filter((id) => id !== null && id !== undefined)
    const place = Math.max(0, ...cardIds.map((id) => nextPlaces.get(id) ?? 0))
    for (const id of cardIds) nextPlaces.set(id, place + 1)
    if (place > 0) repeatedRows.push({ rowNo, place })
  }
  return repeatedRows
}

/** Retires the cards of the chunk's rows, which are all empty now. A card that was already retired is not changed. */
async function retireCards(trx: Db, chunk: BatchChunk): Promise<void> {
  const { rows } = await sql<{ card_id: number }>`
    WITH retired AS (
      UPDATE card c SET retired_at = ${chunk.postedAt}
      FROM batch_row r
      WHERE ${isInChunkSql(chunk)} AND r.state = 'loaded' AND r.load_date = ${chunk.postedAt}
        AND c.id = r.card_id AND c.retired_at IS NULL
      RETURNING c.id
    )
    INSERT INTO card_event (card_id, at, user_id, kind)
    SELECT id, ${chunk.postedAt}, ${chunk.approvedBy}, 'retired' FROM retired
    RETURNING card_id
  `.execute(trx)
  const cardIds = rows.map(({ card_id }) => card_id)
  await addCardsWebhook(trx, { ownerId: chunk.ownerId, at: chunk.postedAt, event: 'retired', cardIds })
}
