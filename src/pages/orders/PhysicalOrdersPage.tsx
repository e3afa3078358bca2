// Physical Orders: all users' orders that need no approval and can still be cancelled. Users who approve orders can
// cancel an order here until it is final, 24 hours after it was placed.
import { m } from '#words/messages.js'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { PhysicalOrder } from '#contract/orders.ts'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { pollDelayMs } from './pollDelay.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { unfilteredQuery } from '#domain/query-specs.ts'
import { openOrderParams } from './order-rows.ts'
import { PhysicalOrderDetails } from './physical/PhysicalOrderDetails.tsx'
import { PhysicalOrderList } from './physical/PhysicalOrderList.tsx'

/** The longest time until new orders appear; the count in the menu has the same delay. */
const MAX_DELAY_MS = 60_000

export default function PhysicalOrdersPage() {
  const [orderToCancel, setOrderToCancel] = useState<PhysicalOrder>()
  const [openOrderId, setOpenOrderId] = useOpenItemId('order', openOrderParams)
  const list = useServerList(physicalOrdersListSpec, useUrlListState(unfilteredQuery), {
    pollMs: ({ orders }) => Math.min(MAX_DELAY_MS, pollDelayMs(orders, Date.now()) ?? MAX_DELAY_MS),
  })
  return (
    <Page title={m.common_physicalOrders()} description={m.orders_physicalOrdersIntro()}>
      <PendingChangeList area="order" exceptSubject={orderToCancel?.orderId} />
      <ListBar label={m.common_physicalOrders()} list={list} />
      <ListNote list={list} offline={m.orders_cancelWhenOnline()} />
      <PhysicalOrderList
        list={list}
        onDetails={({ orderId }) => setOpenOrderId(orderId)}
        onCancel={setOrderToCancel}
        empty={
          <EmptyState icon={CreditCard} title={m.orders_noneCanBeCancelled()}>
            {m.orders_whenPhysicalOrdersAppear()}
          </EmptyState>
        }
      />
      {openOrderId !== undefined && (
        <PhysicalOrderDetails
          orderId={openOrderId}
          onClose={() => setOpenOrderId(undefined)}
          onCancel={setOrderToCancel}
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
    </Page>
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
