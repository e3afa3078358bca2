// The batches in processing, asked again at a calm pace while there are any and the page is looked at. When one leaves the
// list, everything that shows it is asked again.
import { useEffect, useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates } from '#domain/batch/states.ts'
import { refreshAnswers, useAsk } from '#services/queries.ts'

export const POLL_MS = 2_000

const none: readonly BatchLoadFile[] = []

export function useProcessing(): readonly BatchLoadFile[] {
  const [busy, setBusy] = useState(false)
  const asked = useAsk('batchLoads', { filter: batchStates.processing }, busy ? { everyMs: POLL_MS } : {})
  const files = asked.data?.batchLoads ?? none
  // A batch that waits for its hour is not under way.
  const ids = files
    .filter((file) => file.SCHEDULEDDATE === null)
    .map((file) => file.BATCHLOADFILEID)
    .join(' ')
  if (busy !== (ids !== '')) setBusy(ids !== '')
  const before = useRef(ids)
  useEffect(() => {
    if (before.current !== '' && before.current !== ids) refreshAnswers('batchLoads', 'batchLoadDetails', 'overview')
    before.current = ids
  }, [ids])
  return files
}
