// The files of a batch: the report of its rows, its rows as a file, and the uploaded file.
import { download } from '#services/files/download.ts'
import * as say from '#words/pages/batches/approve.ts'

export type Download = 'report' | 'file'
/** `ownFile`: the uploaded file. */
type DownloadKind = Download | 'ownFile'

/** Gives it to the user; errors are shown as a notice. */
export const downloadBatch = (what: DownloadKind, batchId: string): Promise<void> =>
  download(methods[what], { batchLoadFileID: batchId }, say.batch(batchId))

const methods = { report: 'downloadBatchLoadReport', file: 'downloadBatchLoadFile', ownFile: 'myBatchFile' } as const
