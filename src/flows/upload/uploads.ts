// How each kind of batch is submitted (batches §7, cards §7): one row a kind, one operation a row.
import type { BatchType } from '#domain/batch/kinds.ts'
import type { StoredUpload, SubmitOutcome } from '#machines/upload-steps.ts'
import { type Answer, change, type Failure } from '#services/api.ts'
import { failureToOutcome } from './failures.ts'
import type { WireElement } from '#rows/card-elements.ts'
import { isUploadUnknown } from '../unanswered/uploads.ts'

export interface ToSubmit extends Pick<StoredUpload, 'options' | 'file' | 'duplicateReason' | 'intent'> {
  readonly requestId: string
  readonly elements: WireElement[]
  /** The file that the rows were read from, in base64, where it is kept with the batch. */
  readonly fileContent: string | undefined
}

type Upload = (batch: ToSubmit, signal: AbortSignal) => Promise<SubmitOutcome>

export const uploads: Readonly<Record<BatchType, Upload>> = {
  load: async (batch, signal) =>
    storedToOutcome(
      await change(
        'batchLoadUpload',
        { ...common(batch), loadReference: reference(batch), batchLoadOptions: chosen(batch) },
        { signal },
      ),
      batch.intent,
    ),
  transfer: async (batch, signal) =>
    storedToOutcome(
      await change(
        'batchTransferUpload',
        { ...common(batch), loadReference: reference(batch), batchTransferOptions: chosen(batch) },
        { signal },
      ),
      batch.intent,
    ),
  devalue: async (batch, signal) =>
    storedToOutcome(
      await change(
        'batchDevalueUpload',
        { ...common(batch), batchDescription: reference(batch), retire: batch.options.retire },
        { signal },
      ),
      batch.intent,
    ),
  // Done at once; a card that cannot be activated is told apart by its result, and no other is held up by it.
  activate: async ({ requestId, elements, options, intent }, signal) => {
    const identifiers = elements.map(({ identifier }) => identifier)
    const { identifierType } = options
    const answer = await change('setCardStatus', { requestId, identifiers, identifierType }, { signal })
    return answer.ok ? { kind: 'activated', results: answer.result.results } : refusalToOutcome(answer, intent)
  },
}

const common = ({ requestId, elements, options, file, fileContent, duplicateReason }: ToSubmit) => ({
  requestId,
  batchElements: elements,
  identifierType: options.identifierType,
  fileName: file.name,
  ...(fileContent !== undefined && { fileContent }),
  ...(duplicateReason !== '' && { duplicateReason }),
})

const reference = ({ options }: ToSubmit) => options.reference.trim()

const chosen = ({ options }: ToSubmit): 'noIdentifierValidation'[] =>
  options.noIdentifierValidation ? ['noIdentifierValidation'] : []

function storedToOutcome(
  answer: Answer<'batchLoadUpload' | 'batchTransferUpload' | 'batchDevalueUpload'>,
  intent: StoredUpload['intent'],
): SubmitOutcome {
  if (answer.ok) return { kind: 'accepted', batchLoadFileID: answer.result.batchLoadFileID }
  return refusalToOutcome(answer, intent)
}

function refusalToOutcome(failure: Failure, intent: StoredUpload['intent']): SubmitOutcome {
  if (isUploadUnknown(failure, intent?.isAskedAgain === true)) return { kind: 'missing' }
  if (failure.kind === 'refused') {
    const { text, errors = [], retryAfter } = failure
    if (retryAfter !== undefined) return { kind: 'turnedAway', text }
    if (errors.some(({ path }) => path === 'duplicateReason')) return { kind: 'reasonNeeded', text }
    if (errors.some(({ path }) => path.startsWith('batchElements.'))) return { kind: 'rowsRefused', text }
  }
  return failureToOutcome(failure)
}
