// The table of batch load files with what may be done with each.
import type { ReactNode } from 'react'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { type BatchFilter, batchFilterLabels } from '#domain/batch/states.ts'
import { type Cents, centsToText, wireToCents } from '#domain/money.ts'
import type { Decision } from '#flows/unanswered/decisions.ts'
import { useHiddenColumns, usePageSize } from '#services/preference.ts'
import { Button } from '#ui/Button.tsx'
import { ColumnChoice, shownColumns } from '#ui/ColumnChoice.tsx'
import { cx } from '#ui/cx.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { type BatchRow, columnsOf, fileToRow, isWaitingForHour } from './rows.ts'
import { BatchName, BatchReference, Outcome, Twice, Words } from './Twice.tsx'
import { detailsButtonId } from './useFocusAfter.ts'

interface BatchListProps {
  readonly filter: BatchFilter
  readonly files: readonly BatchLoadFile[] | undefined
  readonly empty: ReactNode
  readonly error: string | undefined
  readonly onRetry: () => void
  readonly refreshing: boolean
  readonly onDetails: (file: BatchLoadFile) => void
  readonly onDecide: (decision: Decision, file: BatchLoadFile) => void
}

export function BatchList({ filter, files, empty, error, onRetry, refreshing, onDetails, onDecide }: BatchListProps) {
  const [pageSize, setPageSize] = usePageSize(TABLE, 25)
  const [hidden, setHidden] = useHiddenColumns(TABLE)
  const columns = columnsOf(filter, client.flags.hideFees)
  return (
    <Panel
      flush
      title={batchFilterLabels[filter]}
      actions={<ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />}
    >
      <DataTable<BatchRow>
        key={filter}
        caption="Batch loads"
        columns={shownColumns(columns, hidden)}
        rows={files?.map(fileToRow)}
        rowKey={(row) => row.BATCHLOADFILEID}
        cells={cells}
        actions={(row) => (
          <>
            <Button
              id={detailsButtonId(row.BATCHLOADFILEID)}
              size="small"
              onClick={() => onDetails(row)}
              aria-label={`Details of batch ${row.BATCHLOADFILEID}`}
            >
              Details
            </Button>
            <ActionButtons file={row} size="small" onDecide={onDecide} named />
          </>
        )}
        density="compact"
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        empty={empty}
        error={error}
        onRetry={onRetry}
        refreshing={refreshing}
      />
    </Panel>
  )
}

/** Under which this table's choices are remembered. */
const TABLE = 'batch-loads'

const cells: Partial<Record<keyof BatchRow, (row: BatchRow) => ReactNode>> = {
  BATCHLOADFILEID: (row) => <BatchName row={row} />,
  BATCHLOADFILEREFERENCE: (row) => <BatchReference row={row} />,
  UPLOADEDBY: (row) => (
    <Twice first={row.UPLOADEDBY} second={<Instant value={row.BATCHLOADFILEDATEUPLOADED} breaks />} />
  ),
  APPROVEDBY: (row) => <Decided by={row.APPROVEDBY} at={row.BATCHLOADFILEAPPROVEDDATE} />,
  REJECTEDBY: (row) => <Decided by={row.REJECTEDBY} at={row.BATCHLOADFILEREJECTEDDATE} />,
  REJECTIONREASON: (row) => <Words text={row.REJECTIONREASON} />,
  BATCHLOADFILECLOSEDCOMMENTS: (row) => <Words text={row.BATCHLOADFILECLOSEDCOMMENTS} />,
  LOADSAMOUNT: (row) => (
    <Twice
      first={<Money cents={toCents(row.LOADSAMOUNT)} currency={row.CURRENCY} />}
      second={
        row.BATCHLOADFILEAPPROVED && (
          <>
            {centsToText(toCents(row.LOADEDAMOUNT))} {batchKinds[row.LOADTYPE].done}
          </>
        )
      }
    />
  ),
  FEEAMOUNT: (row) => <Money cents={toCents(row.FEEAMOUNT)} currency={row.CURRENCY} />,
  // Every batch of the list has the state that its heading names; how far it has come is what differs.
  OUTCOME: (row) => (
    <Twice
      first={
        <span className={cx(hasFailed(row) && 'text-critical')}>
          <Outcome words={row.OUTCOME} />
        </span>
      }
      second={isWaitingForHour(row) && row.SCHEDULEDDATE !== null && <Instant value={row.SCHEDULEDDATE} breaks />}
    />
  ),
}

const hasFailed = (row: BatchRow): boolean => row.PROCESSED && row.LOADEDCOUNT < row.LOADSCOUNT

const toCents = (amount: string): Cents => wireToCents(amount) ?? (0 as Cents)

function Decided({ by, at }: { readonly by: string; readonly at: string | null }) {
  return <Twice first={by} second={at !== null && <Instant value={at} breaks />} />
}
