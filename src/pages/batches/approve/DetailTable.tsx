// The rows of a batch, ten to a page, with the filters that a checker asks for.
import { useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'
import { Badge } from '#ui/Badge.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/Select.tsx'
import type { Tone } from '#ui/tones.tsx'
import {
  detailColumns,
  type DetailRow,
  isTrackingNumber,
  orderRows,
  type RowFilter,
  rowFilters,
  type RowOrder,
} from './details.ts'

interface DetailTableProps {
  readonly file: BatchLoadFile
  readonly rows: readonly DetailRow[]
  readonly hideFees: boolean
}

export function DetailTable({ file, rows, hideFees }: DetailTableProps) {
  const [filter, setFilter] = useState<RowFilter>('all')
  const [order, setOrder] = useState<RowOrder>('file')
  // batches §9: 10 rows per page by default.
  const [pageSize, setPageSize] = useState(10)
  const offered = rowFilters.filter(({ fits }) => fits(file))
  // After the decision a filter of before may have no meaning any more.
  const kind = offered.find(({ key }) => key === filter) ?? offered[0]
  const shown = orderRows(kind ? rows.filter(kind.keeps) : rows, order)

  return (
    <Panel
      title="Rows"
      flush
      actions={
        <>
          <Select
            label="Show"
            labelHidden
            value={kind?.key ?? 'all'}
            options={offered.map(({ key, label, keeps }) => ({
              value: key,
              label: `${label} (${rows.filter(keeps).length.toLocaleString('en')})`,
            }))}
            onChange={(event) => setFilter(event.target.value as RowFilter)}
          />
          <Select
            label="Order"
            labelHidden
            value={order}
            options={orders}
            onChange={(event) => setOrder(event.target.value as RowOrder)}
          />
        </>
      }
    >
      <DataTable<DetailRow>
        // The first page again, and no sorting of the table's own, when the choice above it changes.
        key={`${kind?.key} ${order}`}
        caption="Rows of the batch"
        columns={detailColumns(file, rows, hideFees)}
        rows={shown}
        rowKey={(row) => String(row.ROWNUMBER)}
        cells={cells}
        copyable={['IDENTIFIER']}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        density="compact"
        empty={<EmptyState title="No row of this batch is like that" />}
      />
    </Panel>
  )
}

const orders = [
  { value: 'file', label: 'As in the file' },
  { value: 'amount', label: 'Largest first' },
]

const cells = {
  IDENTIFIER: (row: DetailRow) => (
    <CardNumber value={row.IDENTIFIER} kind={isTrackingNumber(row.IDENTIFIER) ? 'identifier' : 'pan'} />
  ),
  NOTES: (row: DetailRow) =>
    row.NOTES === '' ? undefined : row.findingsNow === 0 ? row.NOTES : <Badge tone="warning">{row.NOTES}</Badge>,
  // The reason of a row that was loaded would be the badge's word again.
  RESULTTEXT: (row: DetailRow) => (row.LOADED ? undefined : row.RESULTTEXT),
  RESULT: (row: DetailRow) => <Badge tone={resultTones[row.RESULT]}>{row.RESULT}</Badge>,
}

const resultTones: Readonly<Record<DetailRow['RESULT'], Tone>> = {
  Loaded: 'positive',
  Failed: 'critical',
  'Not loaded': 'neutral',
}
