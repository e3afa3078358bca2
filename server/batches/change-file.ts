// Holds a batch for a change of its state: of two at the same moment one waits, and is then judged by what the other left.
import { codes } from '#contract/codes.ts'
import type { BatchProgress } from '#domain/batch/states.ts'
import { refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { money } from '#server/audit/audit-fields.ts'
import { type HeldBatch, holdBatch } from '#server/ledger/hold-batch.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { rowToProgress } from './to-wire.ts'

/** The batch, locked for a change in this transaction, or the refusal of the rule. */
export async function changeFile(
  context: SessionContext,
  id: number,
  rule: (batch: BatchProgress, viewerId: string) => string | undefined,
): Promise<HeldBatch | Refusal> {
  const { db, viewer } = context
  context.concerns('batch', id)
  const batch = await holdBatch(db, id, viewer)
  if (!batch) return refuse(codes.notFound, NO_SUCH_BATCH)
  const text = rule(rowToProgress(batch), String(viewer.userId))
  if (text !== undefined) return refuse(codes.refusedState, text)
  context.records({
    reference: batch.reference,
    rows: batch.row_count,
    amount: money(batch.amount_cents, batch.currency),
  })
  return batch
}
