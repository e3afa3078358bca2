// The lists of batches: approvers see batches by state, makers see their own uploads.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates } from '#domain/batch/states.ts'
import { availableFunds, type Funds, fundsFor, missingFunds } from '#domain/funding.ts'
import { centsToDecimal } from '#domain/money.ts'
import type { Handler } from '#server/operations/context.ts'
import { toDayRange } from '#server/operations/day-range.ts'
import { readFundingAccount, isFunded } from '#server/ledger/funding.ts'
import type { Page } from '#server/operations/paging.ts'
import { isFinished } from './current-rows.ts'
import { type BatchFileRow, findBatchFilesByState, findBatchFilesOfUploader } from './queries.ts'
import { batchFileToApi } from './to-api.ts'

/** The date range does not apply to filters 1 and 5. */
export const batchLoads: Handler<'batchLoads'> = async (context, params) => {
  const { filter } = params
  const isDated = filter !== batchStates.awaiting && filter !== batchStates.processing
  const range = isDated ? toDayRange(context, params) : undefined
  if (range && 'refused' in range) return range
  const { ownerId } = context.viewer
  const page = await findBatchFilesByState(context.db, context.viewer, filter, range, params)
  const currency = page.rows.find(isUnpaid)?.currency
  const now = context.now()
  if (currency === undefined) return pageToApi(page, now)
  const account = await readFundingAccount(context.db, ownerId, currency)
  return {
    ...pageToApi(page, now, (file) => toMissingFunds(file, fundsFor(account, now, { kind: 'batch', id: file.id }))),
    ...(filter === batchStates.awaiting && { fundsLeft: centsToDecimal(availableFunds(fundsFor(account, now))) }),
  }
}

/** True if the funding account still has to pay for all of its rows. */
const isUnpaid = (file: BatchFileRow): boolean =>
  isFunded(file.kind) && !isFinished(file) && file.processed_at === null && file.posting_started_at === null

/** The missing funds, computed from the batch's totals without reading its rows. */
const toMissingFunds = (file: BatchFileRow, funds: Funds): BatchFunds =>
  isUnpaid(file) ? { FUNDSMISSING: centsToDecimal(missingFunds(file.amount_cents + file.fee_cents, funds)) } : {}
type BatchFunds = Pick<BatchLoadFile, 'FUNDSMISSING'>

export const myBatches: Handler<'myBatches'> = async (context, params) => {
  const range = toDayRange(context, params)
  if ('refused' in range) return range
  const { viewer } = context
  return pageToApi(await findBatchFilesOfUploader(context.db, viewer, viewer.userId, range, params), context.now())
}

const pageToApi = (
  { rows, cursor, total }: Page<BatchFileRow>,
  now: number,
  toFunds: (file: BatchFileRow) => BatchFunds = () => ({}),
) => ({
  batchLoads: rows.map((file) => ({ ...batchFileToApi(file, now), ...toFunds(file) })),
  ...(cursor === undefined ? {} : { cursor }),
  total,
})
