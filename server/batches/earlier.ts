// The same rows once more: which batches of the last 30 days had this fingerprint, and what is asked of an upload then (threats T35).
import { codes } from '#contract/codes.ts'
import type { earlierBatch } from '#contract/batches.ts'
import { batchKinds, type StoredBatchType } from '#domain/batch/kinds.ts'
import { stateToWords } from '#domain/batch/words.ts'
import { instantToText } from '#domain/instants.ts'
import { DAY_MS } from '#domain/units.ts'
import { DUPLICATE_REASON, isDuplicateReason } from '#domain/uploads.ts'
import { refuse, type Refusal, type SessionContext } from '#server/context.ts'
import type { Fingerprints } from '#server/db/fingerprint.ts'
import * as say from '#words/server/batches.ts'
import type * as z from 'zod'
import { batchesByFingerprint, type EarlierBatchRow } from './queries.ts'
import { rowToState } from './to-wire.ts'

const DAYS = 30

export function earlierBatches(
  context: SessionContext,
  { fingerprint, before }: Fingerprints,
): Promise<EarlierBatchRow[]> {
  const since = new Date(context.now() - DAYS * DAY_MS)
  return batchesByFingerprint(context.db, context.viewer.ownerId, [fingerprint, before], since)
}

export const earlierToWire = (row: EarlierBatchRow): z.output<typeof earlierBatch> => ({
  batchLoadFileID: String(row.id),
  uploadedBy: row.username,
  uploadedAt: row.uploaded_at.toISOString(),
  state: earlierState(row),
  reason: row.duplicate_reason,
})

/** Why the upload may not go on without a reason, naming the earlier batch; undefined where it may. */
export function refuseDuplicate(
  context: SessionContext,
  earlier: readonly EarlierBatchRow[],
  reason: string,
  type: StoredBatchType,
): Refusal | undefined {
  const [last] = earlier
  if (!last || isDuplicateReason(reason)) return undefined
  const when = instantToText(last.uploaded_at.toISOString(), context.client)
  const message = say.sameRowsWereUploadedAsBatch(
    last.id,
    last.username,
    when,
    earlierState(last),
    batchKinds[type].done,
    DUPLICATE_REASON.least,
    DUPLICATE_REASON.most,
  )
  return refuse(codes.refusedParameters, message, { errors: [{ path: 'duplicateReason', message }] })
}

const earlierState = (row: EarlierBatchRow): string => stateToWords(rowToState(row))
