// Batches in processing, scheduled batches, and the results of batches approved or retried since the page was opened.
import { m } from '#words/messages.js'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchToStatus } from '#domain/batch/words.ts'
import { amountToText } from '#domain/money.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Progress } from '#ui/Progress.tsx'
import { batchToRow, isOnHold, sizeOf } from './rows.ts'

interface ProcessingStripProps {
  readonly title: string
  readonly runningBatches: readonly BatchLoadFile[]
  /** Approved batches that are on hold or scheduled for later. */
  readonly scheduledBatches: readonly BatchLoadFile[]
  readonly finishedBatches: readonly BatchLoadFile[]
  readonly onDetails: (batch: BatchLoadFile) => void
  /** Cancels a batch on hold. */
  readonly onCancel: (batch: BatchLoadFile) => void
}

export function ProcessingStrip(props: ProcessingStripProps) {
  const { title, runningBatches, scheduledBatches, finishedBatches, onDetails, onCancel } = props
  if (runningBatches.length + scheduledBatches.length + finishedBatches.length === 0) return null
  return (
    <Panel title={title}>
      <ul className="grid gap-3" aria-live="polite">
        {runningBatches.map((batch) => (
          <li key={batch.BATCHLOADFILEID}>
            <Progress
              label={nameOf(batch)}
              done={batch.LOADEDCOUNT}
              total={batch.LOADSCOUNT}
              text={batchToRow(batch).OUTCOME}
            />
          </li>
        ))}
        {finishedBatches.map((batch) => (
          <li key={batch.BATCHLOADFILEID} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-52 flex-1">{nameOf(batch)}</span>
            <span className="figures">{amountToText(batch.LOADEDAMOUNT, batch.CURRENCY)}</span>
            <Badge tone={batchToStatus(apiToBatchProgress(batch)).tone}>{batchToRow(batch).OUTCOME}</Badge>
            <SeeRowsButton batch={batch} onDetails={onDetails} />
          </li>
        ))}
        {scheduledBatches.map((batch) => (
          <ScheduledBatch key={batch.BATCHLOADFILEID} batch={batch} onDetails={onDetails} onCancel={onCancel} />
        ))}
      </ul>
    </Panel>
  )
}

interface ScheduledBatchProps extends Pick<ProcessingStripProps, 'onDetails' | 'onCancel'> {
  readonly batch: BatchLoadFile
}

function ScheduledBatch({ batch, onDetails, onCancel }: ScheduledBatchProps) {
  const { online } = useConnection()
  const { EXPECTEDRESULT } = batchToRow(batch)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="min-w-52 flex-1">
        {nameOf(batch)}
        <span className="figures block text-sm text-muted">{sizeOf(batch)}</span>
      </span>
      <Badge tone="waiting">{isOnHold(batch) ? m.common_heldUntil() : m.batches_scheduled()}</Badge>
      <span className="figures text-sm text-muted">
        <Instant value={batch.SCHEDULEDDATE ?? ''} />
      </span>
      {isOnHold(batch) && (
        <Button
          size="small"
          disabledReason={online ? undefined : OFFLINE_REASON}
          onClick={() => onCancel(batch)}
          aria-label={m.batches_cancelBatchId({ id: batch.BATCHLOADFILEID })}
        >
          {m.common_cancelAction()}
        </Button>
      )}
      {EXPECTEDRESULT !== '' && <Badge tone="warning">{EXPECTEDRESULT}</Badge>}
      <SeeRowsButton batch={batch} onDetails={onDetails} />
    </li>
  )
}

function SeeRowsButton({ batch, onDetails }: Pick<ScheduledBatchProps, 'batch' | 'onDetails'>) {
  return (
    <Button
      size="small"
      onClick={() => onDetails(batch)}
      aria-label={m.batches_seeRowsOf({ id: batch.BATCHLOADFILEID })}
    >
      {m.batches_seeRows()}
    </Button>
  )
}

const nameOf = (batch: BatchLoadFile): string =>
  m.batches_batchInProgress({ id: batch.BATCHLOADFILEID, reference: batch.BATCHLOADFILEREFERENCE })
