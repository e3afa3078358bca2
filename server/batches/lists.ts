// The lists of batches: for checkers by state, for makers their own.
import { batchStates } from '#domain/batch/states.ts'
import { cents, centsToWire } from '#domain/money.ts'
import type { Handler } from '#server/context.ts'
import { chosenRange } from '#server/day-range.ts'
import type { Page } from '#server/pages.ts'
import { fundsLeft, isFunded } from './funds.ts'
import { type BatchFileRow, batchFilesByState, batchFilesOfUploader } from './queries.ts'
import { batchFileToWire } from './to-wire.ts'

export const NO_SUCH_BATCH = 'There is no such batch'

/** batches §7: the date range counts for filters other than 1 and 5. */
export const batchLoads: Handler<'batchLoads'> = async (context, params) => {
  const { filter } = params
  const isDated = filter !== batchStates.awaiting && filter !== batchStates.processing
  const range = isDated ? chosenRange(context, params) : undefined
  if (range && 'refused' in range) return range
  const { ownerId } = context.viewer
  const page = await batchFilesByState(context.db, ownerId, filter, range, params)
  const currency = filter === batchStates.awaiting ? page.rows.find(({ kind }) => isFunded(kind))?.currency : undefined
  if (currency === undefined) return pageToWire(page)
  return { ...pageToWire(page), fundsLeft: centsToWire(cents(await fundsLeft(context.db, { ownerId, currency }))) }
}

export const myBatches: Handler<'myBatches'> = async (context, params) => {
  const range = chosenRange(context, params)
  if ('refused' in range) return range
  const { ownerId, userId } = context.viewer
  return pageToWire(await batchFilesOfUploader(context.db, ownerId, userId, range, params))
}

const pageToWire = ({ rows, cursor, total }: Page<BatchFileRow>) => ({
  batchLoads: rows.map(batchFileToWire),
  ...(cursor === undefined ? {} : { cursor }),
  total,
})
