// The batches in processing, polled slowly while there are any and the page is visible. When a batch leaves the list,
// everything that shows it is reloaded. Scheduled batches count once their time has come.
import { useEffect, useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates } from '#domain/batch/states.ts'
import { refreshQueries, useServerQuery } from '#services/server/queries.ts'
import { isHeld, isScheduledForLater } from './rows.ts'

export const POLL_MS = 2_000
/** The maximum delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

const none: readonly BatchLoadFile[] = []

export interface Processing {
  readonly running: readonly BatchLoadFile[]
  readonly waiting: readonly BatchLoadFile[]
}

/** `followed` are ids of batches to run now, whatever their schedule. */
export function useProcessing(followed: readonly string[]): Processing {
  const [busy, setBusy] = useState(false)
  const query = useServerQuery('batchLoads', { filter: batchStates.processing }, busy ? { everyMs: POLL_MS } : {})
  const files = query.data?.batchLoads ?? none
  const now = useNow(files)
  const isWaiting = (file: BatchLoadFile) =>
    isScheduledForLater(file) && hourOf(file) > now && (isHeld(file) || !followed.includes(file.BATCHLOADFILEID))
  const running = files.filter((file) => !isWaiting(file))
  const ids = running.map((file) => file.BATCHLOADFILEID).join(' ')
  if (busy !== (ids !== '')) setBusy(ids !== '')
  const before = useRef(ids)
  useEffect(() => {
    if (before.current !== '' && before.current !== ids) refreshQueries('batchLoads', 'batchLoadDetails', 'overview')
    before.current = ids
  }, [ids])
  return { running, waiting: files.filter(isWaiting) }
}

const hourOf = (file: BatchLoadFile): number => Date.parse(file.SCHEDULEDDATE ?? '')

/** The current time, updated when the next of these batches is due. */
function useNow(files: readonly BatchLoadFile[]): number {
  const [now, setNow] = useState(() => Date.now())
  const next = Math.min(...files.map(hourOf).filter((hour) => hour > now))
  useEffect(() => {
    if (next === Infinity) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(MAX_TIMER_MS, Math.max(0, next - Date.now())))
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}
