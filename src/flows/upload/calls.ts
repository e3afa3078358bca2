// The wizard's calls to the server. Each result is converted for the wizard's state machine: a response, a refusal, or
// no response.
import type { StoredUpload } from '#machines/upload-steps.ts'
import type { AnyRows } from '#rows/rows.ts'
import { applyResults, toSentRows, findSendableIds } from '#rows/sent.ts'
import { checkOf, type RowsToCheck } from './checks.ts'
import { uploadTypeOf } from './row-rules.ts'
import { submitters } from './submit-upload.ts'

/** Up to this many edited rows are checked one by one. More rows are checked in one call. */
const MAX_SINGLE_CHECKS = 4

/**
 * Checks only the requested rows: a few rows one by one, many rows in one call. Returns false if the server could not
 * be reached. The rows without a response then stay unchecked. Also returns true if the check was aborted.
 */
export async function checkEditedRows(request: RowsToCheck): Promise<boolean> {
  const { rows, ids, signal } = request
  const { checkRows, checkRow } = checkOf(uploadTypeOf(rows))
  /** Returns true if the server could be reached. */
  const checkAndApply = async (check: typeof checkRows, idsToCheck: readonly number[]) => {
    const sentRows = toSentRows(rows, idsToCheck)
    const response = await check({ ...request, ids: idsToCheck })
    if (response.ok) applyResults(rows, sentRows, response.results)
    return response.ok || response.kind !== 'unreachable'
  }
  const checksEachRow = checkRow && ids.length <= MAX_SINGLE_CHECKS
  const calls = checksEachRow ? ids.map((id) => checkAndApply(checkRow, [id])) : [checkAndApply(checkRows, ids)]
  const callsReached = await Promise.all(calls)
  if (signal.aborted) return true
  rows.notify('checks')
  return callsReached.every((isReached) => isReached)
}

/** Sends the rows with the stored requestId of the submission, so that the submission can be repeated safely. */
export function submitRows(rows: AnyRows, stored: StoredUpload, fileContent: string | undefined, signal: AbortSignal) {
  const { intent } = stored
  if (!intent) throw new Error('a submission needs its requestId')
  const ids = findSendableIds(rows, 'toSubmit')
  return submitters[uploadTypeOf(rows)]({ ...stored, rows, ids, requestId: intent.requestId, fileContent }, signal)
}
