// Physical Orders: all users' orders that need no approval and can still be cancelled. An order is final 24 hours after it
// was placed. Until then, users who approve orders can cancel the order here.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { CreditCard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PhysicalOrder } from '#contract/orders.ts'
import type { Column } from '#domain/columns.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { unfilteredQuery } from '#domain/query-specs.ts'
import { signedToText } from '#pages/shared/ApprovalNote.tsx'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { currentTime } from '#services/clock.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Instant } from '#ui/Instant.tsx'
import { DoneBy, NameAndDetail, TwoLines } from '#ui/tables/cells.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { ORDER_PARAMS } from './order-rows.ts'
import { DecisionButtons } from './physical/DecisionButtons.tsx'
import type { PhysicalDecision } from './physical/decisions.ts'
import { PhysicalDecisionDialog } from './physical/PhysicalDecisionDialog.tsx'
import { PhysicalOrderDetails } from './physical/PhysicalOrderDetails.tsx'
import { pollDelayMs } from './pollDelay.ts'
import { orderAmount } from './words.ts'

/** The longest time until a new order appears. The count of orders in the menu has the same delay. */
const MAX_DELAY_MS = 60_000

export default function PhysicalOrdersPage() {
  const { online } = useConnection()
  const [orderToCancel, setOrderToCancel] = useState<PhysicalOrder>()
  const [openDecision, setOpenDecision] = useState<{ order: PhysicalOrder; decision: PhysicalDecision }>()
  const openDialog = (decision: PhysicalDecision, order: PhysicalOrder) => setOpenDecision({ decision, order })
  const [openOrderId, setOpenOrderId] = useOpenItemId('order', ORDER_PARAMS)
  const list = useServerList(physicalOrdersListSpec, useUrlListState(unfilteredQuery), {
    pollMs: ({ orders }) => {
      const delayMs = pollDelayMs(orders, currentTime()) ?? MAX_DELAY_MS
      return Math.min(MAX_DELAY_MS, delayMs)
    },
  })
  return (
    <ListPage<PhysicalOrder>
      title={m.common_physicalOrders()}
      description={m.orders_physicalOrdersIntro()}
      pendingChanges={{ area: 'order', exceptSubject: orderToCancel?.orderId ?? openDecision?.order.orderId }}
      list={list}
      offline={m.orders_cancelWhenOnline()}
      rowsTitle={m.orders_canBeCancelled()}
      fileName="PhysicalOrders"
      columns={columns}
      rowKey={({ orderId }) => orderId}
      cells={cells}
      rowActions={(order) => (
        <>
          <DecisionButtons order={order} size="small" onDecide={openDialog} />
          <Button
            size="small"
            kind="quiet"
            disabledReason={online ? undefined : OFFLINE_REASON}
            onClick={() => setOrderToCancel(order)}
            aria-label={m.orders_cancelOrderLabel({ orderId: order.orderId })}
          >
            {m.common_cancelAction()}
          </Button>
          <Button
            size="small"
            onClick={() => setOpenOrderId(order.orderId)}
            aria-label={m.orders_detailsOfOrder({ orderId: order.orderId })}
          >
            {m.common_details()}
          </Button>
        </>
      )}
      empty={
        <EmptyState icon={CreditCard} title={m.orders_noneCanBeCancelled()}>
          {m.orders_whenPhysicalOrdersAppear()}
        </EmptyState>
      }
    >
      {openOrderId !== undefined && (
        <PhysicalOrderDetails
          orderId={openOrderId}
          onClose={() => setOpenOrderId(undefined)}
          onCancel={setOrderToCancel}
          onDecide={openDialog}
        />
      )}
      {openDecision && (
        <PhysicalDecisionDialog
          {...openDecision}
          onDone={() => setOpenDecision(undefined)}
          onClose={() => setOpenDecision(undefined)}
        />
      )}
      {orderToCancel && (
        <CancelDialog
          order={orderToCancel}
          isOwn={orderToCancel.isOwn}
          onDone={() => setOrderToCancel(undefined)}
          onClose={() => setOrderToCancel(undefined)}
        />
      )}
    </ListPage>
  )
}

const physicalOrdersListSpec: ListSpec<'physicalCardOrders', object, PhysicalOrder> = {
  name: 'physical-orders',
  method: 'physicalCardOrders',
  querySpec: unfilteredQuery,
  rows: ({ orders }) => orders,
  pageSize: 25,
  isPaged: true,
}

const columns: readonly Column<PhysicalOrder>[] = [
  { key: 'orderId', label: m.common_order(), format: 'shortText' },
  { key: 'campaignName', label: m.common_campaign(), format: 'text' },
  { key: 'totalLoadAmount', label: m.common_loadAmount(), format: 'amount' },
  { key: 'totalFee', label: m.common_fee(), format: 'amount' },
  { key: 'orderedBy', label: m.common_orderedBy(), format: 'text' },
  { key: 'finalAt', label: m.orders_finalOn(), format: 'instant' },
  { key: 'cardsCount', label: m.common_cardsLabel(), format: 'count', onlyOn: 'files' },
  { key: 'quotationNumber', label: m.common_quotationNumberLabel(), format: 'text', onlyOn: 'files' },
  { key: 'fileName', label: m.common_fileLabel(), format: 'text', onlyOn: 'files' },
  { key: 'currency', label: m.common_currency(), format: 'text', onlyOn: 'files' },
  { key: 'orderedAt', label: m.common_ordered(), format: 'instant', onlyOn: 'files' },
  { key: 'duplicateReason', label: m.orders_reasonToOrderAgain(), format: 'text', onlyOn: 'files' },
]

const cells: Partial<Record<keyof PhysicalOrder, (order: PhysicalOrder) => ReactNode>> = {
  campaignName: (order) => (
    <NameAndDetail name={order.campaignName} detail={commas([order.quotationNumber, order.fileName])} />
  ),
  totalLoadAmount: (order) => (
    <TwoLines first={orderAmount(order.totalLoadAmount)} second={cardCountToText(order.cardsCount, 'physical')} />
  ),
  totalFee: (order) => orderAmount(order.totalFee),
  orderedBy: (order) => <DoneBy by={order.isOwn ? m.orders_you() : order.orderedBy} at={order.orderedAt} />,
  finalAt: ({ approval, state, finalAt }) => {
    // An order that waits for signatures has no time yet.
    if (approval && state === 'awaiting') return signedToText(approval)
    return finalAt !== null && <Instant value={finalAt} wraps />
  },
}
