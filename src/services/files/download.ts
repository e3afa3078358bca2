// A file that the host makes, as a download: what goes wrong is said in a notice, about the thing it belongs to.
import type { ReadingMethod } from '#contract/facts.ts'
import type { Params, Result } from '#contract/operations.ts'
import { ask } from '../server/api.ts'
import { exportsWorker } from './exports-worker.ts'
import { notify } from '../notices.ts'
import { saveFile } from './save-file.ts'

/** A file as the wire carries it. */
export interface WireFile {
  readonly fileName: string
  readonly contentType: string
  readonly base64: string
}

/** Operations that answer with a file. */
type FileMethod = { [M in ReadingMethod]: Result<M> extends WireFile ? M : never }[ReadingMethod]

/** `about`: 'Batch 12', before what the host says where it gives none. */
export async function download<M extends FileMethod>(method: M, params: Params<M>, about: string): Promise<void> {
  const answer = await ask(method, params)
  if (answer.ok) await saveWireFile(answer.result)
  else notify({ kind: 'error', text: `${about}: ${answer.text}` })
}

/** True once it is handed to the operator; a failure has been said already. */
export async function saveWireFile({ fileName, contentType, base64 }: WireFile): Promise<boolean> {
  const bytes = await exportsWorker.base64(base64)
  if (!bytes) return false
  saveFile(fileName, contentType, bytes)
  return true
}
