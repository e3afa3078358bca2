// The rows of one order, ten per page, each with its result and a link to its card.
import { m } from '#words/messages.js'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import type { Column } from '#domain/columns.ts'
import type { OrderType } from '#domain/order/types.ts'
import { duplicateReferences } from '#domain/order/row-warnings.ts'
import { type ListFile, useExport } from '#services/lists/useExport.ts'
import { usePageSize } from '#services/device/preference.ts'
import { useSession } from '#services/session/session.ts'
import { useUrlParam } from '#pages/shared/useUrlParam.ts'
import { TABLE_VIEW_PARAMS, useTableView } from '#pages/shared/useTableView.ts'
import { useToday } from '#services/useToday.ts'
import { Badge } from '#ui/Badge.tsx'
import { cx } from '#ui/cx.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { DownloadMenu } from '#ui/list/DownloadMenu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import type { Tone } from '#ui/tones.tsx'
import { numberToText } from '#words/figures.ts'
import { orderColumns, type OrderRow } from './order-rows.ts'
import { orderAmount } from './words.ts'

/** A filter of the rows, in the address. */
export type OrderRowFilter = 'all' | 'failed' | 'warned' | 'repeated'

/** The chosen filter of the rows of the open order. */
export const useOrderRowFilter = () => useUrlParam('rows', 'all', TABLE_VIEW_PARAMS)

interface OrderTableProps {
  readonly type: OrderType
  readonly rows: readonly OrderRow[]
  /** True if rows have a result or will soon have one. */
  readonly hasResult: boolean
  /** The name of the downloaded file; undefined hides the download. */
  readonly fileName?: string
}

export function OrderTable({ type, rows, hasResult, fileName }: OrderTableProps) {
  const today = useToday()
  const canOpenCards = canCall(useSession()?.permissions, 'cardDetails')
  const [pageSize, setPageSize] = usePageSize('order-details', 10)
  const [filter, setFilter] = useOrderRowFilter()
  const table = useTableView()
  const repeatedReferences = useMemo(() => duplicateReferences(rows), [rows])
  // Only filters with matching rows are offered.
  const offeredFilters = filtersOf(repeatedReferences).filter(({ key, matches }) => key === 'all' || rows.some(matches))
  // After a decision the chosen filter may no longer be offered. The first filter then shows all rows.
  const currentFilter = offeredFilters.find(({ key }) => key === filter) ?? offeredFilters[0]
  const shownRows = currentFilter ? rows.filter(currentFilter.matches) : rows
  const columns = orderColumns(type, rows, { today, hasResult })

  return (
    <Panel
      title={m.common_rows()}
      flush
      actions={
        <>
          {offeredFilters.length > 1 && (
            <Select
              label={m.common_show()}
              labelHidden
              value={currentFilter?.key ?? 'all'}
              options={offeredFilters.map(({ key, label, matches }) => ({
                value: key,
                label: `${label} (${numberToText(rows.filter(matches).length)})`,
              }))}
              onChange={(event) => setFilter(event.target.value)}
            />
          )}
          {fileName !== undefined && rows.length > 0 && (
            <RowsDownload
              name={fileName}
              sheet={m.common_order()}
              columns={columns}
              rows={() => Promise.resolve(rows)}
            />
          )}
        </>
      }
    >
      <DataTable<OrderRow>
        caption={m.orders_rowsOfOrder()}
        columns={columns}
        rows={shownRows}
        rowKey={({ key }) => key}
        cells={{
          ...moneyCells(columns),
          RESULT: (row) => <Badge tone={tones[row.state]}>{row.RESULT}</Badge>,
          REMARK: ({ REMARK }) =>
            REMARK !== '' && <span className={cx('block sm:min-w-64', !hasResult && 'text-warning')}>{REMARK}</span>,
          voucherID: (row) => canOpenCards && row.voucherID !== null && <CardLink row={row} id={row.voucherID} />,
        }}
        {...table}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        density="compact"
        empty={<EmptyState title={m.orders_orderHasNoRows()} />}
      />
    </Panel>
  )
}

interface FilterKind {
  readonly key: OrderRowFilter
  readonly label: string
  readonly matches: (row: OrderRow) => boolean
}

const filtersOf = (repeatedReferences: ReadonlySet<string>): readonly FilterKind[] => [
  { key: 'all', label: m.common_allRows(), matches: () => true },
  { key: 'failed', label: m.orders_notIssued(), matches: ({ state }) => state === 'failed' },
  { key: 'warned', label: m.common_warnings(), matches: ({ state, REMARK }) => state !== 'failed' && REMARK !== '' },
  {
    key: 'repeated',
    label: m.orders_referenceRepeatedLabel(),
    matches: ({ customerReference }) => repeatedReferences.has(customerReference),
  },
]

function CardLink({ row, id }: { readonly row: OrderRow; readonly id: string }) {
  const rowName = row.customerReference || m.orders_rowNumber({ row: row.key })
  return (
    <Link to={`/card/details/${id}`} className="link" aria-label={m.orders_openCard({ customerReference: rowName })}>
      {m.orders_openCardLabel()}
    </Link>
  )
}

/** The cells of amounts, which show the currency. A file has plain numbers. */
function moneyCells(columns: readonly Column<OrderRow>[]): Record<string, (row: OrderRow) => ReactNode> {
  const cells: Record<string, (row: OrderRow) => ReactNode> = {}
  const amountColumns = columns.filter(({ format }) => format === 'amount')
  for (const { key } of amountColumns) cells[key] = (row) => orderAmount(Number(row[key]))
  return cells
}

function RowsDownload(file: ListFile<OrderRow>) {
  return <DownloadMenu {...useExport(file)} />
}

const tones: Readonly<Record<OrderRow['state'], Tone>> = {
  waiting: 'neutral',
  issued: 'positive',
  failed: 'critical',
  rejected: 'critical',
  cancelled: 'neutral',
}
