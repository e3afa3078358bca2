// The wizard's calls to the host, each turned into what the chart understands: an answer, a refusal, or no answer.
import type { Params } from '#contract/operations.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import type { BatchOptions, StoredBatch, SubmitOutcome, VerifyOutcome } from '#machines/batch-steps.ts'
import { ask, change, type Failure } from '#services/api.ts'
import { sessionStore } from '#services/session.ts'
import { applyVerified, idsToElements, rowsToElements, type SentRows } from './batch-row-checks.ts'
import type { BatchRows } from './batch-rows.ts'

const kind = batchKinds.load

/** From this many edited rows on, one call carries them all. */
const FEW = 4

/** Asks the host about all rows at once and puts its verdicts on them (batches §7 "Batch file verification"). */
export async function verifyRows(
  rows: BatchRows,
  options: BatchOptions,
  fileName: string,
  signal: AbortSignal,
): Promise<VerifyOutcome> {
  const sent = rowsToElements(rows, 'toCheck')
  const { content } = rows.figures()
  const answer = await ask('verifyBatchFile', toVerify(sent, options, fileName), { signal })
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
  rows: BatchRows,
  ids: readonly number[],
  options: BatchOptions,
  fileName: string,
  signal: AbortSignal,
): Promise<void> {
  const sent = idsToElements(rows, ids)
  if (ids.length > FEW) {
    const answer = await ask('verifyBatchFile', toVerify(sent, options, fileName), { signal })
    if (answer.ok) applyVerified(rows, sent, answer.result.batchElements, Date.now())
  } else {
    const { identifierType } = options
    const common = { type: kind.type, identifierType, additionalValidation: [...kind.defaultValidation] }
    await Promise.all(
      sent.elements.map(async (element, index) => {
        const answer = await ask('verifyBatchElement', { ...common, element }, { signal })
        if (answer.ok) applyVerified(rows, only(sent, index), [answer.result.element], Date.now())
      }),
    )
  }
  if (!signal.aborted) rows.changed('checks')
}

/** Sends the rows under the intent's requestId; asking again with the same one is safe (contract "The wire"). */
export async function submitRows(rows: BatchRows, stored: StoredBatch, signal: AbortSignal): Promise<SubmitOutcome> {
  const { options, intent, file, duplicateReason } = stored
  if (!intent) throw new Error('a submission needs its requestId')
  const sent = rowsToElements(rows, 'toSubmit')
  const params: Params<'batchLoadUpload'> = {
    requestId: intent.requestId,
    batchElements: sent.elements,
    identifierType: options.identifierType,
    loadReference: options.reference.trim(),
    fileName: file.name,
    batchLoadOptions: options.noIdentifierValidation ? ['noIdentifierValidation'] : [],
    ...(duplicateReason !== '' && { duplicateReason }),
  }
  const answer = await change('batchLoadUpload', params, { signal })
  if (answer.ok) return { kind: 'accepted', batchLoadFileID: answer.result.batchLoadFileID }
  if (answer.kind === 'refused') {
    const { text, errors = [] } = answer
    if (errors.some(({ path }) => path === 'duplicateReason')) return { kind: 'reasonNeeded', text }
    if (errors.some(({ path }) => path.startsWith('batchElements.'))) return { kind: 'rowsRefused', text }
  }
  return failureToOutcome(answer)
}

function failureToOutcome(failure: Failure) {
  if (failure.kind === 'unreachable') return { kind: 'missing' } as const
  // The request layer has ended the session when the host said it is over (-20012).
  if (sessionStore.get() === undefined) return { kind: 'sessionEnded' } as const
  return { kind: 'refused', text: failure.text } as const
}

const toVerify = (sent: SentRows, options: BatchOptions, name: string): Params<'verifyBatchFile'> => ({
  type: kind.type,
  name,
  identifierType: options.identifierType,
  batchSizeLimit: kind.maxRows,
  additionalValidation: [...kind.defaultValidation],
  reference: options.reference.trim(),
  batchElements: sent.elements,
})

const only = ({ ids, revisions, elements }: SentRows, index: number): SentRows => ({
  ids: ids.slice(index, index + 1),
  revisions: revisions.slice(index, index + 1),
  elements: elements.slice(index, index + 1),
})
