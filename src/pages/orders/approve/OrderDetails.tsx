// Virtual Card Order Details: the order as its maker saw it, what has changed since then, and the rows, ten per page.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import type { Funding } from '#domain/funding/funds.ts'
import { orderApprovalRefusal } from '#domain/order/decisions.ts'
import { hasIssuingStarted } from '#domain/order/states.ts'
import { ControlCode } from '#pages/shared/ControlCode.tsx'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { DetailsColumns } from '#pages/shared/DetailsColumns.tsx'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { fundingFacts } from '#pages/shared/Funding.tsx'
import { NotCheckedBanner } from '#pages/shared/freshness.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { useSession } from '#services/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SummaryBar, type SummaryFigure } from '#ui/tables/SummaryBar.tsx'
import { UserAndTime } from '#ui/tables/cells.tsx'
import { numberToText } from '#words/figures.ts'
import { OrderBadge } from '../OrderBadge.tsx'
import { OrderTable, useOrderRowFilter } from '../OrderTable.tsx'
import { FEES_CHARGED_LABEL, LOADED_LABEL, orderAmount } from '../words.ts'
import type { OrderDecision } from './decisions.ts'
import { OrderActions } from './OrderActions.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import { orderToRow, toOrderToDecide } from './rows.ts'
import { type FreshOrder, useFreshOrder } from './useFreshOrder.ts'

interface OrderDetailsProps {
  readonly orderId: string
  readonly onClose: () => void
  readonly onDecide: (decision: OrderDecision, order: VirtualCardOrdersBatchLoad) => void
}

export function OrderDetails({ orderId, onClose, onDecide }: OrderDetailsProps) {
  const freshOrder = useFreshOrder(orderId)
  const { order } = freshOrder
  const name = commas([m.orders_orderId({ id: orderId }), order?.campaignName])
  useRecordRecentItem('order', order && name, `/card/virtual-card-orders?order=${orderId}`)
  return (
    <DetailsDialog
      title={m.orders_virtualCardOrderDetails()}
      description={name}
      noun="order"
      notStoredText={m.orders_detailsNotStored()}
      query={freshOrder.query}
      onClose={onClose}
      buttons={
        <>
          <TrailLink type="order" id={orderId} />
          {order && (
            <OrderActions order={order} onDecide={onDecide} blockedReason={freshOrder.blockedReason} inFooter />
          )}
        </>
      }
    >
      {order && <Content key={orderId} order={order} freshOrder={freshOrder} />}
    </DetailsDialog>
  )
}

interface ContentProps {
  readonly order: VirtualCardOrdersBatchLoad
  readonly freshOrder: FreshOrder
}

function Content({ order, freshOrder: { query, rows, funding } }: ContentProps) {
  const viewerId = useSession()?.user.userId ?? ''
  const [, setFilter] = useOrderRowFilter()
  const isAwaiting = order.state === 'awaiting'
  const refusal = isAwaiting ? orderApprovalRefusal(toOrderToDecide(order), viewerId) : undefined
  const hasResult = !isAwaiting
  // Results or findings make the rows wide.
  const isWide = hasResult || rows.some(({ REMARK }) => REMARK !== '')
  const warningCount = rows.filter(({ state, ERROR }) => state === 'waiting' && ERROR !== '').length
  return (
    <div className="grid gap-4">
      {query.failure && <NotCheckedBanner query={query} />}
      {refusal !== undefined && (
        <Banner kind="info" title={refusal}>
          {m.orders_anotherMustDecide()}
        </Banner>
      )}
      <SummaryBar label={m.common_totals()} figures={orderToFigures(order, warningCount)} />
      <DetailsColumns
        isStacked={isWide}
        notes={<OrderNotes order={order} rows={rows} funding={funding} onShowRows={setFilter} />}
        rows={<OrderTable type="virtual" rows={rows} hasResult={hasResult} />}
      >
        <OrderFacts order={order} funding={funding} />
      </DetailsColumns>
    </div>
  )
}

/** `warningCount` is the number of rows that cannot be issued now. */
function orderToFigures(order: VirtualCardOrdersBatchLoad, warningCount: number): readonly SummaryFigure[] {
  const { cardsCount, issuedCount, failedCount, totalLoadAmount, totalFee, issuedLoadAmount, issuedFee, state } = order
  const hasStarted = hasIssuingStarted(state)
  const figures: (SummaryFigure | false)[] = [
    { label: m.orders_virtualCardsLabel(), value: numberToText(cardsCount) },
    { label: m.common_totalLoadAmount(), value: orderAmount(totalLoadAmount) },
    { label: m.orders_totalFee(), value: orderAmount(totalFee) },
    state === 'awaiting' && {
      label: m.orders_cannotBeIssuedNow(),
      value: numberToText(warningCount),
      tone: warningCount > 0 ? 'warning' : undefined,
    },
    hasStarted && { label: m.orders_issued(), value: numberToText(issuedCount) },
    hasStarted && issuedLoadAmount !== undefined && { label: LOADED_LABEL, value: orderAmount(issuedLoadAmount) },
    hasStarted && issuedFee !== undefined && { label: FEES_CHARGED_LABEL, value: orderAmount(issuedFee) },
    hasStarted && {
      label: m.orders_notIssued(),
      value: numberToText(failedCount),
      tone: failedCount > 0 ? 'critical' : undefined,
    },
  ]
  return figures.filter((figure) => figure !== false)
}

interface OrderFactsProps {
  readonly order: VirtualCardOrdersBatchLoad
  readonly funding: Funding | undefined
}

function OrderFacts({ order, funding }: OrderFactsProps) {
  const row = orderToRow(order)
  const { cardsCount, totalFee } = order
  const hasSameFeePerCard = cardsCount > 0 && totalFee % cardsCount === 0
  const facts: (Fact | false)[] = [
    { label: m.common_status(), value: <OrderBadge state={order.state} /> },
    { label: m.common_campaign(), value: order.campaignName },
    { label: m.common_fileLabel(), value: order.fileName || m.orders_typedOneByOne() },
    hasSameFeePerCard && {
      label: m.common_fee(),
      value: m.orders_feePerCard({ fee: orderAmount(totalFee / cardsCount) }),
    },
    { label: m.common_orderedBy(), value: <UserAndTime name={row.ORDEREDBY} at={order.uploadDate} /> },
    order.isApproved && {
      label: m.common_approvedBy(),
      value: <UserAndTime name={row.APPROVEDBY} at={order.approvalDate} />,
    },
    order.isRejected && {
      label: m.common_rejectedBy(),
      value: <UserAndTime name={row.REJECTEDBY} at={order.rejectDate} />,
    },
    order.isRejected && { label: m.common_reason(), value: order.rejectReason ?? m.common_noneGiven() },
    ...fundingFacts(funding, orderAmount),
    { label: m.common_controlCode(), value: <ControlCode fingerprint={order.fingerprint} /> },
  ]
  return (
    <Panel title={m.orders_theOrder()}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  )
}
