// The files of a batch: the report of its rows, the rows as a file, and the uploaded file.
import { m } from '#words/messages.js'
import { download } from '#services/files/download.ts'

export type Download = 'report' | 'file'
export const isDownload = (action: string): action is Download => action === 'report' || action === 'file'

/** `ownFile` is the file that the maker uploaded. */
type DownloadKind = Download | 'ownFile'

/** Downloads the file; shows errors as a notice. */
export const downloadBatch = (kind: DownloadKind, batchId: string): Promise<void> =>
  download(methodOf[kind], { batchLoadFileID: batchId }, m.batches_batch({ id: batchId }))

const methodOf = { report: 'downloadBatchLoadReport', file: 'downloadBatchLoadFile', ownFile: 'myBatchFile' } as const
