// The statement of the funding account: its opening and closing balance, and its lines. Each line has a link to its
// batch, order or payment.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import type { Column } from '#domain/columns.ts'
import { type Cents, cents, decimalToCents } from '#domain/money.ts'
import { useExport } from '#services/lists/useExport.ts'
import type { ServerList } from '#services/lists/useServerList.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListPanel } from '#ui/list/ListPanel.tsx'
import { Money } from '#ui/Money.tsx'
import { SummaryBar } from '#ui/tables/SummaryBar.tsx'
import type { StatementRow } from './lists.ts'

interface StatementListProps {
  readonly list: ServerList<'fundingStatement', StatementRow>
  readonly permissions: PermissionMap | undefined
  readonly onPayment: (paymentId: string) => void
}

export function StatementList({ list, permissions, onPayment }: StatementListProps) {
  const { response } = list
  const download = useExport({
    name: `FundingAccount_${response?.startDate ?? ''}_${response?.endDate ?? ''}`,
    sheet: m.funding_statement(),
    columns,
    rows: () => Promise.resolve(list.rows ?? []),
  })
  const currency = response?.currency ?? ''
  const money = (amount: string) => <Money cents={decimalToCents(amount) ?? cents(0)} currency={currency} />
  return (
    <>
      {response && (
        <SummaryBar
          label={m.funding_statementFigures()}
          figures={[
            { label: m.cards_statementOpeningBalance(), value: money(response.opening) },
            {
              label: m.funding_moneyIn(),
              value: <Money cents={sumOf(response.lines, 'credit')} currency={currency} />,
            },
            {
              label: m.funding_moneyOut(),
              value: <Money cents={sumOf(response.lines, 'debit')} currency={currency} />,
            },
            { label: m.cards_closingBalance(), value: money(response.closing) },
          ]}
        />
      )}
      <ListPanel<StatementRow>
        title={m.funding_statement()}
        download={download}
        caption={m.funding_statement()}
        list={list}
        columns={columns}
        rowKey={({ lineNumber }) => lineNumber}
        cells={{ reference: (row) => renderReference(row, permissions, onPayment) }}
        empty={<EmptyState title={m.funding_noLines()}>{m.funding_choosePeriod()}</EmptyState>}
      />
    </>
  )
}

const sumOf = (lines: readonly Pick<StatementRow, 'credit' | 'debit'>[], column: 'credit' | 'debit'): Cents =>
  cents(lines.reduce((sum, line) => sum + (decimalToCents(line[column]) ?? 0), 0))

const columns: readonly Column<StatementRow>[] = [
  { key: 'at', label: m.funding_posted(), format: 'instant' },
  { key: 'movement', label: m.funding_movement(), format: 'text' },
  { key: 'reference', label: m.common_reference(), format: 'text' },
  { key: 'debit', label: m.funding_out(), format: 'amount' },
  { key: 'fees', label: m.reports_debitFees(), format: 'amount', wideOnly: true },
  { key: 'credit', label: m.funding_in(), format: 'amount' },
  { key: 'balance', label: m.common_balance(), format: 'amount' },
]

/** The batch, order or payment that moved the money. A line has at most one of them. */
type MoneySource = Pick<StatementRow, 'reference' | 'batchId' | 'orderId' | 'orderKind' | 'paymentId'>

/**
 * The name of the batch, order or payment, as a link if the user can open it. `onPayment` can be omitted if no row has
 * a payment.
 */
export function renderReference(
  source: MoneySource,
  permissions: PermissionMap | undefined,
  onPayment?: (paymentId: string) => void,
): ReactNode {
  const { paymentId } = source
  if (paymentId !== undefined)
    return (
      <button type="button" className="link text-start" onClick={() => onPayment?.(paymentId)}>
        {source.reference}
      </button>
    )
  const name = nameOf(source)
  const path = pathOf(source, permissions)
  if (path === undefined) return name
  return (
    <Link to={path} className="link">
      {name}
    </Link>
  )
}

function nameOf({ reference, batchId, orderId }: MoneySource): string {
  if (batchId !== undefined) return m.pending_batchWithSize({ batchId, size: reference })
  if (orderId !== undefined) return m.pending_orderWithSize({ orderId, size: reference })
  return reference
}

/** The page on which the user can open the batch or order. The approvers' page comes before the maker's page. */
function pathOf(
  { batchId, orderId, orderKind }: MoneySource,
  permissions: PermissionMap | undefined,
): string | undefined {
  if (batchId !== undefined) {
    if (canCall(permissions, 'batchLoadDetails')) return `/batchloads?batch=${batchId}`
    return canCall(permissions, 'myBatchRows') ? `/batches/mine?batch=${batchId}` : undefined
  }
  if (orderId === undefined) return undefined
  if (orderKind === 'virtual' && canCall(permissions, 'fetchVirtualCardOrdersBatchLoadDetails'))
    return `/card/virtual-card-orders?order=${orderId}`
  if (orderKind === 'physical' && canCall(permissions, 'physicalCardOrderRows'))
    return `/card/physical-orders?order=${orderId}`
  return canCall(permissions, 'myCardOrderRows') ? `/card/my-orders?order=${orderId}` : undefined
}
