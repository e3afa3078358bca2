// Holds a batch for a change of its state: of two at the same moment one waits, and is then judged by what the other left.
import { codes } from '#contract/codes.ts'
import type { BatchProgress } from '#domain/batch/states.ts'
import { refuse, type Refusal, type SessionContext } from '#server/context.ts'
import { holdBatch } from '#server/ledger/hold-batch.ts'
import { NO_SUCH_BATCH } from './lists.ts'
import { rowToProgress } from './to-wire.ts'

/** The refusal of the rule, asked once the file is held; undefined where the change may be made in this transaction. */
export async function changeFile(
  context: SessionContext,
  id: number,
  rule: (batch: BatchProgress, viewerId: string) => string | undefined,
): Promise<Refusal | undefined> {
  const { db, viewer } = context
  context.concerns('batch', id)
  const batch = await holdBatch(db, id, viewer.ownerId)
  if (!batch) return refuse(codes.notFound, NO_SUCH_BATCH)
  const text = rule(rowToProgress(batch), String(viewer.userId))
  return text === undefined ? undefined : refuse(codes.refusedState, text)
}
