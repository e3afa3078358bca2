// Virtual Card Order Details (batches §2): on one screen what its maker saw and what has changed since, ten rows to a page.
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { refuseOrderDecision } from '#domain/order/decisions.ts'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { NotFresh } from '#pages/shared/fresh.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { useSession } from '#services/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { cx } from '#ui/cx.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SummaryBar, type SummaryFigure } from '#ui/SummaryBar.tsx'
import { Who } from '#ui/Twice.tsx'
import { OrderBadge } from '../OrderBadge.tsx'
import { OrderTable } from '../OrderTable.tsx'
import { orderAmount } from '../words.ts'
import type { OrderDecision } from './decisions.ts'
import { OrderActions } from './OrderActions.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import { orderToRow, toDecide } from './rows.ts'
import { type FreshOrder, useFreshOrder } from './useFreshOrder.ts'

interface OrderDetailsProps {
  readonly orderId: string
  readonly onClose: () => void
  readonly onDecide: (decision: OrderDecision, order: VirtualCardOrdersBatchLoad) => void
}

export function OrderDetails({ orderId, onClose, onDecide }: OrderDetailsProps) {
  const fresh = useFreshOrder(orderId)
  const { order } = fresh
  return (
    <DetailsDialog
      title="Virtual Card Order Details"
      description={`Order ${orderId}${order ? ` · ${order.campaignName}` : ''}`}
      noun="order"
      notKept="The details of an order are not kept on this device, since they name customers."
      asked={fresh.asked}
      onClose={onClose}
      buttons={
        <>
          <TrailLink type="order" id={orderId} />
          {order && <OrderActions order={order} onDecide={onDecide} barred={fresh.barred} closing />}
        </>
      }
    >
      {order && <Content order={order} fresh={fresh} />}
    </DetailsDialog>
  )
}

function Content({
  order,
  fresh: { asked, rows },
}: {
  readonly order: VirtualCardOrdersBatchLoad
  readonly fresh: FreshOrder
}) {
  // prettier-ignore
  const viewerId = useSession()?.user.userId ?? ''
  const refusal = order.state === 'awaiting' ? refuseOrderDecision(toDecide(order), viewerId) : undefined
  const hasResult = order.state !== 'awaiting'
  // With what became of them, or what stands against them, the rows need the whole width.
  const isWide = hasResult || rows.some(({ ERROR }) => ERROR !== '')
  return (
    <div className="grid gap-4">
      {asked.failure && <NotFresh asked={asked} />}
      {refusal !== undefined && (
        <Banner kind="info" title={refusal}>
          You have ordered these cards. Somebody else decides about them.
        </Banner>
      )}
      <SummaryBar label="Totals" figures={figuresOf(order, rows.filter(isWarned).length)} />
      <div className={cx('grid min-w-0 items-start gap-4', !isWide && 'lg:grid-cols-[minmax(0,1fr)_22rem]')}>
        <div className={cx('grid gap-4', !isWide && 'lg:col-start-2')}>
          <OrderNotes order={order} rows={rows} />
          <OrderFacts order={order} />
        </div>
        <div className={cx('min-w-0', !isWide && 'lg:col-start-1 lg:row-start-1')}>
          <OrderTable type="virtual" rows={rows} hasResult={hasResult} />
        </div>
      </div>
    </div>
  )
}

const isWarned = ({ state, ERROR }: { readonly state: string; readonly ERROR: string }): boolean =>
  state === 'waiting' && ERROR !== ''

function figuresOf(order: VirtualCardOrdersBatchLoad, warned: number): readonly SummaryFigure[] {
  const { cardsCount, issuedCount, failedCount, totalLoadAmount, totalFee, state } = order
  const isIssued = state === 'issuing' || state === 'issued' || state === 'partlyIssued'
  const figures: (SummaryFigure | false)[] = [
    { label: 'Virtual cards', value: count(cardsCount) },
    { label: 'Total load amount', value: orderAmount(totalLoadAmount) },
    { label: 'Total fee', value: orderAmount(totalFee) },
    state === 'awaiting' && {
      label: 'Would not be issued now',
      value: count(warned),
      ...(warned > 0 ? { tone: 'warning' } : {}),
    },
    isIssued && { label: 'Issued', value: count(issuedCount) },
    isIssued && { label: 'Not issued', value: count(failedCount), ...(failedCount > 0 ? { tone: 'critical' } : {}) },
  ]
  return figures.filter((figure) => figure !== false)
}

function OrderFacts({ order }: { readonly order: VirtualCardOrdersBatchLoad }) {
  const row = orderToRow(order)
  const { cardsCount, totalFee } = order
  const facts: (Fact | false)[] = [
    { label: 'Status', value: <OrderBadge state={order.state} /> },
    { label: 'Campaign', value: order.campaignName },
    { label: 'File', value: order.fileName || 'Typed one by one' },
    cardsCount > 0 &&
      totalFee % cardsCount === 0 && {
        label: 'Fee',
        value: `${orderAmount(totalFee / cardsCount)} for each card that is issued`,
      },
    { label: 'Ordered by', value: <Who name={row.ORDEREDBY} at={order.uploadDate} /> },
    order.isApproved && { label: 'Approved by', value: <Who name={row.APPROVEDBY} at={order.approvalDate} /> },
    order.isRejected && { label: 'Rejected by', value: <Who name={row.REJECTEDBY} at={order.rejectDate} /> },
    order.isRejected && { label: 'Reason', value: order.rejectReason ?? 'None given' },
    { label: 'Control code', value: <ControlCode fingerprint={order.fingerprint} /> },
  ]
  return (
    <Panel title="The order">
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  )
}

const count = (value: number): string => value.toLocaleString('en')
