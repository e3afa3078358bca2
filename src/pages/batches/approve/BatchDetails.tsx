// Batch Details (batches §2: full screen, 10 rows per page): on one screen what the maker saw and what has changed since.
import { useMemo } from 'react'
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import type { Decision } from '#flows/unanswered/decisions.ts'
import { isMissing } from '#services/api.ts'
import { useAsk } from '#services/queries.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { Notes } from './ApprovalNotes.tsx'
import { BatchFacts } from './BatchFacts.tsx'
import { DetailTable } from './DetailTable.tsx'
import { detailsToRows, detailsToSummary } from './details.ts'
import { LargestRows } from './LargestRows.tsx'
import { typeOf } from './rows.ts'
import { SummaryFigures } from './SummaryFigures.tsx'

interface BatchDetailsProps {
  readonly batchId: string
  readonly onClose: () => void
  readonly onDecide: (decision: Decision, file: BatchLoadFile) => void
}

export function BatchDetails({ batchId, onClose, onDecide }: BatchDetailsProps) {
  const asked = useAsk('batchLoadDetails', { batchLoadFileID: batchId })
  const file = asked.data?.batchLoad
  return (
    <Dialog
      open
      size="full"
      onClose={onClose}
      title="Batch Details"
      description={`Batch ${batchId}${file ? ` · ${typeOf(file)} · ${file.BATCHLOADFILEREFERENCE}` : ''}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {file && <ActionButtons file={file} onDecide={onDecide} closing />}
        </>
      }
    >
      {asked.data ? (
        <Content file={asked.data.batchLoad} details={asked.data.details} />
      ) : asked.failure ? (
        <EmptyState
          title={asked.failure.text}
          action={!isMissing(asked.failure) && <Button onClick={asked.refresh}>Try again</Button>}
        >
          {isMissing(asked.failure) && 'The link may be old or mistyped, or the batch is not one of yours.'}
          {asked.failure.kind === 'unreachable' &&
            'The details of a batch are not kept on this device, since they name cards.'}
        </EmptyState>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  )
}

interface ContentProps {
  readonly file: BatchLoadFile
  readonly details: readonly BatchLoadDetail[]
}

function Content({ file, details }: ContentProps) {
  // Thousands of rows: made once for an answer, not at every rendering.
  const rows = useMemo(() => detailsToRows(details, file), [details, file])
  const summary = useMemo(() => detailsToSummary(rows), [rows])
  return (
    <div className="grid gap-4">
      <SummaryFigures file={file} summary={summary} />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4 lg:col-start-2">
          <Notes file={file} summary={summary} />
          <BatchFacts file={file} />
          <LargestRows file={file} rows={summary.largest} />
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <DetailTable file={file} rows={rows} />
        </div>
      </div>
    </div>
  )
}
