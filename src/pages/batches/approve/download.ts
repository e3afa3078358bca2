// The files of a batch: the report of its rows, its rows as a file, and what its maker uploaded (batches §4, §7).
import { download } from '#services/files/download.ts'
import * as say from '#words/pages/batches/approve.ts'

export type Download = 'report' | 'file'
/** `ownFile`: what its maker uploaded, as it was. */
type Asked = Download | 'ownFile'

/** Hands it to the operator; what goes wrong is said in a notice. */
export const downloadBatch = (what: Asked, batchId: string): Promise<void> =>
  download(methods[what], { batchLoadFileID: batchId }, say.batch(batchId))

const methods = { report: 'downloadBatchLoadReport', file: 'downloadBatchLoadFile', ownFile: 'myBatchFile' } as const
