// Checks the rows of each type of upload at the server, and converts its responses. All batches are checked in the same
// way.
import type { VerifiedElement } from '#contract/batches.ts'
import type { Params } from '#contract/operations.ts'
import { packChecks, type PackedChecks } from '#domain/batch/packed-checks.ts'
import { batchTypes, type BatchType } from '#domain/batch/types.ts'
import { type Funds, type ApiFunding, apiToFunding } from '#domain/funding/funds.ts'
import { orderStateLabels } from '#domain/order/states.ts'
import type { OrderType } from '#domain/order/types.ts'
import { isOrder, type UploadType } from '#domain/uploads.ts'
import type { UploadOptions, Verification } from '#machines/upload-steps.ts'
import { checkToResult, elementToResult, idsToElements } from '#rows/card-elements.ts'
import { idsToOrders, orderToResult } from '#rows/order-elements.ts'
import type { AnyRows, RowResult } from '#rows/rows.ts'
import { yieldToEvents, inSlices } from '#services/breathe.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import { request, type Failure } from '#services/server/api.ts'
import { uploadTypeOf } from './row-rules.ts'

export interface RowsToCheck {
  readonly rows: AnyRows
  readonly ids: readonly number[]
  readonly options: UploadOptions
  readonly fileName: string
  readonly signal: AbortSignal
}

interface CheckResponse {
  readonly ok: true
  /** One for each requested row. */
  readonly results: readonly RowResult[]
  /** Earlier uploads with the same rows. */
  readonly earlier: Verification['earlier']
  readonly issueFeeCents?: Verification['issueFeeCents']
  /** All available funds. Does not depend on the requested rows. */
  readonly funds?: Funds | undefined
}

interface Check {
  /** Checks rows together. */
  readonly checkRows: (request: RowsToCheck) => Promise<CheckResponse | Failure>
  /** Checks a single row. Missing if the server has no operation for that. */
  readonly checkRow?: (request: RowsToCheck) => Promise<CheckResponse | Failure>
}

const batchCheck: Check = {
  async checkRows({ rows, ids, options, fileName, signal }) {
    // With thousands of rows, listing, sending and reading them each take noticeable time on a slow computer. Between
    // these steps, the browser can therefore handle events.
    const elements = await inSlices(ids, (slice) => idsToElements(rows, slice, 'check'))
    const type = batchTypeOf(rows)
    const params: Params<'verifyBatchFile'> = {
      ...checkParams(type, options),
      name: fileName,
      batchSizeLimit: batchTypes[type].maxRows,
      reference: options.reference.trim(),
      batchElements: elements,
    }
    await yieldToEvents()
    const response = await request('verifyBatchFile', params, { signal, parseLarge: sheetsWorker.parseResponse })
    if (!response.ok) return response
    await yieldToEvents()
    const checkedAt = Date.now()
    const { batchElements, earlierBatches, funding } = response.result
    // The worker has packed the results of a large response.
    const checks = Array.isArray(batchElements)
      ? packChecks(batchElements)
      : (batchElements as PackedChecks<VerifiedElement>)
    // The server has checked the elements in the order in which they were sent.
    const checkedElements = elements.slice(0, checks.count).map((element, index) => ({ element, index }))
    const results = await inSlices(checkedElements, (slice) =>
      slice.map(({ element, index }) => checkToResult(rows, element, { checks, index, checkedAt })),
    )
    return {
      ok: true,
      funds: funding && apiToFunding(funding),
      results,
      earlier: earlierBatches.map(({ batchLoadFileID: id, uploadedBy: by, uploadedAt, state, reason }) => ({
        id,
        by,
        at: uploadedAt,
        state,
        reason,
      })),
    }
  },
  async checkRow({ rows, ids, options, signal }) {
    const [element] = idsToElements(rows, ids, 'check')
    if (!element) return { ok: true, results: [], earlier: [] }
    const params = { ...checkParams(batchTypeOf(rows), options), element }
    const response = await request('verifyBatchElement', params, { signal })
    if (!response.ok) return response
    const result = elementToResult(rows, element, response.result.element, Date.now())
    return { ok: true, results: [result], earlier: [] }
  },
}

/** The parameters of a check of batch rows, except the rows. */
function checkParams(batchType: BatchType, { identifierType, retire }: UploadOptions) {
  const { type: apiType, defaultValidation, offersRetire } = batchTypes[batchType]
  return {
    type: apiType,
    identifierType,
    additionalValidation: [...defaultValidation],
    retire: offersRetire ? retire : undefined,
  }
}

function batchTypeOf(rows: AnyRows): BatchType {
  const type = uploadTypeOf(rows)
  if (isOrder(type)) throw new Error(`rows of ${type} are not a batch`)
  return type
}

const physicalCheck: Check = {
  async checkRows({ rows, ids, options, signal }) {
    const params = { campaignID: options.campaignId, cardOrders: idsToOrders('physical', rows, ids) }
    const response = await request('verifyCardOrder', params, { signal })
    return response.ok ? ordersToCheckResponse(rows, response.result.cardOrders, response.result) : response
  },
}

const virtualCheck: Check = {
  async checkRows({ rows, ids, options, signal }) {
    const params = { campaignID: options.campaignId, virtualCardOrders: idsToOrders('virtual', rows, ids) }
    const response = await request('verifyVirtualCardOrder', params, { signal })
    return response.ok ? ordersToCheckResponse(rows, response.result.virtualCardOrders, response.result) : response
  },
}

interface OrderCheckResult {
  readonly issueFee: number
  readonly currency: string
  readonly earlierOrders: readonly {
    readonly orderId: string
    readonly orderedBy: string
    readonly orderedAt: string
    readonly state: keyof typeof orderStateLabels
  }[]
  readonly funding?: ApiFunding | undefined
}

function ordersToCheckResponse(
  rows: AnyRows,
  orders: readonly { readonly ERROR?: string | undefined }[],
  { issueFee, currency, earlierOrders, funding }: OrderCheckResult,
): CheckResponse {
  const checkedAt = Date.now()
  return {
    ok: true,
    funds: funding && apiToFunding(funding),
    results: orders.map((order) => orderToResult(rows, order, currency, checkedAt)),
    earlier: earlierOrders.map(({ orderId: id, orderedBy: by, orderedAt, state }) => ({
      id,
      by,
      at: orderedAt,
      state: orderStateLabels[state],
    })),
    issueFeeCents: issueFee,
  }
}

const orderChecks: Readonly<Record<OrderType, Check>> = { physical: physicalCheck, virtual: virtualCheck }

export const checkOf = (type: UploadType): Check => (isOrder(type) ? orderChecks[type] : batchCheck)
