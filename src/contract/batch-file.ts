// A batch as the wire names it, in the form that the rules and the words of the domain look at.
import type { BatchProgress } from '#domain/batch/states.ts'
import type { BatchLoadFile } from './batches.ts'

export const batchFileToProgress = (file: BatchLoadFile): BatchProgress => ({
  type: file.LOADTYPE,
  uploadedUserId: file.BATCHLOADFILEUPLOADEDUSERID,
  approved: file.BATCHLOADFILEAPPROVED,
  rejected: file.BATCHLOADFILEREJECTED,
  withdrawn: file.WITHDRAWN,
  closed: file.BATCHLOADFILECLOSED,
  processed: file.PROCESSED,
  begun: file.BEGUN,
  waitsUntil: file.SCHEDULEDDATE === null ? undefined : Date.parse(file.SCHEDULEDDATE),
  loadedCount: file.LOADEDCOUNT,
  rowCount: file.LOADSCOUNT,
})
