// One decision about several batches.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { Result } from '#contract/operations.ts'
import { apiToFunding } from '#domain/funding/funds.ts'
import { instantToText } from '#domain/instants.ts'
import { MAX_CLOSED_COMMENTS, approvalRefusal, rejectionRefusal } from '#domain/batch/states.ts'
import { type BatchSummary, rowsToSummary } from '#domain/batch/summary.ts'
import { batchToChange } from '#flows/pending-changes/batch-changes.ts'
import { partialCountOf } from '#pages/shared/ApprovalNote.tsx'
import { FreshBulkDecision } from '#pages/shared/decision-list/FreshBulkDecision.tsx'
import type { BulkDecision } from '#pages/shared/decision-list/useDecisionList.ts'
import { useSession } from '#services/session/session.ts'
import { warningsOf } from './BatchNotes.tsx'
import { type DetailRow, detailsToRows } from './details.ts'
import { upcomingProposal } from './decision-input.ts'
import { makerOf, moneyFormatOf, sizeOf, sumOf } from './rows.ts'

export function BulkBatchDecision(bulkDecision: BulkDecision<BatchLoadFile>) {
  const viewerId = useSession()?.user.userId ?? ''
  const isApproval = bulkDecision.decision === 'approve'
  const refusalOf = isApproval ? approvalRefusal : rejectionRefusal
  return (
    <FreshBulkDecision
      {...bulkDecision}
      noun="batch"
      area="decision"
      formatMoney={moneyFormatOf(bulkDecision.items[0]?.CURRENCY ?? '')}
      sumOf={sumOf}
      maxReason={MAX_CLOSED_COMMENTS}
      detailsMethod="batchLoadDetails"
      toParams={({ BATCHLOADFILEID }) => ({ batchLoadFileID: BATCHLOADFILEID })}
      toDialogItem={(listedBatch, details) => {
        const batch = details?.batchLoad ?? listedBatch
        const id = batch.BATCHLOADFILEID
        /** The number of signatures after this approval. Undefined if no one else has to sign then. */
        const partialCount = isApproval ? partialCountOf(batch.APPROVAL) : undefined
        // Only the last signer sends a time: the time that the maker proposed, if it has not passed.
        const timeToSend = () => (partialCount ? undefined : upcomingProposal(batch))
        const rowWarnings = details ? warningsOf(batch, summaryOf(details)) : []
        return {
          id,
          name: m.batches_batch({ id }),
          description: batch.BATCHLOADFILEREFERENCE,
          maker: makerOf(batch),
          size: sizeOf(batch),
          warnings: [...(batch.APPROVAL?.needs ?? []), ...rowWarnings.map(({ title }) => title)],
          runTime: partialCount ? undefined : runTimeText(batch),
          funding: details?.funding && apiToFunding(details.funding),
          holdMinutes: details?.holdMinutes,
          refusal: refusalOf(apiToBatchProgress(batch), viewerId),
          signWith: details?.signWith,
          toSign: () => ({
            subject: 'batch',
            id,
            fingerprint: batch.FINGERPRINT,
            scheduledDate: timeToSend(),
          }),
          toRequest: (reason, proof) =>
            batchToChange(
              { batchId: id, size: sizeOf(batch), fingerprint: batch.FINGERPRINT, signature: partialCount },
              bulkDecision.decision,
              { reason, proof, scheduledDate: isApproval ? timeToSend() : undefined },
            ),
        }
      }}
    />
  )
}

/** When a batch with a proposed time is processed, if it is approved together with others. */
function runTimeText(batch: BatchLoadFile): string | undefined {
  const { PROPOSEDDATE: proposed } = batch
  if (!proposed) return undefined
  const time = instantToText(proposed, client)
  return upcomingProposal(batch) === undefined
    ? m.batches_proposalPassedRunsNow({ time })
    : m.batches_runsAtProposedTime({ time })
}

// A batch can have thousands of rows, so its summary is calculated once per response, not at every render.
const summaries = new WeakMap<object, BatchSummary<DetailRow>>()
function summaryOf(response: Result<'batchLoadDetails'>): BatchSummary<DetailRow> {
  const knownSummary = summaries.get(response)
  if (knownSummary) return knownSummary
  const summary = rowsToSummary(detailsToRows(response.details, response.batchLoad))
  summaries.set(response, summary)
  return summary
}
