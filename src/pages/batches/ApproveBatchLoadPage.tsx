// Approve Batch Load: the list with its filter and dates, the details, and the approver's decisions.
import { m } from '#words/messages.js'
import { Inbox, WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import { type BatchFilter, batchStates, approvalRefusal } from '#domain/batch/states.ts'
import { changeToBatch, type BatchChange } from '#flows/pending-changes/batch-changes.ts'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import { SelectionBar } from '#pages/shared/decision-list/SelectionBar.tsx'
import { useDecisionList } from '#pages/shared/decision-list/useDecisionList.ts'
import { partialCountOf } from '#pages/shared/ApprovalNote.tsx'
import { ApprovalHoldBanner } from '#pages/shared/ApprovalHoldBanner.tsx'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useConnection } from '#services/server/connection.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { BatchDetails } from './approve/BatchDetails.tsx'
import { BatchList } from './approve/BatchList.tsx'
import { BatchDecisionDialog, type SentDecision } from './approve/BatchDecisionDialog.tsx'
import { upcomingProposal } from './approve/decision-input.ts'
import { FilterBar } from './approve/FilterBar.tsx'
import { batchLoadsQuery, type Filters } from './approve/filters.ts'
import { ProcessingStrip } from './approve/ProcessingStrip.tsx'
import { responseToRows, isOnHold, type ListedBatch, sumOf } from './approve/rows.ts'
import { BulkBatchDecision } from './approve/BulkBatchDecision.tsx'
import { useOpenBatchId } from './approve/useRowView.ts'
import { useProcessingBatches } from './approve/useProcessingBatches.ts'
import { type StartedBatch, useFinishedBatches } from './approve/useFinishedBatches.ts'

export default function ApproveBatchLoadPage() {
  const listState = useUrlListState(batchLoadsQuery)
  const batches = useServerList(batchLoadsSpec, listState)
  const { filter } = listState.values
  const [startedBatches, setStartedBatches] = useState<readonly StartedBatch[]>([])
  const { runningBatches, scheduledBatches } = useProcessingBatches(startedBatches.map(({ batchId }) => batchId))
  const finishedBatches = useFinishedBatches(startedBatches, runningBatches)
  const listElement = useRef<HTMLDivElement>(null)
  const decisions = useDecisionList<BatchChange, BatchLoadFile, ListedBatch>({
    listElement,
    rows: batches.rows,
    idOf: (batch) => batch.BATCHLOADFILEID,
    nameOf: (batch) => m.batches_batchInText({ id: batch.BATCHLOADFILEID }),
    refusal: (batch, viewerId) => approvalRefusal(apiToBatchProgress(batch), viewerId),
    isSelectable: filter === batchStates.awaiting,
    openItem: useOpenBatchId(),
  })
  const { openDecision, bulkDecision } = decisions

  // With the filter 'processing', the list already shows the batches in processing.
  const listShowsProcessing = filter === batchStates.processing
  const runningAroundList = listShowsProcessing ? [] : runningBatches
  const scheduledAroundList = listShowsProcessing ? [] : scheduledBatches
  const openDetails = (batch: BatchLoadFile) => decisions.openDetails(batch)
  const askToCancelHold = (batch: BatchLoadFile) => decisions.ask('changeSchedule', batch)
  const addStartedBatch = (batchId: string) => {
    const startedAt = Date.now()
    setStartedBatches((earlierBatches) => {
      const otherBatches = earlierBatches.filter((batch) => batch.batchId !== batchId)
      return [{ batchId, startedAt }, ...otherBatches]
    })
  }
  const afterDecision = (
    decision: BatchChange,
    batchId: string,
    { scheduledDate, isPartial = false }: SentDecision,
  ) => {
    decisions.afterDecision(decision, batchId)
    const isApprovedForNow = decision === 'approve' && scheduledDate === undefined && !isPartial
    if (decision === 'retry' || isApprovedForNow) addStartedBatch(batchId)
  }
  const afterEarlierChange = (change: PendingChange) => {
    const batchDecision = changeToBatch(change)
    if (batchDecision) afterDecision(batchDecision.decision, batchDecision.batchId, batchDecision)
  }
  const afterBulkApproval = (batch: BatchLoadFile) => {
    // The batch runs later if others still have to sign, or if its maker has proposed a time.
    const needsMoreSignatures = partialCountOf(batch.APPROVAL) !== undefined
    const hasProposedTime = upcomingProposal(batch) !== undefined
    if (!needsMoreSignatures && !hasProposedTime) addStartedBatch(batch.BATCHLOADFILEID)
  }

  return (
    <Page title={m.common_approveBatchLoad()} description={m.batches_approveDescription()}>
      <ApprovalHoldBanner />
      <PendingChangeList
        area="decision"
        hidden={bulkDecision !== undefined}
        exceptSubject={openDecision?.item.BATCHLOADFILEID}
        onDone={afterEarlierChange}
      />
      <FilterBar filters={listState.values} onChange={listState.setValues} list={batches} />
      <ListNote list={batches} offline={m.batches_decidedWhenOnline()} />
      {/* Only batches that can still be cancelled are above the list. */}
      <ProcessingStrip
        title={m.batches_onHoldLabel()}
        runningBatches={[]}
        scheduledBatches={scheduledAroundList.filter(isOnHold)}
        finishedBatches={[]}
        onDetails={openDetails}
        onCancel={askToCancelHold}
      />
      <div ref={listElement} className="min-w-0">
        <BatchList
          filter={filter}
          list={{ ...batches, rows: decisions.shownRows }}
          empty={<EmptyList filter={filter} />}
          onDetails={decisions.openDetails}
          onDecide={decisions.ask}
          selection={decisions.tableSelection}
        />
        <SelectionBar list={decisions} noun="batch" sum={sumOf(decisions.selectedRows)} />
      </div>
      {/* This strip can appear after a decision. It is below the list, since a strip above the list would move the rows. */}
      <ProcessingStrip
        title={m.batches_processingAndResults()}
        runningBatches={runningAroundList}
        scheduledBatches={scheduledAroundList.filter((batch) => !isOnHold(batch))}
        finishedBatches={finishedBatches}
        onDetails={openDetails}
        onCancel={askToCancelHold}
      />
      {bulkDecision && (
        <BulkBatchDecision
          {...bulkDecision}
          onDone={(id) => {
            bulkDecision.onDone(id)
            const batch = bulkDecision.items.find(({ BATCHLOADFILEID }) => BATCHLOADFILEID === id)
            if (batch && bulkDecision.decision === 'approve') afterBulkApproval(batch)
          }}
        />
      )}
      {decisions.openId !== undefined && (
        <BatchDetails batchId={decisions.openId} onClose={decisions.closeDetails} onDecide={decisions.ask} />
      )}
      {openDecision && (
        <BatchDecisionDialog
          openDecision={openDecision}
          onDone={(sentDecision, earlierChange) => {
            if (earlierChange) afterEarlierChange(earlierChange)
            else afterDecision(openDecision.decision, openDecision.item.BATCHLOADFILEID, sentDecision)
          }}
          onClose={decisions.closeDialog}
        />
      )}
    </Page>
  )
}

const batchLoadsSpec: ListSpec<'batchLoads', Filters, ListedBatch> = {
  name: 'batch-loads',
  method: 'batchLoads',
  querySpec: batchLoadsQuery,
  rows: responseToRows,
  pageSize: 25,
  isPaged: true,
}

function EmptyList({ filter }: { readonly filter: BatchFilter }) {
  const { online } = useConnection()
  const { title, hint } = emptyTexts[filter]
  return (
    <EmptyState icon={online ? Inbox : WifiOff} title={title}>
      {hint}
    </EmptyState>
  )
}

const emptyTexts: Readonly<Record<BatchFilter, { readonly title: string; readonly hint: string }>> = {
  [batchStates.awaiting]: { title: m.batches_nothingIsAwaitingApproval(), hint: m.batches_noneAwaitingHint() },
  [batchStates.approved]: { title: m.batches_noneApproved(), hint: m.common_tryOtherDates() },
  [batchStates.rejected]: { title: m.batches_noneRejected(), hint: m.common_tryOtherDates() },
  [batchStates.closed]: { title: m.batches_noneClosed(), hint: m.common_tryOtherDates() },
  [batchStates.processing]: { title: m.batches_nothingIsBeingProcessed(), hint: m.batches_noneProcessingHint() },
}
