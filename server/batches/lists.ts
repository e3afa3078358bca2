// The lists of batches: for checkers by state, for makers their own.
import { codes } from '#contract/codes.ts'
import { batchStates } from '#domain/batch/states.ts'
import { addDays, type CalendarDate, instantToDate, MAX_SEARCH_DAYS, refuseSearchSpan } from '#domain/dates.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/context.ts'
import type { Page } from '#server/pages.ts'
import { type BatchFileRow, batchFilesByState, batchFilesOfUploader, type DayRange } from './queries.ts'
import { batchFileToWire } from './to-wire.ts'

export const NO_SUCH_BATCH = 'There is no such batch'

/** batches §7: the date range counts for filters other than 1 and 5. */
export const batchLoads: Handler<'batchLoads'> = async (context, params) => {
  const { filter } = params
  const isDated = filter !== batchStates.awaiting && filter !== batchStates.processing
  const range = isDated ? chosenRange(context, params) : undefined
  if (range && 'refused' in range) return range
  return pageToWire(await batchFilesByState(context.db, context.viewer.ownerId, filter, range, params))
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

/** The range asked for; without one the last 56 days (batches §9). */
function chosenRange(
  context: SessionContext,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
): DayRange | Refusal {
  const end = (endDate as CalendarDate | undefined) ?? today(context)
  const start = (startDate as CalendarDate | undefined) ?? addDays(end, -MAX_SEARCH_DAYS)
  const refusal = refuseSearchSpan(start, end)
  if (refusal === undefined) return { start, end, timeZone: context.client.timeZone }
  return refuse(refusal === 'Maximum search timespan is 56 days' ? codes.spanTooLong : codes.spanReversed, refusal)
}

const today = (context: SessionContext): CalendarDate => instantToDate(context.now(), context.client.timeZone)
