// The batches that were started since the page was opened and are now finished. Polls until all of them are finished.
import { useEffect, useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates } from '#domain/batch/states.ts'
import { searchDates } from '#domain/query-specs.ts'
import { refreshQueries, useServerQuery } from '#services/server/queries.ts'
import { POLL_MS } from './useProcessingBatches.ts'
import { useToday } from '#services/useToday.ts'

export interface StartedBatch {
  readonly batchId: string
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/**
 * How long to poll for a started batch that is not in processing. A small batch can finish before it appears there.
 * After this time, the batch counts as closed, or as older than the requested dates.
 */
const POLL_FOR_MS = 60_000

/** The finished batches, newest first. */
export function useFinishedBatches(
  startedBatches: readonly StartedBatch[],
  runningBatches: readonly BatchLoadFile[],
): readonly BatchLoadFile[] {
  const { start, end } = searchDates.defaults(useToday())
  const [isPolling, setIsPolling] = useState(false)
  const pollOptions = isPolling ? { pollMs: POLL_MS } : {}
  const query = useServerQuery(
    'batchLoads',
    { filter: batchStates.approved, startDate: start, endDate: end },
    { enabled: startedBatches.length > 0, ...pollOptions },
  )
  const isRunning = (id: string) => runningBatches.some((batch) => batch.BATCHLOADFILEID === id)
  // 0 until the first response, so that no batch counts as finished.
  const receivedAt = query.at ?? 0
  // A batch that was started after the response is left out, since the response still shows its earlier run.
  const idsStartedBeforeResponse = new Set(
    startedBatches.filter(({ startedAt }) => startedAt <= receivedAt).map(({ batchId }) => batchId),
  )
  const processedBatches = (query.data?.batchLoads ?? []).filter(({ PROCESSED }) => PROCESSED)
  const finishedBatches = processedBatches.filter(
    ({ BATCHLOADFILEID: id }) => idsStartedBeforeResponse.has(id) && !isRunning(id),
  )
  const isFinished = (id: string) => finishedBatches.some((batch) => batch.BATCHLOADFILEID === id)
  const hasUnfinishedBatch = startedBatches.some(({ batchId, startedAt }) => {
    const canStillFinish = isRunning(batchId) || receivedAt < startedAt + POLL_FOR_MS
    return canStillFinish && !isFinished(batchId)
  })
  // React renders again immediately, and the query above then starts or stops polling.
  if (isPolling !== hasUnfinishedBatch) setIsPolling(hasUnfinishedBatch)
  // Changes with each finished run. A retry of the same batch is another run: it changes the number of loaded rows.
  const finishedRunsKey = finishedBatches.map((batch) => `${batch.BATCHLOADFILEID} ${batch.LOADEDCOUNT}`).join()
  const previousKey = useRef(finishedRunsKey)
  // Refreshes the lists after a run. A run can end before it appears in processing, and then nothing else refreshes them.
  useEffect(() => {
    const hasFinishedRuns = finishedRunsKey !== ''
    const hasChanged = finishedRunsKey !== previousKey.current
    if (hasFinishedRuns && hasChanged) refreshQueries('batchLoads', 'batchLoadDetails', 'overview')
    previousKey.current = finishedRunsKey
  }, [finishedRunsKey])
  return finishedBatches
}
