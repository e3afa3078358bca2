// An own batch once more: its rows as the host has them become a file for a new draft, e.g. after a rejection.
import type { Result } from '#contract/operations.ts'
import type { UploadOptions } from '#machines/upload-steps.ts'
import { ask } from '#services/api.ts'
import { notify } from '#services/notices.ts'
import { textToFile } from './more-rows.ts'

export interface FileAgain {
  readonly files: readonly File[]
  readonly options: UploadOptions
}

/** Undefined where the rows could not be had, which has been said then. */
export async function readOwnBatch(batchLoadFileID: string): Promise<FileAgain | undefined> {
  const answer = await ask('myBatchRows', { batchLoadFileID })
  if (answer.ok) return answerToFile(answer.result)
  notify({ kind: 'error', text: `Batch ${batchLoadFileID} could not be opened again: ${answer.text}` })
  return undefined
}

function answerToFile({ batchLoad, options, rows }: Result<'myBatchRows'>): FileAgain {
  const lines = rows.map(({ IDENTIFIER, IDENTIFIERTO, AMOUNT }) =>
    [IDENTIFIER, ...(IDENTIFIERTO === null ? [] : [IDENTIFIERTO]), ...(AMOUNT === '0.00' ? [] : [AMOUNT])].join(','),
  )
  const name = batchLoad.BATCHLOADFILEORIGINALNAME.replace(/\.(csv|xlsx?)$/i, '')
  return {
    files: [textToFile(`${lines.join('\n')}\n`, name)],
    options: {
      identifierType: batchLoad.IDENTIFIERTYPE,
      reference: batchLoad.BATCHLOADFILEREFERENCE,
      noIdentifierValidation: options.includes('noIdentifierValidation'),
      retire: batchLoad.RETIRE,
    },
  }
}
