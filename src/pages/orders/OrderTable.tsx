// The rows of one order, ten per page, each with its result and a link to its card.
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { canCall } from '#contract/facts.ts'
import type { Column } from '#domain/columns.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { type ListFile, useExport } from '#services/lists/useExport.ts'
import { usePageSize } from '#services/device/preference.ts'
import { useSession } from '#services/session/session.ts'
import { useChoice } from '#pages/shared/useChoice.ts'
import { tableView, useTableView } from '#pages/shared/useTableView.ts'
import { useToday } from '#services/useToday.ts'
import { Badge } from '#ui/Badge.tsx'
import { cx } from '#ui/cx.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { DownloadMenu } from '#ui/list/DownloadMenu.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/forms/Select.tsx'
import type { Tone } from '#ui/tones.tsx'
import { number } from '#words/figures.ts'
import * as say from '#words/pages/orders.ts'
import { orderColumns, type OrderRow } from './fields.ts'
import { orderAmount } from './words.ts'

interface OrderTableProps {
  readonly type: OrderType
  readonly rows: readonly OrderRow[]
  /** True if rows have a result or will soon have one. */
  readonly hasResult: boolean
  /** The name of the downloaded file; undefined hides the download. */
  readonly file?: string
}

export function OrderTable({ type, rows, hasResult, file }: OrderTableProps) {
  const today = useToday()
  const canReadCards = canCall(useSession()?.permissions, 'cardDetails')
  const [pageSize, setPageSize] = usePageSize('order-details', 10)
  const [filter, setFilter] = useChoice('rows', 'all', tableView)
  const table = useTableView()
  const repeated = useMemo(() => duplicateReferences(rows), [rows])
  const filters = [
    { key: 'all', label: say.allRows, keeps: () => true },
    { key: 'failed', label: say.notIssued, keeps: (row: OrderRow) => row.state === 'failed' },
    { key: 'warned', label: say.warnings, keeps: (row: OrderRow) => row.state !== 'failed' && row.REMARK !== '' },
    { key: 'repeated', label: say.referenceRepeated, keeps: (row: OrderRow) => repeated.has(row.customerReference) },
  ].filter(({ key, keeps }) => key === 'all' || rows.some(keeps))
  const chosen = filters.find(({ key }) => key === filter) ?? filters[0]
  const shown = chosen ? rows.filter(chosen.keeps) : rows
  const columns = orderColumns(type, rows, today, hasResult)

  return (
    <Panel
      title={say.rows}
      flush
      actions={
        <>
          {filters.length > 1 && (
            <Select
              label={say.show}
              labelHidden
              value={chosen?.key ?? 'all'}
              options={filters.map(({ key, label, keeps }) => ({
                value: key,
                label: `${label} (${number(rows.filter(keeps).length)})`,
              }))}
              onChange={(event) => setFilter(event.target.value)}
            />
          )}
          {file !== undefined && rows.length > 0 && (
            <RowsFile name={file} sheet={say.order} columns={columns} rows={() => Promise.resolve(rows)} />
          )}
        </>
      }
    >
      <DataTable<OrderRow>
        caption={say.rowsOfOrder}
        columns={columns}
        rows={shown}
        rowKey={({ key }) => key}
        cells={{
          ...moneyCells(columns),
          RESULT: (row) => <Badge tone={tones[row.state]}>{row.RESULT}</Badge>,
          REMARK: (row) =>
            row.REMARK === '' ? undefined : (
              <span className={cx('block sm:min-w-64', !hasResult && 'text-warning')}>{row.REMARK}</span>
            ),
          voucherID: (row) =>
            row.voucherID !== null && canReadCards ? (
              <Link
                to={`/card/details/${row.voucherID}`}
                className="link"
                aria-label={say.openCard(row.customerReference || say.rowNumber(row.key))}
              >
                {say.openCardLabel}
              </Link>
            ) : undefined,
        }}
        {...table}
        pageSize={pageSize}
        onPageSizeChange={setPageSize}
        density="compact"
        empty={<EmptyState title={say.thisOrderHasNoRows} />}
      />
    </Panel>
  )
}

/** Amounts with their currency, only on screen: a file has plain numbers. */
const moneyCells = (columns: readonly Column<OrderRow>[]): Record<string, (row: OrderRow) => ReactNode> =>
  Object.fromEntries(
    columns
      .filter(({ format }) => format === 'amount')
      .map(({ key }) => [key, (row: OrderRow) => orderAmount(Number(row[key]))]),
  )

function RowsFile(file: ListFile<OrderRow>) {
  return <DownloadMenu {...useExport(file)} />
}

/** The customer references that occur in more than one row. */
export function duplicateReferences(rows: readonly OrderRow[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const duplicates = new Set<string>()
  for (const { customerReference } of rows) {
    if (customerReference !== '') (seen.has(customerReference) ? duplicates : seen).add(customerReference)
  }
  return duplicates
}

const tones: Readonly<Record<OrderRow['state'], Tone>> = {
  waiting: 'neutral',
  issued: 'positive',
  failed: 'critical',
  rejected: 'critical',
  cancelled: 'neutral',
}
