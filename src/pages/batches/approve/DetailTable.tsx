// The rows of a batch with filters for approvers, ten rows per page at first.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { client } from '#brand/current.ts'
import { CardNumberLink } from '#pages/shared/CardNumberLink.tsx'
import { useTableView } from '#pages/shared/useTableView.ts'
import { usePageSize } from '#services/device/preference.ts'
import { Badge } from '#ui/Badge.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import type { Tone } from '#ui/tones.tsx'
import {
  detailColumns,
  type DetailRow,
  isTrackingNumber,
  sortRows,
  type RowFilter,
  rowFilters,
  type RowSorting,
  rowSortings,
} from './details.ts'
import { useRowView } from './useRowView.ts'

interface DetailTableProps {
  readonly batch: BatchLoadFile
  readonly rows: readonly DetailRow[]
}

/** In px: a window with space for 25 rows. */
const TALL_WINDOW_PX = 1000

export function DetailTable({ batch, rows }: DetailTableProps) {
  const { filter, sorting, setView } = useRowView()
  const table = useTableView()
  const [pageSize, setPageSize] = usePageSize('batch-details', innerHeight < TALL_WINDOW_PX ? 10 : 25)
  // Only filters with matching rows are offered.
  const offeredFilters = rowFilters.filter(({ key, fits, matches }) => {
    const hasRows = key === 'all' || rows.some(matches)
    return hasRows && fits(batch)
  })
  // After a decision the chosen filter may no longer be offered. The first filter then shows all rows.
  const currentFilter = offeredFilters.find(({ key }) => key === filter) ?? offeredFilters[0]
  const matchingRows = currentFilter ? rows.filter(currentFilter.matches) : rows

  return (
    <Panel
      title={m.common_rows()}
      flush
      actions={
        <span className="no-print flex flex-wrap gap-2">
          <Select
            label={m.common_show()}
            labelHidden
            value={currentFilter?.key ?? 'all'}
            options={offeredFilters.map(({ key, label, matches }) => ({
              value: key,
              label: m.batches_filterWithCount({ filter: label, count: rows.filter(matches).length }),
            }))}
            // The value of each option is a filter.
            onChange={(event) => setView({ filter: event.target.value as RowFilter })}
          />
          <Select
            label={m.batches_rowOrder()}
            labelHidden
            value={sorting}
            options={rowSortings.map(({ key, label }) => ({ value: key, label }))}
            // The value of each option is a sort order.
            onChange={(event) => setView({ sorting: event.target.value as RowSorting })}
          />
        </span>
      }
    >
      <DataTable<DetailRow>
        caption={m.batches_rowsOfBatch()}
        columns={detailColumns(batch, rows, client.flags)}
        rows={sortRows(matchingRows, sorting)}
        rowKey={(row) => String(row.ROWNUMBER)}
        cells={cells}
        copyable={['IDENTIFIER', 'IDENTIFIERTO']}
        {...table}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        density="compact"
        empty={<EmptyState title={m.batches_noRows()} />}
      />
    </Panel>
  )
}

const cells = {
  IDENTIFIER: (row: DetailRow) => (
    <CardNumberLink value={row.IDENTIFIER} kind={kindOf(row.IDENTIFIER)} voucherId={row.VOUCHERID} />
  ),
  IDENTIFIERTO: (row: DetailRow) =>
    row.IDENTIFIERTO !== null && <CardNumber value={row.IDENTIFIERTO} kind={kindOf(row.IDENTIFIERTO)} />,
  AMOUNT: (row: DetailRow) => (
    <>
      <Money cents={row.amountCents} />
      {row.WHOLEBALANCE && <span className="block text-xs text-muted">{m.batches_wholeBalance()}</span>}
      {row.TARGETBALANCE && (
        <span className="block text-xs text-muted">{m.batches_upTo({ balance: row.TARGETBALANCE })}</span>
      )}
    </>
  ),
  NOTES: (row: DetailRow) => {
    if (row.NOTES === '') return undefined
    return hasWarning(row) ? <Badge tone="warning">{row.NOTES}</Badge> : row.NOTES
  },
  // For a loaded row the reason would repeat the badge.
  RESULTTEXT: (row: DetailRow) => (row.LOADED ? undefined : row.RESULTTEXT),
  RESULT: (row: DetailRow) => <Badge tone={resultTone(row)}>{row.RESULT}</Badge>,
}

function resultTone({ LOADED, isFailed }: DetailRow): Tone {
  if (LOADED) return 'positive'
  return isFailed ? 'critical' : 'neutral'
}

const hasWarning = (row: DetailRow): boolean =>
  row.findingsNow.length > 0 || row.isDuplicate || row.repeatedIn.length > 0

const kindOf = (identifier: string) => (isTrackingNumber(identifier) ? 'identifier' : 'pan')
