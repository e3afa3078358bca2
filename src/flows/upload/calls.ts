// The wizard's calls to the server. Each result is converted for the wizard's state machine: a response, a refusal, or
// no response.
import type { StoredUpload, UploadOptions } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'
import { applyResults, toSentRows, rowsToSend } from '#rows/sent.ts'
import { checkOf } from './checks.ts'
import { uploadTypeOf } from './row-rules.ts'
import { submitters } from './submit-upload.ts'

/** Up to this many edited rows are checked one by one. More rows are checked in one call. */
const MAX_SINGLE_CHECKS = 4

/**
 * Checks some rows individually: a few one by one, many in one call. Without a response they stay unchecked. Returns
 * true if the server could be reached.
 */
export async function checkRowsIndividually(
  rows: AnyRows,
  ids: readonly number[],
  options: UploadOptions,
  fileName: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { checkRows, checkRow } = checkOf(uploadTypeOf(rows))
  const request = { rows, options, fileName, signal }
  const run = async (check: typeof checkRows, ids: readonly number[]) => {
    const sentRows = toSentRows(rows, ids)
    const response = await check({ ...request, ids })
    if (response.ok) applyResults(rows, sentRows, response.results)
    return response.ok || response.kind !== 'unreachable'
  }
  // Each is true if the server could be reached.
  const results = await Promise.all(
    checkRow && ids.length <= MAX_SINGLE_CHECKS ? ids.map((id) => run(checkRow, [id])) : [run(checkRows, ids)],
  )
  if (!signal.aborted) rows.notify('checks')
  return signal.aborted || !results.includes(false)
}

/** Sends the rows under the requestId of the submission, so that repeating it is safe. */
export function submitRows(rows: AnyRows, stored: StoredUpload, fileContent: string | undefined, signal: AbortSignal) {
  const { intent } = stored
  if (!intent) throw new Error('a submission needs its requestId')
  const ids = rowsToSend(rows, 'toSubmit')
  return submitters[uploadTypeOf(rows)]({ ...stored, rows, ids, requestId: intent.requestId, fileContent }, signal)
}
