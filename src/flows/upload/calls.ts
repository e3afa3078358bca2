// The wizard's calls to the host, each turned into what the chart understands: an answer, a refusal, or no answer.
import type { Params } from '#contract/operations.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import type { UploadOptions, StoredUpload, VerifyOutcome } from '#machines/upload-steps.ts'
import { ask } from '#services/api.ts'
import { failureToOutcome } from './failures.ts'
import { applyVerified, type CardRows, idsToElements, rowsToElements, type SentRows } from '#rows/card-elements.ts'
import { uploads } from './uploads.ts'

/** From this many edited rows on, one call carries them all. */
const FEW = 4

/** Asks the host about all rows at once and puts its verdicts on them (batches §7 "Batch file verification"). */
export async function verifyRows(
  rows: CardRows,
  options: UploadOptions,
  fileName: string,
  signal: AbortSignal,
): Promise<VerifyOutcome> {
  const sent = rowsToElements(rows, 'toCheck')
  const { content } = rows.figures()
  const answer = await ask('verifyBatchFile', toVerify(rows, sent, options, fileName), { signal })
  if (signal.aborted) return { kind: 'missing' }
  if (!answer.ok) return failureToOutcome(answer)
  const at = Date.now()
  const { batchElements, earlierBatches } = answer.result
  applyVerified(rows, sent, batchElements, at)
  rows.changed('checks')
  const verification = { at: new Date(at).toISOString(), content, earlierBatches }
  return { kind: 'verified', verification, figures: rows.figures() }
}

/** Asks about some rows by themselves: a few one by one, many in one call. Without an answer they stay unchecked. */
export async function checkRowsAlone(
  rows: CardRows,
  ids: readonly number[],
  options: UploadOptions,
  fileName: string,
  signal: AbortSignal,
): Promise<void> {
  const sent = idsToElements(rows, ids)
  if (ids.length > FEW) {
    const answer = await ask('verifyBatchFile', toVerify(rows, sent, options, fileName), { signal })
    if (answer.ok) applyVerified(rows, sent, answer.result.batchElements, Date.now())
  } else {
    await Promise.all(
      sent.elements.map(async (element, index) => {
        const answer = await ask('verifyBatchElement', { ...toCheck(rows, options), element }, { signal })
        if (answer.ok) applyVerified(rows, only(sent, index), [answer.result.element], Date.now())
      }),
    )
  }
  if (!signal.aborted) rows.changed('checks')
}

/** Sends the rows under the intent's requestId; asking again with the same one is safe (contract "The wire"). */
export function submitRows(rows: CardRows, stored: StoredUpload, fileContent: string | undefined, signal: AbortSignal) {
  const { intent } = stored
  if (!intent) throw new Error('a submission needs its requestId')
  const { elements } = rowsToElements(rows, 'toSubmit')
  return uploads[rows.kind().name]({ ...stored, elements, requestId: intent.requestId, fileContent }, signal)
}

/** What a question about rows of a kind carries besides the rows. */
function toCheck(rows: CardRows, { identifierType, retire }: UploadOptions) {
  const { type, defaultValidation, offersRetire } = batchKinds[rows.kind().name]
  return {
    type,
    identifierType,
    additionalValidation: [...defaultValidation],
    ...(offersRetire && { retire }),
  }
}

const toVerify = (rows: CardRows, sent: SentRows, options: UploadOptions, name: string): Params<'verifyBatchFile'> => ({
  ...toCheck(rows, options),
  name,
  batchSizeLimit: batchKinds[rows.kind().name].maxRows,
  reference: options.reference.trim(),
  batchElements: sent.elements,
})

const only = ({ ids, revisions, elements }: SentRows, index: number): SentRows => ({
  ids: ids.slice(index, index + 1),
  revisions: revisions.slice(index, index + 1),
  elements: elements.slice(index, index + 1),
})
