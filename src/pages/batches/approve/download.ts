// The files of a batch: the report of its rows, the rows as a file, and the uploaded file.
import { m } from '#words/messages.js'
import { download } from '#services/files/download.ts'

export type Download = 'report' | 'file'
/** `ownFile` is the uploaded file. */
type DownloadKind = Download | 'ownFile'

/** Downloads the file; shows errors as a notice. */
export const downloadBatch = (fileType: DownloadKind, batchId: string): Promise<void> =>
  download(methods[fileType], { batchLoadFileID: batchId }, m.batches_batch({ id: batchId }))

const methods = { report: 'downloadBatchLoadReport', file: 'downloadBatchLoadFile', ownFile: 'myBatchFile' } as const
