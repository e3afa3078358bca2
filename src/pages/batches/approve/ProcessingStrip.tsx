// Batches in processing, scheduled batches, and the results of batches approved or retried since the page was opened.
import { m } from '#words/messages.js'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchToStatus } from '#domain/batch/words.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import { amountOf, fileToRow, isHeld, sizeOf } from './rows.ts'

interface ProcessingStripProps {
  readonly title: string
  readonly running: readonly BatchLoadFile[]
  readonly waiting: readonly BatchLoadFile[]
  readonly finished: readonly BatchLoadFile[]
  readonly onDetails: (file: BatchLoadFile) => void
  /** Cancels a batch on hold. */
  readonly onCancel: (file: BatchLoadFile) => void
}

export function ProcessingStrip({ title, running, waiting, finished, onDetails, onCancel }: ProcessingStripProps) {
  const { online } = useConnection()
  if (running.length + waiting.length + finished.length === 0) return null
  return (
    <Panel title={title}>
      <ul className="grid gap-3" aria-live="polite">
        {running.map((file) => (
          <li key={file.BATCHLOADFILEID}>
            <Progress
              label={nameOf(file)}
              done={file.LOADEDCOUNT}
              total={file.LOADSCOUNT}
              text={fileToRow(file).OUTCOME}
            />
          </li>
        ))}
        {finished.map((file) => (
          <li key={file.BATCHLOADFILEID} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-52 flex-1">{nameOf(file)}</span>
            <span className="figures">{amountOf(file.LOADEDAMOUNT, file.CURRENCY)}</span>
            <Badge tone={batchToStatus(apiToBatchProgress(file)).tone}>{fileToRow(file).OUTCOME}</Badge>
            <Button
              size="small"
              onClick={() => onDetails(file)}
              aria-label={m.batches_seeRowsOf({ id: file.BATCHLOADFILEID })}
            >
              {m.batches_seeRows()}
            </Button>
          </li>
        ))}
        {waiting.map((file) => (
          <li key={file.BATCHLOADFILEID} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-52 flex-1">
              {nameOf(file)}
              <span className="figures block text-sm text-muted">{sizeOf(file)}</span>
            </span>
            <Badge tone="waiting">{isHeld(file) ? m.common_heldUntil() : m.batches_scheduled()}</Badge>
            <span className="figures text-sm text-muted">
              <Instant value={file.SCHEDULEDDATE ?? ''} />
            </span>
            {isHeld(file) && (
              <Button
                size="small"
                disabledReason={online ? undefined : OFFLINE_REASON}
                onClick={() => onCancel(file)}
                aria-label={m.batches_cancelThis({ id: file.BATCHLOADFILEID })}
              >
                {m.common_cancelIt()}
              </Button>
            )}
            {fileToRow(file).FORESEEN !== '' && <Badge tone="warning">{fileToRow(file).FORESEEN}</Badge>}
            <Button
              size="small"
              onClick={() => onDetails(file)}
              aria-label={m.batches_seeRowsOf({ id: file.BATCHLOADFILEID })}
            >
              {m.batches_seeRows()}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const nameOf = (file: BatchLoadFile): string =>
  m.batches_batchInProgress({ id: file.BATCHLOADFILEID, reference: file.BATCHLOADFILEREFERENCE })
