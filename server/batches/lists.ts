// The lists of batches: approvers see batches by state, makers see their own uploads.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates, filterTakesDates } from '#domain/batch/states.ts'
import { availableFunds, type Funds, fundsFor, missingFunds } from '#domain/funding/funds.ts'
import { centsToDecimal } from '#domain/money.ts'
import { readApprovals } from '#server/approvals/signatures.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { toDayRange } from '#server/operations/day-range.ts'
import { readFundingAccount, isFunded } from '#server/ledger/funding.ts'
import type { Page } from '#server/operations/paging.ts'
import { isFinished } from './current-rows.ts'
import { type StoredBatch, findBatchesByState, findBatchesOfUploader } from './queries.ts'
import { readRowWarnings } from './row-warnings.ts'
import { batchToApi } from './to-api.ts'

/** The date range does not apply to batches that await approval or are being processed. */
export const batchLoads: Handler<'batchLoads'> = async (context, params) => {
  const { filter } = params
  const isAwaiting = filter === batchStates.awaiting
  const hasDateRange = filterTakesDates(filter)
  const range = hasDateRange ? toDayRange(context, params) : undefined
  if (range && 'refusalCode' in range) return range
  const { ownerId } = context.viewer
  const page = await findBatchesByState(context.db, context.viewer, filter, range, params)
  const now = context.now()
  // An owner has one currency, so one account pays for all batches.
  const firstUnpaidBatch = page.rows.find(isUnpaid)
  const account = firstUnpaidBatch && (await readFundingAccount(context.db, ownerId, firstUnpaidBatch.currency))
  const rowWarnings = isAwaiting ? await readRowWarnings(context, page.rows, account) : undefined
  const toListFields = (batch: StoredBatch): ListFields => {
    // Null if the rows of the batch were not checked.
    const warnings = rowWarnings && { ROWWARNINGS: rowWarnings.get(batch.id) ?? null }
    // If this batch is approved, only batches and orders that run earlier take precedence.
    const fundsFields = account && missingFundsField(batch, fundsFor(account, now, { kind: 'batch', id: batch.id }))
    return { ...warnings, ...fundsFields }
  }
  const listedPage = await pageToApi(context, page, toListFields)
  if (!account || !isAwaiting) return listedPage
  // For no batch in particular: all approved batches and orders take precedence.
  return { ...listedPage, fundsLeft: centsToDecimal(availableFunds(fundsFor(account, now))) }
}

/** True if the funding account pays for the batch, and no row has been paid yet. */
function isUnpaid(batch: StoredBatch): boolean {
  const hasRun = batch.processed_at !== null || batch.posting_started_at !== null
  return isFunded(batch.kind) && !isFinished(batch) && !hasRun
}

/** The field FUNDSMISSING, computed from the batch's totals without reading its rows. */
function missingFundsField(batch: StoredBatch, funds: Funds): ListFields {
  if (!isUnpaid(batch)) return {}
  const cost = batch.amount_cents + batch.fee_cents
  return { FUNDSMISSING: centsToDecimal(missingFunds(cost, funds)) }
}

/** The fields that a batch has only in the list of approvals. */
type ListFields = Pick<BatchLoadFile, 'FUNDSMISSING' | 'ROWWARNINGS'>

export const myBatches: Handler<'myBatches'> = async (context, params) => {
  const range = toDayRange(context, params)
  if ('refusalCode' in range) return range
  const { viewer } = context
  return pageToApi(context, await findBatchesOfUploader(context.db, viewer, viewer.userId, range, params))
}

async function pageToApi(
  context: SessionContext,
  { rows, cursor, total }: Page<StoredBatch>,
  toListFields: (batch: StoredBatch) => ListFields = () => ({}),
) {
  const now = context.now()
  const approvals = await readApprovals(context, 'batch', rows)
  return {
    batchLoads: rows.map((batch) => ({ ...batchToApi(batch, now, approvals.get(batch.id)), ...toListFields(batch) })),
    ...(cursor === undefined ? {} : { cursor }),
    total,
  }
}
