// Locks a batch for a change of its state.
import { m } from '#words/messages.js'
import {
  type Approvable,
  type ChangeAttempt,
  type DecisionColumns,
  type Locked,
  lockForChange,
} from '#server/approvals/approvable.ts'
import { money } from '#server/audit/audit-fields.ts'
import { type LockedBatch, lockBatchRow } from '#server/ledger/lock-batch.ts'
import type { Refusal, SessionContext } from '#server/operations/context.ts'
import type { BatchProgress } from '#domain/batch/states.ts'
import { enqueueBatchMail } from './mail.ts'
import { batchToProgress } from './to-api.ts'

interface BatchColumns extends DecisionColumns {
  readonly scheduled_at?: Date | null
  readonly held_until?: Date | null
}

export const approvableBatches: Approvable<LockedBatch, BatchColumns> = {
  subject: 'batch',
  notFoundMessage: m.batches_thereIsNoSuchBatch,
  changedMessage: m.batches_changedSinceOpened,
  lock: lockBatchRow,
  update: (db, id, columns) => db.updateTable('batch_file').set(columns).where('id', '=', id).execute(),
  toAuditValues: (batch) => ({
    reference: batch.reference,
    rows: batch.row_count,
    amount: money(batch.amount_cents, batch.currency),
  }),
  enqueueDecisionMail: (jobs, db, batchId) => enqueueBatchMail(jobs, db, { batchId, event: 'decided' }),
  enqueueSignedMail: (jobs, db, batchId) => enqueueBatchMail(jobs, db, { batchId, event: 'signed' }),
}

interface BatchChange {
  readonly id: string
  /** A batch for which this returns false is not found. */
  readonly appliesTo?: (batch: LockedBatch) => boolean
  /** Returns why the change is refused. Undefined if it is allowed. */
  readonly refusalOf: (batch: BatchProgress, attempt: ChangeAttempt) => string | undefined
}

/** Locks the batch until the transaction ends, or returns the refusal. */
export const lockBatch = (
  context: SessionContext,
  { id, appliesTo, refusalOf }: BatchChange,
): Promise<Locked<LockedBatch> | Refusal> =>
  lockForChange(context, approvableBatches, {
    id: Number(id),
    appliesTo,
    refusalOf: (lockedBatch, attempt) => refusalOf(batchToProgress(lockedBatch, lockedBatch.approval), attempt),
  })
