// The files of a batch: the report of its rows and the file as it was uploaded (batches §4, §7).
import { ask } from '#services/api.ts'
import { exportsWorker } from '#services/exports-worker.ts'
import { notify } from '#services/notices.ts'
import { saveFile } from '#services/save-file.ts'

export type Download = 'report' | 'file'
/** `ownFile`: what its maker uploaded, as it was. */
type Asked = Download | 'ownFile'

/** Asks the host for the file and hands it to the operator; what goes wrong is said in a notice. */
export async function downloadBatch(what: Asked, batchId: string): Promise<void> {
  const answer = await ask(methods[what], { batchLoadFileID: batchId })
  if (!answer.ok) {
    notify({ kind: 'error', text: `Batch ${batchId}: ${answer.text}` })
    return
  }
  const { fileName, contentType, base64 } = answer.result
  // Undefined has been said already.
  const bytes = await exportsWorker.base64(base64)
  if (bytes) saveFile(fileName, contentType, bytes)
}

const methods = { report: 'downloadBatchLoadReport', file: 'downloadBatchLoadFile', ownFile: 'myBatchFile' } as const
