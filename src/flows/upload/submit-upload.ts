// Submits an upload, with the operation of its type.
import { emptyHeader } from '#domain/order/header.ts'
import type { UploadType } from '#domain/uploads.ts'
import type { StoredUpload, SubmitOutcome } from '#machines/upload-steps.ts'
import { idsToElements } from '#rows/card-elements.ts'
import { idsToOrders } from '#rows/order-elements.ts'
import type { AnyRows } from '#rows/rows.ts'
import { type CallResponse, change, type Failure } from '#services/server/api.ts'
import { isUploadOutcomeUnknown, isRowError } from '../pending-changes/upload-changes.ts'
import { failureToOutcome } from './failures.ts'
import { optionsToProposedDate } from './proposed-time.ts'

export interface UploadToSubmit extends Pick<StoredUpload, 'options' | 'file' | 'duplicateReason' | 'intent'> {
  readonly requestId: string
  readonly rows: AnyRows
  /** The ids of the rows that are sent. */
  readonly ids: readonly number[]
  /** The file that the rows were read from, in base64, if it is sent with the batch. */
  readonly fileContent: string | undefined
}

type SubmitUpload = (upload: UploadToSubmit, signal: AbortSignal) => Promise<SubmitOutcome>

export const submitters: Readonly<Record<UploadType, SubmitUpload>> = {
  load: async (batch, signal) => {
    const params = {
      ...commonBatchParams(batch),
      loadReference: referenceOf(batch),
      batchLoadOptions: batchOptionsOf(batch),
    }
    return responseToOutcome(await change('batchLoadUpload', params, { signal }), batch.intent)
  },
  transfer: async (batch, signal) => {
    const params = {
      ...commonBatchParams(batch),
      loadReference: referenceOf(batch),
      batchTransferOptions: batchOptionsOf(batch),
    }
    return responseToOutcome(await change('batchTransferUpload', params, { signal }), batch.intent)
  },
  devalue: async (batch, signal) => {
    const params = {
      ...commonBatchParams(batch),
      batchDescription: referenceOf(batch),
      retire: batch.options.retire,
    }
    return responseToOutcome(await change('batchDevalueUpload', params, { signal }), batch.intent)
  },
  // An activation takes effect immediately. If a card cannot be activated, its own result says so, and the other cards
  // are activated nevertheless.
  activate: async ({ requestId, rows, ids, options, intent }, signal) => {
    const identifiers = idsToElements(rows, ids, 'submit').map(({ identifier }) => identifier)
    const { identifierType } = options
    const response = await change('setCardStatus', { requestId, identifiers, identifierType }, { signal })
    return response.ok
      ? { kind: 'activated', results: response.result.results }
      : failureToSubmitOutcome(response, intent)
  },
  physical: async (order, signal) => {
    const { quotationNumber, plasticId, designId } = order.options
    const params = {
      ...commonOrderParams(order),
      quotationNumber: quotationNumber.trim(),
      plasticid: plasticId.trim() || emptyHeader.plasticId,
      designid: designId.trim() || emptyHeader.designId,
      cardOrders: idsToOrders('physical', order.rows, order.ids),
    }
    const response = await change('batchCardOrder', params, { signal })
    return response.ok
      ? { kind: 'accepted', id: response.result.cardOrderId }
      : failureToSubmitOutcome(response, order.intent)
  },
  virtual: async (order, signal) => {
    const params = { ...commonOrderParams(order), virtualCardOrders: idsToOrders('virtual', order.rows, order.ids) }
    const response = await change('submitVirtualCardOrder', params, { signal })
    return response.ok
      ? { kind: 'accepted', id: response.result.virtualCardOrdersBatchLoadId }
      : failureToSubmitOutcome(response, order.intent)
  },
}

const commonParams = ({ requestId, file, duplicateReason }: UploadToSubmit) => ({
  requestId,
  fileName: file.name,
  duplicateReason: duplicateReason || undefined,
})

const commonBatchParams = (batch: UploadToSubmit) => ({
  ...commonParams(batch),
  batchElements: idsToElements(batch.rows, batch.ids, 'submit'),
  identifierType: batch.options.identifierType,
  fileContent: batch.fileContent,
  proposedDate: optionsToProposedDate(batch.options),
})

const commonOrderParams = (order: UploadToSubmit) => ({
  ...commonParams(order),
  campaignId: order.options.campaignId,
  // Makes the server refuse an order that exists already. The check may not have found such an order, because another
  // user may have placed it since, or because a check in chunks does not compare whole orders.
  onlyIfNew: order.duplicateReason === '' ? true : undefined,
})

const referenceOf = ({ options }: UploadToSubmit) => options.reference.trim()

// Topping up to a target balance needs the balance of each card, so the cards must exist.
const batchOptionsOf = ({ options }: UploadToSubmit): 'noIdentifierValidation'[] =>
  options.noIdentifierValidation && !options.fillUp ? ['noIdentifierValidation'] : []

function responseToOutcome(
  response: CallResponse<'batchLoadUpload' | 'batchTransferUpload' | 'batchDevalueUpload'>,
  intent: StoredUpload['intent'],
): SubmitOutcome {
  if (response.ok) return { kind: 'accepted', id: response.result.batchLoadFileID }
  return failureToSubmitOutcome(response, intent)
}

function failureToSubmitOutcome(failure: Failure, intent: StoredUpload['intent']): SubmitOutcome {
  if (isUploadOutcomeUnknown(failure, { isResent: intent?.isResent === true })) return { kind: 'noResponse' }
  if (failure.kind === 'refused') {
    const { text, code, errors = [], retryAfter } = failure
    if (retryAfter !== undefined) return { kind: 'retryLater', text, code }
    if (errors.some(({ path }) => path === 'duplicateReason')) return { kind: 'reasonNeeded', text }
    if (errors.some(({ path }) => path === 'proposedDate')) return { kind: 'timeRefused', text }
    if (errors.some(isRowError)) return { kind: 'rowsRefused', text, code }
  }
  return failureToOutcome(failure)
}
