// The wizard's calls to the server, each converted to what its state machine understands: an answer, a refusal, or no
// answer.
import type { StoredUpload, UploadOptions } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'
import { applyAnswers, asSent, rowsToSend } from '#rows/sent.ts'
import { checkOf } from './checks.ts'
import { uploadTypeOf } from './row-rules.ts'
import { uploads } from './uploads.ts'

/** Up to this many edited rows are checked one by one; more go in one call. */
const FEW = 4

/**
 * Checks some rows individually: a few one by one, many in one call. Without an answer they stay unchecked. Returns
 * whether the server could be reached.
 */
export async function checkRowsAlone(
  rows: AnyRows,
  ids: readonly number[],
  options: UploadOptions,
  fileName: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { all, one } = checkOf(uploadTypeOf(rows))
  const about = { rows, options, fileName, signal }
  const checkRows = async (check: typeof all, ids: readonly number[]) => {
    const sent = asSent(rows, ids)
    const answer = await check({ ...about, ids: ids })
    if (answer.ok) applyAnswers(rows, sent, answer.answers)
    return answer.ok || answer.kind !== 'unreachable'
  }
  const reached = await Promise.all(
    one && ids.length <= FEW ? ids.map((id) => checkRows(one, [id])) : [checkRows(all, ids)],
  )
  if (!signal.aborted) rows.changed('checks')
  return signal.aborted || !reached.includes(false)
}

/** Sends the rows under the intent's requestId; repeating it with the same one is safe. */
export function submitRows(rows: AnyRows, stored: StoredUpload, fileContent: string | undefined, signal: AbortSignal) {
  const { intent } = stored
  if (!intent) throw new Error('a submission needs its requestId')
  const ids = rowsToSend(rows, 'toSubmit')
  return uploads[uploadTypeOf(rows)]({ ...stored, rows, ids, requestId: intent.requestId, fileContent }, signal)
}
