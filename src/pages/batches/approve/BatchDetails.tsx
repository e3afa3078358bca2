// Batch Details: a full-screen dialog with the figures, warnings, facts and rows of a batch, and its actions.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchChange } from '#flows/pending-changes/batch-changes.ts'
import { DetailsColumns } from '#pages/shared/DetailsColumns.tsx'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { NotCheckedBanner } from '#pages/shared/freshness.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { useConnection } from '#services/server/connection.ts'
import { type PageAction, useOfferActions } from '#services/page-actions.ts'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { useSession } from '#services/session/session.ts'
import { batchActions } from './actions.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchNotes } from './BatchNotes.tsx'
import { BatchFacts } from './BatchFacts.tsx'
import { DetailTable } from './DetailTable.tsx'
import { isDownload } from './download.ts'
import { LargestRows } from './LargestRows.tsx'
import { typeOf } from './rows.ts'
import { SummaryFigures } from './SummaryFigures.tsx'
import { type FreshBatch, useFreshBatch } from './useFreshBatch.ts'
import { useRowView } from './useRowView.ts'

interface BatchDetailsProps {
  readonly batchId: string
  readonly onClose: () => void
  readonly onDecide: (decision: BatchChange, batch: BatchLoadFile) => void
}

export function BatchDetails({ batchId, onClose, onDecide }: BatchDetailsProps) {
  const freshBatch = useFreshBatch(batchId)
  const { query } = freshBatch
  const batch = query.data?.batchLoad
  const { online } = useConnection()
  const viewerId = useSession()?.user.userId ?? ''
  useRecordRecentItem(
    'batch',
    batch && m.common_batchIdReference({ id: batchId, reference: batch.BATCHLOADFILEREFERENCE }),
    `/batchloads?batch=${batchId}`,
  )
  const canDecideNow = batch !== undefined && online && freshBatch.blockedReason === undefined
  const offeredDecisions = canDecideNow ? possibleDecisions(batch, viewerId, onDecide) : undefined
  useOfferActions(m.batches_batchInText({ id: batchId }), offeredDecisions)
  return (
    <DetailsDialog
      title={m.batches_batchDetails()}
      description={
        batch
          ? m.batches_batchWithType({ id: batchId, type: typeOf(batch), reference: batch.BATCHLOADFILEREFERENCE })
          : m.batches_batch({ id: batchId })
      }
      noun="batch"
      notStoredText={m.batches_detailsNotKept()}
      query={query}
      onClose={onClose}
      buttons={
        <>
          <TrailLink type="batch" id={batchId} />
          {batch && (
            <BatchActions batch={batch} onDecide={onDecide} blockedReason={freshBatch.blockedReason} inFooter />
          )}
        </>
      }
    >
      {batch && <Content key={batchId} batch={batch} freshBatch={freshBatch} />}
    </DetailsDialog>
  )
}

/** The decisions that the viewer can make about the batch, for the global search. */
function possibleDecisions(
  batch: BatchLoadFile,
  viewerId: string,
  onDecide: BatchDetailsProps['onDecide'],
): readonly PageAction[] {
  const decisions: PageAction[] = []
  for (const { key, label, fits, disabledReason } of batchActions) {
    if (isDownload(key) || !fits(batch)) continue
    if (disabledReason(batch, viewerId) !== undefined) continue
    decisions.push({ key, label: label(batch), run: () => onDecide(key, batch) })
  }
  return decisions
}

function Content({ batch, freshBatch }: { readonly batch: BatchLoadFile; readonly freshBatch: FreshBatch }) {
  const { query, rows, summary, funding } = freshBatch
  const { setView } = useRowView()
  if (!summary) return null
  return (
    <div className="grid gap-4">
      {query.failure && <NotCheckedBanner query={query} />}
      <SummaryFigures batch={batch} summary={summary} />
      <DetailsColumns
        notes={
          <BatchNotes batch={batch} summary={summary} funding={funding} onShowRows={(filter) => setView({ filter })} />
        }
        rows={<DetailTable batch={batch} rows={rows} />}
      >
        <BatchFacts batch={batch} funding={funding} isSigned={query.data?.signWith !== undefined} />
        <LargestRows batch={batch} rows={summary.largest} />
      </DetailsColumns>
    </div>
  )
}
