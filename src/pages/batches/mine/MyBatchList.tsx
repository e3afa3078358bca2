// The maker's own batches as a table, newest first.
import type { ReactNode } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchFileToProgress } from '#contract/batch-file.ts'
import { batchToStanding, countToWords } from '#domain/batch/words.ts'
import type { Column } from '#domain/columns.ts'
import { usePageSize } from '#services/preference.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { amountOf, type BatchRow, fileToRow } from '../approve/rows.ts'
import { StateBadge } from '../approve/StateBadge.tsx'
import { BatchName, BatchReference, Outcome, Twice, Words } from '../approve/Twice.tsx'

interface MyBatchListProps {
  readonly files: readonly BatchLoadFile[] | undefined
  readonly error: string | undefined
  readonly onRetry: () => void
  readonly onDetails: (file: BatchRow) => void
  readonly onAgain: (file: BatchRow) => void
  readonly empty: ReactNode
}

export function MyBatchList({ files, error, onRetry, onDetails, onAgain, empty }: MyBatchListProps) {
  const [pageSize, setPageSize] = usePageSize('my-batches', 25)
  return (
    <DataTable<MyRow>
      caption="My batches"
      columns={columns}
      rows={files && [...files].map(fileToMyRow).sort((a, b) => Number(b.BATCHLOADFILEID) - Number(a.BATCHLOADFILEID))}
      rowKey={(row) => row.BATCHLOADFILEID}
      cells={cells}
      actions={(row) => (
        <>
          {row.BATCHLOADFILEREJECTED && (
            <Button size="small" onClick={() => onAgain(row)} aria-label={`Open again batch ${row.BATCHLOADFILEID}`}>
              Open again
            </Button>
          )}
          <Button size="small" onClick={() => onDetails(row)} aria-label={`Details of batch ${row.BATCHLOADFILEID}`}>
            Details
          </Button>
        </>
      )}
      density="compact"
      pageSize={pageSize}
      onPageSizeChange={setPageSize}
      empty={empty}
      error={error}
      onRetry={onRetry}
    />
  )
}

interface MyRow extends BatchRow {
  /** The state in words, by which its column sorts. */
  readonly STATE: string
  /** A rejection's reason, or how far the rows have come. */
  readonly RESULT: string
}

const fileToMyRow = (file: BatchLoadFile): MyRow => {
  const row = fileToRow(file)
  return {
    ...row,
    STATE: batchToStanding(batchFileToProgress(file)).words,
    RESULT: file.BATCHLOADFILEREJECTED ? (file.REJECTIONREASON ?? 'No reason was given') : row.OUTCOME,
  }
}

const columns: readonly Column<MyRow>[] = [
  { key: 'BATCHLOADFILEID', label: 'Batch', format: 'status' },
  { key: 'BATCHLOADFILEREFERENCE', label: 'Reference', format: 'text' },
  { key: 'LOADSAMOUNT', label: 'Amount', format: 'amount' },
  { key: 'STATE', label: 'Status', format: 'status' },
  { key: 'RESULT', label: 'Result', format: 'text' },
  { key: 'BATCHLOADFILEDATEUPLOADED', label: 'Uploaded', format: 'instant' },
]

const cells = {
  BATCHLOADFILEID: (row: MyRow) => <BatchName row={row} />,
  BATCHLOADFILEREFERENCE: (row: MyRow) => <BatchReference row={row} />,
  LOADSAMOUNT: (row: MyRow) => (
    <Twice first={amountOf(row.LOADSAMOUNT, row.CURRENCY)} second={countToWords(row.LOADSCOUNT, row.LOADTYPE)} />
  ),
  STATE: (row: MyRow) => <StateBadge file={row} />,
  RESULT: (row: MyRow) => (row.BATCHLOADFILEREJECTED ? <Words text={row.RESULT} /> : <Outcome words={row.RESULT} />),
}
