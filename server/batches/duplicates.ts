// Finds batches of the last 30 days with the same rows, and writes the message about the newest of them.
import { m } from '#words/messages.js'
import type { earlierBatch } from '#contract/batches.ts'
import { batchTypes, type StoredBatchType } from '#domain/batch/types.ts'
import { batchStateToText } from '#domain/batch/words.ts'
import { instantToText } from '#domain/instants.ts'
import { DUPLICATE_REASON } from '#domain/uploads.ts'
import type { SessionContext } from '#server/operations/context.ts'
import { startOfDuplicatePeriod } from '#server/approvals/duplicates.ts'
import type * as z from 'zod'
import { findBatchesByFingerprint, type EarlierBatch } from './queries.ts'
import { batchToState } from './to-api.ts'

/**
 * The viewer's batches with these rows, newest first. A batch with exactly these rows has cards of the same campaigns,
 * so a user who can submit the rows can also see the batch.
 */
export const findDuplicates = (context: SessionContext, fingerprint: string): Promise<EarlierBatch[]> =>
  findBatchesByFingerprint(context.db, context.viewer, fingerprint, startOfDuplicatePeriod(context))

export const duplicateToApi = (batch: EarlierBatch): z.output<typeof earlierBatch> => ({
  batchLoadFileID: String(batch.id),
  uploadedBy: batch.username,
  uploadedAt: batch.uploaded_at.toISOString(),
  state: earlierStateText(batch),
  reason: batch.duplicate_reason,
})

/** The message that names the earlier batch and asks for a reason to submit the same rows again. */
export const duplicateToMessage = (context: SessionContext, batch: EarlierBatch, type: StoredBatchType): string =>
  m.batches_sameRowsUploadedBefore({
    id: batch.id,
    username: batch.username,
    when: instantToText(batch.uploaded_at.toISOString(), context.client),
    state: earlierStateText(batch),
    done: batchTypes[type].pastParticiple,
    minLength: DUPLICATE_REASON.minLength,
    maxLength: DUPLICATE_REASON.maxLength,
  })

const earlierStateText = (batch: EarlierBatch): string => batchStateToText(batchToState(batch))
