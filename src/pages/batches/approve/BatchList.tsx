// The table of batch load files with what may be done with each.
import { type ReactNode, useState } from 'react'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchFilter } from '#domain/batch/states.ts'
import { type Cents, wireToCents } from '#domain/money.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import type { Decision } from './intents.ts'
import { type BatchRow, columnsOf, fileToRow } from './rows.ts'
import { StateBadge } from './StateBadge.tsx'

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
  const [pageSize, setPageSize] = useState(25)
  return (
    <DataTable<BatchRow>
      key={filter}
      caption="Batch loads"
      columns={columnsOf(filter, client.flags.hideFees)}
      rows={files?.map(fileToRow)}
      rowKey={(row) => row.BATCHLOADFILEID}
      cells={cells}
      actions={(row) => (
        <>
          <Button size="small" onClick={() => onDetails(row)} aria-label={`Details of batch ${row.BATCHLOADFILEID}`}>
            Details
          </Button>
          <ActionButtons file={row} size="small" onDecide={onDecide} named />
        </>
      )}
      copyable={['BATCHLOADFILEREFERENCE']}
      pageSize={pageSize}
      onPageSizeChange={setPageSize}
      empty={empty}
      error={error}
      onRetry={onRetry}
      refreshing={refreshing}
    />
  )
}

const cells: Partial<Record<keyof BatchRow, (row: BatchRow) => ReactNode>> = {
  BATCHLOADFILEREFERENCE: (row) => (
    <Twice first={row.BATCHLOADFILEREFERENCE} second={row.BATCHLOADFILEORIGINALNAME} cut />
  ),
  UPLOADEDBY: (row) => <Twice first={row.UPLOADEDBY} second={<Instant value={row.BATCHLOADFILEDATEUPLOADED} />} />,
  APPROVEDBY: (row) => <Decided by={row.APPROVEDBY} at={row.BATCHLOADFILEAPPROVEDDATE} />,
  REJECTEDBY: (row) => <Decided by={row.REJECTEDBY} at={row.BATCHLOADFILEREJECTEDDATE} />,
  REJECTIONREASON: (row) => row.REJECTIONREASON ?? <span className="text-muted">None given</span>,
  LOADSAMOUNT: (row) => <Money cents={wireToCents(row.LOADSAMOUNT) ?? (0 as Cents)} currency={row.CURRENCY} />,
  FEEAMOUNT: (row) => <Money cents={wireToCents(row.FEEAMOUNT) ?? (0 as Cents)} currency={row.CURRENCY} />,
  OUTCOME: (row) => (
    <Twice
      first={<span className="figures whitespace-nowrap">{row.OUTCOME}</span>}
      second={<Money cents={wireToCents(row.LOADEDAMOUNT) ?? (0 as Cents)} currency={row.CURRENCY} />}
    />
  ),
  STATE: (row) => <StateBadge file={row} />,
}

function Decided({ by, at }: { readonly by: string; readonly at: string | null }) {
  return <Twice first={by} second={at === null ? '' : <Instant value={at} />} />
}

// A value with what belongs to it underneath; a table of a dozen columns would not fit the screen.
function Twice(props: { readonly first: ReactNode; readonly second: ReactNode; readonly cut?: boolean }) {
  return (
    <span className="grid min-w-0">
      <span className={props.cut ? 'max-w-64 truncate' : undefined}>{props.first}</span>
      <span className={props.cut ? 'max-w-64 truncate text-xs text-muted' : 'text-xs text-muted'}>{props.second}</span>
    </span>
  )
}
