// The table of batch load files with what may be done with each.
import { type ReactNode, useState } from 'react'
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import type { BatchFilter } from '#domain/batch/states.ts'
import { type Cents, centsToText, wireToCents } from '#domain/money.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
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
      density="compact"
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
    <span className="block min-w-36 max-w-72 wrap-anywhere">
      <Twice first={row.BATCHLOADFILEREFERENCE} second={row.BATCHLOADFILEORIGINALNAME} />
    </span>
  ),
  UPLOADEDBY: (row) => <Twice first={row.UPLOADEDBY} second={<Instant value={row.BATCHLOADFILEDATEUPLOADED} />} />,
  APPROVEDBY: (row) => <Decided by={row.APPROVEDBY} at={row.BATCHLOADFILEAPPROVEDDATE} />,
  REJECTEDBY: (row) => <Decided by={row.REJECTEDBY} at={row.BATCHLOADFILEREJECTEDDATE} />,
  REJECTIONREASON: (row) => (
    <span className="block min-w-40 wrap-anywhere">
      {row.REJECTIONREASON ?? <span className="text-muted">None given</span>}
    </span>
  ),
  LOADSAMOUNT: (row) => (
    <Twice
      first={<Money cents={toCents(row.LOADSAMOUNT)} currency={row.CURRENCY} />}
      second={row.BATCHLOADFILEAPPROVED && <>{centsToText(toCents(row.LOADEDAMOUNT))} loaded</>}
    />
  ),
  FEEAMOUNT: (row) => <Money cents={toCents(row.FEEAMOUNT)} currency={row.CURRENCY} />,
  STATE: (row) => (
    <span className="inline-grid justify-items-start gap-0.5 max-sm:justify-items-end">
      <StateBadge file={row} />
      {row.OUTCOME !== '' && (
        <span className={cx('text-xs', hasFailed(row) ? 'text-critical' : 'text-muted')}>{row.OUTCOME}</span>
      )}
    </span>
  ),
}

const hasFailed = (row: BatchRow): boolean => row.PROCESSED && row.LOADEDCOUNT < row.LOADSCOUNT

const toCents = (amount: string): Cents => wireToCents(amount) ?? (0 as Cents)

function Decided({ by, at }: { readonly by: string; readonly at: string | null }) {
  return <Twice first={by} second={at !== null && <Instant value={at} />} />
}

// A value with what belongs to it underneath; a table of a dozen columns would not fit the screen.
function Twice({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) {
  return (
    <span className="grid">
      <span>{first}</span>
      {second && <span className="text-xs text-muted">{second}</span>}
    </span>
  )
}
