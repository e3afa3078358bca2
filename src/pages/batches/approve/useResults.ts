// The results of the batches started since the page was opened, polled until each batch has ended.
import { useEffect, useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates } from '#domain/batch/states.ts'
import { searchDates } from '#domain/query-specs.ts'
import { refreshQueries, useServerQuery } from '#services/server/queries.ts'
import { POLL_MS } from './useProcessing.ts'
import { useToday } from '#services/useToday.ts'

export interface Followed {
  readonly batchId: string
  /** Start time, epoch milliseconds. */
  readonly at: number
}

/**
 * A small batch can end before it appears in processing. A batch that is in neither list after this time is closed or
 * old.
 */
const POLL_FOR_MS = 60_000

/** The batches that have ended and are not in processing, newest first. */
export function useResults(
  followed: readonly Followed[],
  processing: readonly BatchLoadFile[],
): readonly BatchLoadFile[] {
  const { start, end } = searchDates.defaults(useToday())
  const [waiting, setWaiting] = useState(false)
  const query = useServerQuery(
    'batchLoads',
    { filter: batchStates.approved, startDate: start, endDate: end },
    { enabled: followed.length > 0, ...(waiting ? { everyMs: POLL_MS } : {}) },
  )
  const isRunning = (id: string) => processing.some((file) => file.BATCHLOADFILEID === id)
  const givenAt = query.at ?? 0
  // A response from before the start shows the end of an earlier run.
  const ended = (query.data?.batchLoads ?? []).filter(
    ({ BATCHLOADFILEID: id, PROCESSED }) =>
      PROCESSED && !isRunning(id) && followed.some(({ batchId, at }) => batchId === id && at <= givenAt),
  )
  const open = followed.some(
    ({ batchId, at }) =>
      !ended.some((file) => file.BATCHLOADFILEID === batchId) && (isRunning(batchId) || givenAt < at + POLL_FOR_MS),
  )
  if (waiting !== open) setWaiting(open)
  // A run that ended before it appeared in processing: responses loaded during the run are outdated.
  const endedIds = ended.map((file) => `${file.BATCHLOADFILEID} ${file.LOADEDCOUNT}`).join()
  const before = useRef(endedIds)
  useEffect(() => {
    if (before.current !== endedIds && endedIds !== '') refreshQueries('batchLoads', 'batchLoadDetails', 'overview')
    before.current = endedIds
  }, [endedIds])
  return ended
}
