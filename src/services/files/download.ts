// Downloads a file that the server returns. Errors are shown as a notice about the object that the file belongs to.
import type { ReadingMethod } from '#contract/methods.ts'
import type { Params, Result } from '#contract/operations.ts'
import { request } from '../server/api.ts'
import { exportsWorker } from './exports-worker.ts'
import { notify } from '../notices.ts'
import { saveFile } from './save-file.ts'

/** A file as the API returns it. */
export interface ApiFile {
  readonly fileName: string
  readonly contentType: string
  readonly base64: string
}

/**
 * The names of the operations whose result is a file. All other operations become `never`, which a union leaves out.
 */
type FileMethod = { [M in ReadingMethod]: Result<M> extends ApiFile ? M : never }[ReadingMethod]

/** `about`: the object of the file, for example 'Batch 12'. Shown before the server's message if there is no file. */
export async function download<M extends FileMethod>(method: M, params: Params<M>, about: string): Promise<void> {
  const response = await request(method, params)
  if (response.ok) await saveApiFile(response.result)
  else notify({ kind: 'error', text: `${about}: ${response.text}` })
}

/** Returns true if the file was saved. Otherwise the failure has already been reported. */
export async function saveApiFile({ fileName, contentType, base64 }: ApiFile): Promise<boolean> {
  // If this fails, the worker has shown a notice.
  const bytes = await exportsWorker.decodeBase64(base64)
  if (!bytes) return false
  saveFile(fileName, contentType, bytes)
  return true
}
