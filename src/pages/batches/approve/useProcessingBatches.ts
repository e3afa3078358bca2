// The batches in processing, polled while one is running and the page is visible. A scheduled batch counts as running
// once its time has come. When a batch is finished, all queries that contain the batch are refreshed.
import { useEffect, useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates } from '#domain/batch/states.ts'
import { currentTime } from '#services/clock.ts'
import { refreshQueries, useServerQuery } from '#services/server/queries.ts'
import { isOnHold, isScheduledForLater } from './rows.ts'

export const POLL_MS = 2_000
/** The maximum delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

const NO_BATCHES: readonly BatchLoadFile[] = []

export interface ProcessingBatches {
  readonly runningBatches: readonly BatchLoadFile[]
  /** Approved batches that are on hold or scheduled for later. */
  readonly scheduledBatches: readonly BatchLoadFile[]
}

/** `startedIds` are the batches that the user has started. They run now even if they were scheduled for later. */
export function useProcessingBatches(startedIds: readonly string[]): ProcessingBatches {
  const [isPolling, setIsPolling] = useState(false)
  const query = useServerQuery('batchLoads', { filter: batchStates.processing }, isPolling ? { pollMs: POLL_MS } : {})
  const batches = query.data?.batchLoads ?? NO_BATCHES
  const now = useNow(batches)
  const wasStarted = (batch: BatchLoadFile) => startedIds.includes(batch.BATCHLOADFILEID)
  const isScheduled = (batch: BatchLoadFile) => {
    const isInFuture = isScheduledForLater(batch) && runTimeOf(batch) > now
    // A started batch with a hold is not running yet.
    const runsNow = wasStarted(batch) && !isOnHold(batch)
    return isInFuture && !runsNow
  }
  const runningBatches = batches.filter((batch) => !isScheduled(batch))
  const hasRunningBatch = runningBatches.length > 0
  if (isPolling !== hasRunningBatch) setIsPolling(hasRunningBatch)
  const runningIdsKey = runningBatches.map((batch) => batch.BATCHLOADFILEID).join(' ')
  const previousKey = useRef(runningIdsKey)
  useEffect(() => {
    const hadRunningBatch = previousKey.current !== ''
    const hasChanged = previousKey.current !== runningIdsKey
    if (hadRunningBatch && hasChanged) refreshQueries('batchLoads', 'batchLoadDetails', 'overview')
    previousKey.current = runningIdsKey
  }, [runningIdsKey])
  return { runningBatches, scheduledBatches: batches.filter(isScheduled) }
}

/** NaN for a batch without a scheduled time. A comparison with NaN is false, so this batch is never in the future. */
const runTimeOf = (batch: BatchLoadFile): number => Date.parse(batch.SCHEDULEDDATE ?? '')

/** The current time in epoch milliseconds, updated when the next of these batches is due. */
function useNow(batches: readonly BatchLoadFile[]): number {
  const [now, setNow] = useState(() => currentTime())
  // Infinity if no batch is due later.
  const nextRunTime = Math.min(...batches.map(runTimeOf).filter((runTime) => runTime > now))
  useEffect(() => {
    if (nextRunTime === Infinity) return
    const msUntilRun = Math.max(0, nextRunTime - currentTime())
    const timer = setTimeout(() => setNow(currentTime()), Math.min(MAX_TIMER_MS, msUntilRun))
    return () => clearTimeout(timer)
  }, [nextRunTime, now])
  return now
}
