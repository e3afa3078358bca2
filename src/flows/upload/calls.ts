// The wizard's calls to the server. Each result is converted for the wizard's state machine: a response, a refusal, or
// no response.
import type { StoredUpload } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'
import { applyResults, toSentRows, rowsToSend } from '#rows/sent.ts'
import { checkOf, type RowsToCheck } from './checks.ts'
import { uploadTypeOf } from './row-rules.ts'
import { submitters } from './submit-upload.ts'

/** Up to this many edited rows are checked one by one. More rows are checked in one call. */
const MAX_SINGLE_CHECKS = 4

/**
 * Checks only the given rows: a few one by one, many in one call. Without a response they stay unchecked. Returns false
 * if the server could not be reached, unless the check was aborted.
 */
export async function checkRowsIndividually(request: RowsToCheck): Promise<boolean> {
  const { rows, ids, signal } = request
  const { checkRows, checkRow } = checkOf(uploadTypeOf(rows))
  // Returns true if the server could be reached.
  const checkAndApply = async (check: typeof checkRows, idsToCheck: readonly number[]) => {
    const sentRows = toSentRows(rows, idsToCheck)
    const response = await check({ ...request, ids: idsToCheck })
    if (response.ok) applyResults(rows, sentRows, response.results)
    return response.ok || response.kind !== 'unreachable'
  }
  const wereReached = await Promise.all(
    checkRow && ids.length <= MAX_SINGLE_CHECKS
      ? ids.map((id) => checkAndApply(checkRow, [id]))
      : [checkAndApply(checkRows, ids)],
  )
  if (!signal.aborted) rows.notify('checks')
  return signal.aborted || !wereReached.includes(false)
}

/** Sends the rows under the requestId of the submission, so that repeating it is safe. */
export function submitRows(rows: AnyRows, stored: StoredUpload, fileContent: string | undefined, signal: AbortSignal) {
  const { intent } = stored
  if (!intent) throw new Error('a submission needs its requestId')
  const ids = rowsToSend(rows, 'toSubmit')
  return submitters[uploadTypeOf(rows)]({ ...stored, rows, ids, requestId: intent.requestId, fileContent }, signal)
}
