// The rows of the maker's own batches: their texts, columns, cells and actions.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import { batchToStatus } from '#domain/batch/words.ts'
import type { Column } from '#domain/columns.ts'
import { amountToText } from '#domain/money.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Instant } from '#ui/Instant.tsx'
import { RowActions } from '#ui/tables/RowActions.tsx'
import { DoneBy, Outcome, TwoLines } from '#ui/tables/cells.tsx'
import {
  type ListedBatch,
  batchToRow,
  isOnHold,
  isScheduledForLater,
  fileOnlyColumnsOf,
  rowsInList,
} from '../approve/rows.ts'
import { BatchBadge } from '../approve/BatchBadge.tsx'
import { ProposedTime } from '../approve/ProposedTime.tsx'
import { hasFailedRows, canRepeat, canWithdraw, canReopen } from './maker-actions.ts'
import { BatchName, BatchReference } from '../approve/BatchName.tsx'

/** What the maker can do with a batch, from the list and from its details. */
export interface MyBatchHandlers {
  /** Copies the rows of the batch to a new draft. */
  readonly onOpenAsDraft: (batch: BatchLoadFile) => void
  readonly onRetryFailed: (batch: BatchLoadFile) => void
  readonly onWithdraw: (batch: BatchLoadFile) => void
}

interface MyBatchActionsProps extends MyBatchHandlers {
  readonly row: MyRow
  readonly onDetails: (row: MyRow) => void
}

export function MyBatchActions({ row, onDetails, onOpenAsDraft, onRetryFailed, onWithdraw }: MyBatchActionsProps) {
  const { online } = useConnection()
  const { BATCHLOADFILEID: id, BATCHLOADFILEAPPROVED: isApproved } = row
  return (
    <RowActions narrowColumns={1}>
      {canWithdraw(row) && (
        <Button
          size="small"
          kind={isApproved ? 'secondary' : 'quiet'}
          disabledReason={online ? undefined : OFFLINE_REASON}
          onClick={() => onWithdraw(row)}
          aria-label={isApproved ? m.batches_cancelBatchId({ id }) : m.batches_withdrawBatchId({ id })}
        >
          {isApproved ? m.common_cancelAction() : m.batches_withdraw()}
        </Button>
      )}
      {canReopen(row) && (
        <Button size="small" onClick={() => onOpenAsDraft(row)} aria-label={m.batches_openAgainBatchId({ id })}>
          {m.batches_openAgain()}
        </Button>
      )}
      {canRepeat(row) && (
        <Button
          size="small"
          kind="quiet"
          onClick={() => onOpenAsDraft(row)}
          aria-label={m.batches_repeatBatchId({ id })}
        >
          {m.batches_repeat()}
        </Button>
      )}
      {hasFailedRows(row) && (
        <Button size="small" onClick={() => onRetryFailed(row)} aria-label={m.batches_newFromFailedRowsOf({ id })}>
          {m.common_failedRows()}
        </Button>
      )}
      <Button
        size="small"
        onClick={() => onDetails(row)}
        aria-label={m.batches_detailsOfMyBatch({ batchloadfileid: id })}
      >
        {m.common_details()}
      </Button>
    </RowActions>
  )
}

export interface MyRow extends ListedBatch {
  /** The state as text, for sorting. */
  readonly STATE: string
  /** The user who approved or rejected the batch. */
  readonly DECIDEDBY: string
  /** Time of the decision, ISO 8601. */
  readonly DECIDEDAT: string | null
  /** The reason for a rejection, or the progress of the rows. */
  readonly RESULT: string
}

export const batchToMyRow = (batch: BatchLoadFile): MyRow => {
  const row = batchToRow(batch)
  const STATE = batchToStatus(apiToBatchProgress(batch)).label
  if (batch.BATCHLOADFILEREJECTED)
    return {
      ...row,
      STATE,
      DECIDEDBY: row.REJECTEDBY,
      DECIDEDAT: batch.BATCHLOADFILEREJECTEDDATE,
      RESULT: batch.REJECTIONREASON ?? m.common_noReasonGiven(),
    }
  return {
    ...row,
    STATE,
    DECIDEDBY: row.APPROVEDBY,
    DECIDEDAT: batch.BATCHLOADFILEAPPROVEDDATE,
    RESULT: row.OUTCOME,
  }
}

export const myBatchColumns: readonly Column<MyRow>[] = [
  { key: 'BATCHLOADFILEID', label: m.common_batch(), format: 'shortText' },
  { key: 'BATCHLOADFILEREFERENCE', label: m.common_reference(), format: 'text' },
  { key: 'LOADSAMOUNT', label: m.common_amount(), format: 'amount' },
  { key: 'STATE', label: m.common_status(), format: 'shortText' },
  { key: 'DECIDEDBY', label: m.common_decidedBy(), format: 'text', wideOnly: true },
  { key: 'BATCHLOADFILEDATEUPLOADED', label: m.batches_uploaded(), format: 'instant' },
  // On screen the result is below the state.
  { key: 'RESULT', label: m.common_result(), format: 'text', onlyOn: 'files' },
  ...fileOnlyColumnsOf(client.flags).filter(({ key }) => key !== 'BATCHLOADFILEDATEUPLOADED'),
]

export const myBatchCells = {
  BATCHLOADFILEID: (row: MyRow) => <BatchName row={row} />,
  BATCHLOADFILEREFERENCE: (row: MyRow) => <BatchReference row={row} />,
  LOADSAMOUNT: (row: MyRow) => (
    <TwoLines first={amountToText(row.LOADSAMOUNT, row.CURRENCY)} second={rowsInList(row, { hasFeeColumn: false })} />
  ),
  STATE: (row: MyRow) => (
    <TwoLines
      first={<BatchBadge batch={row} />}
      second={row.RESULT === '' ? <ProposedTime batch={row} /> : <RowResult row={row} />}
    />
  ),
  BATCHLOADFILEDATEUPLOADED: (row: MyRow) => (
    <Instant value={row.BATCHLOADFILEDATEUPLOADED} short wraps="inNarrowTable" />
  ),
  DECIDEDBY: (row: MyRow) => row.DECIDEDBY !== '' && <DoneBy by={row.DECIDEDBY} at={row.DECIDEDAT} />,
}

/** The result on at most two lines. A scheduled batch has no result yet, so it shows its expected result or its time. */
function RowResult({ row }: { readonly row: MyRow }) {
  const hasWarning = row.EXPECTEDRESULT !== ''
  if (isScheduledForLater(row) && !hasWarning)
    return (
      <>
        {/* The first line of the cell says whether the batch is scheduled, but not whether it is on hold. */}
        {isOnHold(row) && `${m.batches_heldUntil()} `}
        <Instant value={row.SCHEDULEDDATE ?? ''} short wraps="inNarrowTable" />
      </>
    )
  const text = hasWarning ? row.EXPECTEDRESULT : row.RESULT
  return (
    <span
      title={text}
      className={cx(
        'whitespace-normal sm:line-clamp-2 sm:max-w-40 sm:@max-[68rem]:max-w-33',
        hasWarning && 'text-warning',
      )}
    >
      {hasWarning ? text : <Outcome words={text} />}
    </span>
  )
}
