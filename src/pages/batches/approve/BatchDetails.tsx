// Batch Details: a full-screen dialog with the figures, warnings, facts and rows of a batch, and its actions.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { NotCheckedBanner } from '#pages/shared/freshness.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { useConnection } from '#services/server/connection.ts'
import { useOfferActions } from '#services/page-actions.ts'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { useSession } from '#services/session/session.ts'
import { batchActions } from './actions.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchNotes } from './BatchNotes.tsx'
import { BatchFacts } from './BatchFacts.tsx'
import { DetailTable } from './DetailTable.tsx'
import { LargestRows } from './LargestRows.tsx'
import { typeOf } from './rows.ts'
import { SummaryFigures } from './SummaryFigures.tsx'
import { type FreshBatch, useFreshBatch } from './useFreshBatch.ts'

interface BatchDetailsProps {
  readonly batchId: string
  readonly onClose: () => void
  readonly onDecide: (decision: BatchChange, file: BatchLoadFile) => void
}

export function BatchDetails({ batchId, onClose, onDecide }: BatchDetailsProps) {
  const fresh = useFreshBatch(batchId)
  const { query } = fresh
  const file = query.data?.batchLoad
  const { online } = useConnection()
  const viewerId = useSession()?.user.userId ?? ''
  useRecordRecentItem(
    'batch',
    file && m.common_batchIdReference({ id: batchId, reference: file.BATCHLOADFILEREFERENCE }),
    `/batchloads?batch=${batchId}`,
  )
  useOfferActions(
    m.batches_batchInText({ id: batchId }),
    file && online && fresh.blocked === undefined
      ? batchActions.flatMap((action) =>
          action.key !== 'report' &&
          action.key !== 'file' &&
          action.fits(file) &&
          !action.disabledReason(file, viewerId)
            ? [{ key: action.key, label: action.label(file), run: decideOn(action.key, file, onDecide) }]
            : [],
        )
      : undefined,
  )
  return (
    <DetailsDialog
      title={m.batches_batchDetails()}
      description={
        file
          ? m.batches_batchWithType({ id: batchId, type: typeOf(file), reference: file.BATCHLOADFILEREFERENCE })
          : m.batches_batch({ id: batchId })
      }
      noun="batch"
      notStoredText={m.batches_detailsNotKept()}
      query={query}
      onClose={onClose}
      buttons={
        <>
          <TrailLink type="batch" id={batchId} />
          {file && <BatchActions file={file} onDecide={onDecide} blocked={fresh.blocked} inFooter />}
        </>
      }
    >
      {file && <Content key={batchId} file={file} fresh={fresh} />}
    </DetailsDialog>
  )
}

const decideOn = (decision: BatchChange, file: BatchLoadFile, onDecide: BatchDetailsProps['onDecide']) => () =>
  onDecide(decision, file)

function Content({ file, fresh }: { readonly file: BatchLoadFile; readonly fresh: FreshBatch }) {
  const { query, rows, summary, funding } = fresh
  if (!summary) return null
  return (
    <div className="grid gap-4">
      {query.failure && <NotCheckedBanner query={query} />}
      <SummaryFigures file={file} summary={summary} />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4 lg:col-start-2">
          <BatchNotes file={file} summary={summary} funding={funding} />
          <BatchFacts file={file} funding={funding} />
          <LargestRows file={file} rows={summary.largest} />
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <DetailTable file={file} rows={rows} />
        </div>
      </div>
    </div>
  )
}
