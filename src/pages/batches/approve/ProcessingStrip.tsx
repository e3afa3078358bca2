// What is being loaded now, and what came of the batches approved on this visit: live counts, then the result.
import { useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchStates } from '#domain/batch/states.ts'
import { useAsk } from '#services/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import { defaultRange } from './filters.ts'
import { amountOf, fileToRow } from './rows.ts'
import { POLL_MS } from './useProcessing.ts'
import { useToday } from './useToday.ts'

interface ProcessingStripProps {
  readonly processing: readonly BatchLoadFile[]
  /** Ids of the batches approved on this visit, newest first. */
  readonly approved: readonly string[]
  readonly onDetails: (file: BatchLoadFile) => void
}

export function ProcessingStrip({ processing, approved, onDetails }: ProcessingStripProps) {
  const results = useResults(approved)
  const ended = results.filter((file) => !processing.some((other) => other.BATCHLOADFILEID === file.BATCHLOADFILEID))
  if (processing.length === 0 && ended.length === 0) return null
  return (
    <Panel title="Processing">
      <ul className="grid gap-3" aria-live="polite">
        {processing.map((file) => (
          <li key={file.BATCHLOADFILEID}>
            <Progress
              label={`Batch ${file.BATCHLOADFILEID} · ${file.BATCHLOADFILEREFERENCE}`}
              done={file.LOADEDCOUNT}
              total={file.LOADSCOUNT}
              text={fileToRow(file).OUTCOME}
            />
          </li>
        ))}
        {ended.map((file) => (
          <li key={file.BATCHLOADFILEID} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1">
              Batch {file.BATCHLOADFILEID} · {file.BATCHLOADFILEREFERENCE}
            </span>
            <span className="figures">{amountOf(file.LOADEDAMOUNT, file.CURRENCY)}</span>
            <Badge tone={file.LOADEDCOUNT === file.LOADSCOUNT ? 'positive' : 'warning'}>
              {fileToRow(file).OUTCOME}
            </Badge>
            <Button size="small" onClick={() => onDetails(file)} aria-label={`Result of batch ${file.BATCHLOADFILEID}`}>
              See rows
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The ended ones of these batches; asked again until all have ended. */
function useResults(ids: readonly string[]): readonly BatchLoadFile[] {
  const { start, end } = defaultRange(useToday())
  const [waiting, setWaiting] = useState(false)
  const asked = useAsk(
    'batchLoads',
    { filter: batchStates.approved, startDate: start, endDate: end },
    { enabled: ids.length > 0, ...(waiting ? { everyMs: POLL_MS } : {}) },
  )
  const ended = (asked.data?.batchLoads ?? []).filter((file) => ids.includes(file.BATCHLOADFILEID) && file.PROCESSED)
  const open = ended.length < ids.length
  if (waiting !== open) setWaiting(open)
  return ended
}
