// The same rows once more: which batches of the last 30 days had this fingerprint, and the sentence that names the last.
import type { earlierBatch } from '#contract/batches.ts'
import { batchKinds, type StoredBatchType } from '#domain/batch/kinds.ts'
import { stateToWords } from '#domain/batch/words.ts'
import { instantToText } from '#domain/instants.ts'
import { DUPLICATE_REASON } from '#domain/uploads.ts'
import type { Refusal, SessionContext } from '#server/operations/context.ts'
import type { Fingerprints } from '#server/db/fingerprint.ts'
import { wholeOwner } from '#server/operations/scope.ts'
import { refuseWithoutReason, repeatsSince } from '#server/operations/duplicates.ts'
import * as say from '#words/server/batches.ts'
import type * as z from 'zod'
import { batchesByFingerprint, type EarlierBatchRow } from './queries.ts'
import { rowToState } from './to-wire.ts'

/** Of the whole owner: the same rows are the same cards, so nothing else of another batch is said than that it was uploaded. */
export const earlierBatches = (
  context: SessionContext,
  { fingerprint, before }: Fingerprints,
): Promise<EarlierBatchRow[]> =>
  batchesByFingerprint(context.db, wholeOwner(context.viewer.ownerId), [fingerprint, before], repeatsSince(context))

export const earlierToWire = (row: EarlierBatchRow): z.output<typeof earlierBatch> => ({
  batchLoadFileID: String(row.id),
  uploadedBy: row.username,
  uploadedAt: row.uploaded_at.toISOString(),
  state: earlierState(row),
  reason: row.duplicate_reason,
})

/** Why the upload may not go on without a reason, naming the earlier batch; undefined where it may. */
export const refuseDuplicate = (
  context: SessionContext,
  [last]: readonly EarlierBatchRow[],
  reason: string,
  type: StoredBatchType,
): Refusal | undefined =>
  refuseWithoutReason(last, reason, (batch) =>
    say.sameRowsUploadedBefore(
      batch.id,
      batch.username,
      instantToText(batch.uploaded_at.toISOString(), context.client),
      earlierState(batch),
      batchKinds[type].done,
      DUPLICATE_REASON.least,
      DUPLICATE_REASON.most,
    ),
  )

const earlierState = (row: EarlierBatchRow): string => stateToWords(rowToState(row))
