// Converts a batch of the API to the type that the domain's rules use.
import type { BatchProgress } from '#domain/batch/states.ts'
import type { BatchLoadFile } from './batches.ts'

export const apiToBatchProgress = (file: BatchLoadFile): BatchProgress => ({
  type: file.LOADTYPE,
  uploadedUserId: file.BATCHLOADFILEUPLOADEDUSERID,
  approved: file.BATCHLOADFILEAPPROVED,
  rejected: file.BATCHLOADFILEREJECTED,
  withdrawn: file.WITHDRAWN,
  closed: file.BATCHLOADFILECLOSED,
  processed: file.PROCESSED,
  isRunning: file.BEGUN,
  waitsUntil: file.SCHEDULEDDATE === null ? undefined : Date.parse(file.SCHEDULEDDATE),
  heldUntil: file.HELDUNTIL ? Date.parse(file.HELDUNTIL) : undefined,
  loadedCount: file.LOADEDCOUNT,
  rowCount: file.LOADSCOUNT,
})
