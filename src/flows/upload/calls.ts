// The wizard's calls to the host, each turned into what the chart understands: an answer, a refusal, or no answer.
import type { UploadType } from '#domain/uploads.ts'
import type { StoredUpload, UploadOptions } from '#machines/upload-steps.ts'
import type { AnyRows, RowAnswer } from '#rows/rows.ts'
import { applyAnswers, asSent, rowsToSend } from '#rows/sent.ts'
import { checkOf } from './checks.ts'
import { uploads } from './uploads.ts'

/** From this many edited rows on, one call carries them all. */
const FEW = 4

/** Asks about some rows by themselves: a few one by one, many in one call. Without an answer they stay unchecked. */
export async function checkRowsAlone(
  rows: AnyRows,
  ids: readonly number[],
  options: UploadOptions,
  fileName: string,
  signal: AbortSignal,
): Promise<void> {
  const { all, one } = checkOf(typeOf(rows))
  const about = { rows, options, fileName, signal }
  const put = (asked: readonly number[]) => {
    const sent = asSent(rows, asked)
    return (answers: readonly (RowAnswer | undefined)[]) => applyAnswers(rows, sent, answers)
  }
  if (one && ids.length <= FEW) {
    await Promise.all(
      ids.map(async (id) => {
        const apply = put([id])
        apply([await one({ ...about, ids: [id] })])
      }),
    )
  } else {
    const apply = put(ids)
    const said = await all({ ...about, ids })
    if (said.ok) apply(said.answers)
  }
  if (!signal.aborted) rows.changed('checks')
}

/** Sends the rows under the intent's requestId; asking again with the same one is safe (contract "The wire"). */
export function submitRows(rows: AnyRows, stored: StoredUpload, fileContent: string | undefined, signal: AbortSignal) {
  const { intent } = stored
  if (!intent) throw new Error('a submission needs its requestId')
  const ids = rowsToSend(rows, 'toSubmit')
  return uploads[typeOf(rows)]({ ...stored, rows, ids, requestId: intent.requestId, fileContent }, signal)
}

// Only rows of an upload come here.
const typeOf = (rows: AnyRows): UploadType => rows.kind().name as UploadType
