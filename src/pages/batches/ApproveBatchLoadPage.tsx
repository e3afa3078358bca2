// Approve Batch Load: the list with its filter and dates, the details, and the approver's decisions.
import { m } from '#words/messages.js'
import { Inbox, WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import { type BatchFilter, batchStates, approvalRefusal } from '#domain/batch/states.ts'
import { changeToBatch, type BatchChange, type DecisionDetails } from '#flows/pending-changes/batch-changes.ts'
import type { PendingChange } from '#flows/pending-changes/change-types.ts'
import { SelectionBar, type BulkDecision } from '#pages/shared/bulk-decisions/SelectionBar.tsx'
import { useSelection } from '#pages/shared/bulk-decisions/useSelection.ts'
import { ApprovalHoldBanner } from '#pages/shared/ApprovalHoldBanner.tsx'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useRowShortcuts } from '#pages/shared/useRowShortcuts.ts'
import { useDecidedItems } from '#pages/shared/useDecidedItems.ts'
import { useFocusAfterRemoval } from '#pages/shared/useFocusAfterRemoval.ts'
import { useConnection } from '#services/server/connection.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { BatchDetails } from './approve/BatchDetails.tsx'
import { BatchList } from './approve/BatchList.tsx'
import { BatchDecisionDialog } from './approve/BatchDecisionDialog.tsx'
import { FilterBar } from './approve/FilterBar.tsx'
import type { OpenDecision } from './approve/decisions.ts'
import { isUndecided } from './approve/details.ts'
import { batchLoadsQuery, type Filters } from './approve/filters.ts'
import { ProcessingStrip } from './approve/ProcessingStrip.tsx'
import { responseToRows, isOnHold, type ListedBatch, sumOf } from './approve/rows.ts'
import { BulkBatchDecision } from './approve/BulkBatchDecision.tsx'
import { useOpenBatchId } from './approve/useRowView.ts'
import { useProcessingBatches } from './approve/useProcessingBatches.ts'
import { type StartedBatch, useFinishedBatches } from './approve/useFinishedBatches.ts'

export default function ApproveBatchLoadPage() {
  const session = useSession()
  const ownerUser = useOwnerUser()
  const listState = useUrlListState(batchLoadsQuery)
  const batches = useServerList(batchLoads, listState)
  const { filter } = listState.values
  const [openBatchId, setOpenBatchId] = useOpenBatchId()
  const [openDecision, setOpenDecision] = useState<OpenDecision>()
  const [bulkSelection, setBulkSelection] = useState<BulkSelection>()
  const [startedBatches, setStartedBatches] = useState<readonly StartedBatch[]>([])
  const { runningBatches, scheduledBatches } = useProcessingBatches(startedBatches.map(({ batchId }) => batchId))
  const finishedBatches = useFinishedBatches(startedBatches, runningBatches)

  // With the filter 'processing', the list already shows the batches in processing.
  const listShowsProcessing = filter === batchStates.processing
  const onDetails = (batch: BatchLoadFile, rows?: string) =>
    setOpenBatchId(batch.BATCHLOADFILEID, rows === undefined ? {} : { rows })
  const ids = batches.rows?.map((row) => row.BATCHLOADFILEID) ?? []
  const decidedItems = useDecidedItems(batches.rows?.filter(isUndecided).map((row) => row.BATCHLOADFILEID))
  const onDecide = (decision: BatchChange, batch: BatchLoadFile) => {
    if (!isFinalDecision(decision) || !decidedItems.has(batch.BATCHLOADFILEID)) setOpenDecision({ decision, batch })
  }
  const nextToDecide = (batchId: string) =>
    nextBatchToDecide(batches.rows ?? [], batchId, {
      viewerId: session?.user.userId ?? '',
      isDecided: (id) => id === batchId || decidedItems.has(id),
    })
  const onCancel = (batch: BatchLoadFile) => onDecide('unschedule', batch)
  const list = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfterRemoval(
    list,
    batches.rows && ((id) => batches.rows?.some((row) => row.BATCHLOADFILEID === id) === true),
    openDecision === undefined && bulkSelection === undefined && openBatchId === undefined,
  )
  const openAdjacent = (step: 1 | -1) => {
    const nextId = openBatchId === undefined ? undefined : ids[ids.indexOf(openBatchId) + step]
    if (nextId !== undefined) setOpenBatchId(nextId)
  }
  useRowShortcuts({
    list,
    onStep: openBatchId === undefined ? undefined : openAdjacent,
    openId: openBatchId,
    decideAfter: (batchId, decision) => {
      if (!decidedItems.has(batchId)) return false
      const batch = nextToDecide(batchId)
      const isHeld = decision === 'approve' && session?.approvalHold !== undefined
      if (batch && !isHeld) onDecide(decision, batch)
      return true
    },
  })
  const selection = useSelection(
    filter === batchStates.awaiting ? (batches.rows ?? NO_BATCHES) : NO_BATCHES,
    (row) => row.BATCHLOADFILEID,
    (row) => m.common_select({ item: m.batches_batchInText({ id: row.BATCHLOADFILEID }) }),
  )
  const addStartedBatch = (batchId: string) => {
    const startedAt = Date.now()
    setStartedBatches((before) => [{ batchId, startedAt }, ...before.filter((batch) => batch.batchId !== batchId)])
  }
  const afterDecision = (decision: BatchChange, batchId: string, { scheduledDate }: DecisionDetails) => {
    setOpenDecision(undefined)
    focusAfter(batchId)
    // After a decision in the details, open the next waiting batch. If there is none, the details show the result.
    const nextId = nextToDecide(batchId)?.BATCHLOADFILEID
    if (openBatchId === batchId && nextId !== undefined && isFinalDecision(decision)) setOpenBatchId(nextId)
    if (isFinalDecision(decision)) decidedItems.add(batchId)
    const runsNow = decision === 'retry' || (decision === 'approve' && scheduledDate === undefined)
    if (runsNow) addStartedBatch(batchId)
  }
  const onDecided = (change: PendingChange) => {
    const batchDecision = changeToBatch(change)
    if (batchDecision) afterDecision(batchDecision.decision, batchDecision.batchId, batchDecision)
  }

  return (
    <Page title={m.common_approveBatchLoad()} description={m.batches_approveDescription()}>
      <ApprovalHoldBanner />
      <PendingChangeList
        area="decision"
        hidden={bulkSelection !== undefined}
        exceptSubject={openDecision?.batch.BATCHLOADFILEID}
        onDone={onDecided}
      />
      <FilterBar filters={listState.values} onChange={listState.setValues} list={batches} />
      <ListNote list={batches} offline={m.batches_decidedWhenOnline()} />
      {/* Only batches that can still be cancelled are above the list. */}
      <ProcessingStrip
        title={m.batches_onHoldLabel()}
        runningBatches={[]}
        scheduledBatches={listShowsProcessing ? [] : scheduledBatches.filter(isOnHold)}
        finishedBatches={[]}
        onDetails={(batch) => onDetails(batch)}
        onCancel={onCancel}
      />
      <div ref={list} className="min-w-0">
        <BatchList
          filter={filter}
          list={batches}
          request={batchLoadsQuery.toParams(listState.values)}
          empty={<EmptyList filter={filter} />}
          onDetails={onDetails}
          onDecide={onDecide}
          selection={selection.tableSelection}
        />
        <SelectionBar
          count={selection.rows.length}
          noun="batch"
          sum={sumOf(selection.rows)}
          blockedReasons={{ approve: session?.approvalHold, reject: undefined }}
          onDecide={(decision) => setBulkSelection({ decision, batches: selection.rows })}
          onClear={selection.clear}
        />
      </div>
      {/* This strip can appear after a decision, so it is below the list: above it, it would move the rows. */}
      <ProcessingStrip
        title={m.batches_processingAndResults()}
        runningBatches={listShowsProcessing ? [] : runningBatches}
        scheduledBatches={listShowsProcessing ? [] : scheduledBatches.filter((batch) => !isOnHold(batch))}
        finishedBatches={finishedBatches}
        onDetails={(batch) => onDetails(batch)}
        onCancel={onCancel}
      />
      {bulkSelection && (
        <BulkBatchDecision
          ownerUser={ownerUser}
          {...bulkSelection}
          onSend={([firstId]) => firstId !== undefined && focusAfter(firstId)}
          onDone={(id) => {
            decidedItems.add(id)
            selection.remove([id])
            if (bulkSelection.decision === 'approve') addStartedBatch(id)
          }}
          onClose={() => setBulkSelection(undefined)}
        />
      )}
      {openBatchId !== undefined && (
        <BatchDetails batchId={openBatchId} onClose={() => setOpenBatchId(undefined)} onDecide={onDecide} />
      )}
      {openDecision && (
        <BatchDecisionDialog
          openDecision={openDecision}
          onDone={(details, earlierChange) =>
            earlierChange
              ? onDecided(earlierChange)
              : afterDecision(openDecision.decision, openDecision.batch.BATCHLOADFILEID, details)
          }
          onClose={() => setOpenDecision(undefined)}
        />
      )}
    </Page>
  )
}

interface BulkSelection {
  readonly decision: BulkDecision
  /** The selected batches; the dialog loads them again. */
  readonly batches: readonly ListedBatch[]
}

const NO_BATCHES: readonly ListedBatch[] = []

const isFinalDecision = (decision: BatchChange): boolean => decision === 'approve' || decision === 'reject'

interface Deciding {
  readonly viewerId: string
  readonly isDecided: (id: string) => boolean
}

/** The next batch in the list that the viewer can approve or reject. After the end of the list, continues at its start. */
function nextBatchToDecide(
  rows: readonly ListedBatch[],
  batchId: string,
  { viewerId, isDecided }: Deciding,
): ListedBatch | undefined {
  const index = rows.findIndex((row) => row.BATCHLOADFILEID === batchId)
  const otherRows = [...rows.slice(index + 1), ...rows.slice(0, Math.max(0, index))]
  return otherRows.find(
    (row) => !isDecided(row.BATCHLOADFILEID) && approvalRefusal(apiToBatchProgress(row), viewerId) === undefined,
  )
}

const batchLoads: ListSpec<'batchLoads', Filters, ListedBatch> = {
  name: 'batch-loads',
  method: 'batchLoads',
  querySpec: batchLoadsQuery,
  rows: responseToRows,
  pageSize: 25,
  isPaged: true,
}

function EmptyList({ filter }: { readonly filter: BatchFilter }) {
  const { online } = useConnection()
  const [title, explanation] = emptyTexts[filter]
  return (
    <EmptyState icon={online ? Inbox : WifiOff} title={title}>
      {explanation}
    </EmptyState>
  )
}

const OTHER_DATES = m.common_tryOtherDates()
const emptyTexts: Readonly<Record<BatchFilter, readonly [string, string]>> = {
  [batchStates.awaiting]: [m.batches_nothingIsAwaitingApproval(), m.batches_noneAwaitingHint()],
  [batchStates.approved]: [m.batches_noneApproved(), OTHER_DATES],
  [batchStates.rejected]: [m.batches_noneRejected(), OTHER_DATES],
  [batchStates.closed]: [m.batches_noneClosed(), OTHER_DATES],
  [batchStates.processing]: [m.batches_nothingIsBeingProcessed(), m.batches_noneProcessingHint()],
}
