// Converts a batch in a response to the type that the domain's rules use.
import type { BatchProgress } from '#domain/batch/states.ts'
import type { BatchLoadFile } from './batches.ts'

export const apiToBatchProgress = (batch: BatchLoadFile): BatchProgress => ({
  type: batch.LOADTYPE,
  uploadedUserId: batch.BATCHLOADFILEUPLOADEDUSERID,
  keyMakerId: batch.KEYMAKERUSERID,
  refusals: batch.APPROVAL?.refusals,
  approved: batch.BATCHLOADFILEAPPROVED,
  rejected: batch.BATCHLOADFILEREJECTED,
  withdrawn: batch.WITHDRAWN,
  closed: batch.BATCHLOADFILECLOSED,
  processed: batch.PROCESSED,
  isRunning: batch.BEGUN,
  waitsUntil: batch.SCHEDULEDDATE === null ? undefined : Date.parse(batch.SCHEDULEDDATE),
  heldUntil: batch.HELDUNTIL ? Date.parse(batch.HELDUNTIL) : undefined,
  loadedCount: batch.LOADEDCOUNT,
  rowCount: batch.LOADSCOUNT,
})
