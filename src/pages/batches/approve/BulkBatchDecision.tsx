// One decision about several batches, each with its current rows, warnings and fingerprint.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { Result } from '#contract/operations.ts'
import { apiToFunding } from '#domain/funding.ts'
import { MAX_CLOSED_COMMENTS, approvalRefusal } from '#domain/batch/states.ts'
import type { BatchSummary } from '#domain/batch/summary.ts'
import { batchToChange } from '#flows/pending-changes/batch-changes.ts'
import { changeTypes } from '#flows/pending-changes/change-types.ts'
import { usePendingChanges } from '#flows/pending-changes/store.ts'
import { staleReason } from '#pages/shared/freshness.tsx'
import type { BulkDecision } from '#pages/shared/bulk-decisions/SelectionBar.tsx'
import { BulkDecisionDialog, type BulkDecisionItem } from '#pages/shared/bulk-decisions/BulkDecisionDialog.tsx'
import { useFreshQueries } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import { warningsOf } from './BatchNotes.tsx'
import { type DetailRow, detailsToRows, detailsToSummary } from './details.ts'
import { batchToRow, moneyOf, sizeOf, sumOf } from './rows.ts'

interface BulkBatchDecisionProps {
  readonly ownerUser: string
  readonly decision: BulkDecision
  readonly batches: readonly BatchLoadFile[]
  readonly onSend: (ids: readonly string[]) => void
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

export function BulkBatchDecision({ batches, onSend, ...dialog }: BulkBatchDecisionProps) {
  const [isSending, setIsSending] = useState(false)
  const items = useItems(dialog.ownerUser, dialog.decision, batches, !isSending)
  return (
    <BulkDecisionDialog
      {...dialog}
      noun="batch"
      money={moneyOf(batches[0]?.CURRENCY ?? '')}
      sumOf={(ids) => sumOf(batches.filter(({ BATCHLOADFILEID }) => ids.includes(BATCHLOADFILEID)))}
      maxReason={MAX_CLOSED_COMMENTS}
      items={items}
      onSend={(ids) => {
        setIsSending(true)
        onSend(ids)
      }}
    />
  )
}

function useItems(
  ownerUser: string,
  decision: BulkDecision,
  batches: readonly BatchLoadFile[],
  enabled: boolean,
): BulkDecisionItem[] {
  const viewerId = useSession()?.user.userId ?? ''
  const pendingChanges = usePendingChanges(ownerUser)
  const queries = useFreshQueries(
    'batchLoadDetails',
    batches.map(({ BATCHLOADFILEID }) => ({ batchLoadFileID: BATCHLOADFILEID })),
    enabled,
  )
  return batches.map((listedBatch, index) => {
    const query = queries[index]
    const batch = query?.data?.batchLoad ?? listedBatch
    const id = batch.BATCHLOADFILEID
    const isPending = pendingChanges.some(
      ({ kind, subject }) => changeTypes[kind].area === 'decision' && subject === id,
    )
    const waitText = query && staleReason(query)
    return {
      id,
      name: m.batches_batch({ id }),
      description: batch.BATCHLOADFILEREFERENCE,
      maker: batchToRow(batch).UPLOADEDBY,
      size: sizeOf(batch),
      warnings: query?.data ? warningsOf(batch, summaryOf(query.data)).map(({ title }) => title) : [],
      funding: query?.data?.funding && apiToFunding(query.data.funding),
      holdMinutes: query?.data?.holdMinutes,
      refusal:
        approvalRefusal(apiToBatchProgress(batch), viewerId) ??
        (isPending ? m.common_earlierDecisionPending() : query?.failure && waitText),
      waitText,
      toRequest: (reason) =>
        batchToChange({ batchId: id, size: sizeOf(batch), fingerprint: batch.FINGERPRINT }, decision, { reason }),
    }
  })
}

// A batch can have thousands of rows, so its summary is calculated once per response, not at every render.
const summaries = new WeakMap<object, BatchSummary<DetailRow>>()
function summaryOf(response: Result<'batchLoadDetails'>): BatchSummary<DetailRow> {
  const summary = summaries.get(response) ?? detailsToSummary(detailsToRows(response.details, response.batchLoad))
  summaries.set(response, summary)
  return summary
}
