// Approve Virtual Card Orders: the list with its status and dates, the details, and a checker's decisions.
import { m } from '#words/messages.js'
import { Inbox, WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { orderDecisionRefusal } from '#domain/order/decisions.ts'
import { type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'
import { changeToOrder, type OrderChange } from '#flows/pending-changes/order-changes.ts'
import { SelectionBar, type BulkDecision } from '#pages/shared/bulk-decisions/SelectionBar.tsx'
import { useSelection } from '#pages/shared/bulk-decisions/useSelection.ts'
import { ApprovalHoldBanner } from '#pages/shared/ApprovalHoldBanner.tsx'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useRowShortcuts } from '#pages/shared/useRowShortcuts.ts'
import { useDecidedItems } from '#pages/shared/useDecidedItems.ts'
import { useFocusAfterRemoval } from '#pages/shared/useFocusAfterRemoval.ts'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { useConnection } from '#services/server/connection.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { useOwnerUser, useSession } from '#services/session/session.ts'
import { listOf } from '#services/server/text-lists.ts'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { orderAmount } from './words.ts'
import { openOrderParams } from './order-rows.ts'
import { pollDelayMs } from './pollDelay.ts'
import type { OpenDecision, OrderDecision } from './approve/decisions.ts'
import { filterOptions, type OrderFilters, virtualOrdersQuery } from './approve/filters.ts'
import { OrderDecisionDialog } from './approve/OrderDecisionDialog.tsx'
import { OrderDetails } from './approve/OrderDetails.tsx'
import { OrderList } from './approve/OrderList.tsx'
import { type ListedOrder, orderToRow, toOrderToDecide } from './approve/rows.ts'
import { BulkOrderDecision } from './approve/BulkOrderDecision.tsx'

export default function ApproveVirtualCardOrdersPage() {
  const session = useSession()
  const ownerUser = useOwnerUser()
  const listState = useUrlListState(virtualOrdersQuery)
  const { filter, start, end } = listState.values
  const orderList = useServerList(ordersListSpec, listState, {
    pollMs: (response) => pollDelayMs(listOf(LIST_METHOD, response), Date.now()),
  })
  const [openOrderId, setOpenOrderId] = useOpenItemId('order', openOrderParams)
  const [openDecision, setOpenDecision] = useState<OpenDecision>()
  const [bulkSelection, setBulkSelection] = useState<BulkSelection>()
  const listElement = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfterRemoval(
    listElement,
    orderList.rows && ((id) => orderList.rows?.some(({ batchLoadFileID }) => batchLoadFileID === id) === true),
    openDecision === undefined && bulkSelection === undefined && openOrderId === undefined,
  )
  const orderToDecideId = openDecision?.order.batchLoadFileID
  const ids = orderList.rows?.map(({ batchLoadFileID }) => batchLoadFileID) ?? []
  const decidedItems = useDecidedItems(
    orderList.rows?.filter(({ state }) => state === 'awaiting').map(({ batchLoadFileID }) => batchLoadFileID),
  )
  const onDecide = (decision: OrderDecision, order: VirtualCardOrdersBatchLoad) => {
    if (!isFinalDecision(decision) || !decidedItems.has(order.batchLoadFileID)) setOpenDecision({ decision, order })
  }
  const nextToDecide = (orderId: string) =>
    nextOrderToDecide(orderList.rows ?? [], orderId, {
      viewerId: session?.user.userId ?? '',
      isDecided: (id) => id === orderId || decidedItems.has(id),
    })
  const openAdjacent = (step: 1 | -1) => {
    const adjacentId = openOrderId === undefined ? undefined : ids[ids.indexOf(openOrderId) + step]
    if (adjacentId !== undefined) setOpenOrderId(adjacentId)
  }
  useRowShortcuts({
    list: listElement,
    onStep: openOrderId === undefined ? undefined : openAdjacent,
    openId: openOrderId,
    decideAfter: (orderId, decision) => {
      if (!decidedItems.has(orderId)) return false
      const order = nextToDecide(orderId)
      const isHeld = decision === 'approve' && session?.approvalHold !== undefined
      if (order && !isHeld) onDecide(decision, order)
      return true
    },
  })
  const selection = useSelection(
    filter === virtualOrderFilters.awaiting ? (orderList.rows ?? NO_ORDERS) : NO_ORDERS,
    (order) => order.batchLoadFileID,
    (order) => m.common_select({ item: m.orders_orderNameInText({ batchLoadFileID: order.batchLoadFileID }) }),
  )
  const onDecided = (change: OrderChange, orderId: string) => {
    setOpenDecision(undefined)
    focusAfter(orderId)
    // After a decision in the details, open the next waiting order. If there is none, the details show the result.
    const nextId = nextToDecide(orderId)?.batchLoadFileID
    if (openOrderId === orderId && nextId !== undefined && isFinalDecision(change)) setOpenOrderId(nextId)
    if (isFinalDecision(change)) decidedItems.add(orderId)
  }

  return (
    <Page title={m.common_approveVirtualCardOrders()} description={m.orders_approveIntro()}>
      <ApprovalHoldBanner />
      <PendingChangeList
        area="order"
        hidden={bulkSelection !== undefined}
        exceptSubject={orderToDecideId}
        onDone={(change) => {
          const orderChange = changeToOrder(change)
          if (orderChange) onDecided(orderChange.change, orderChange.orderId)
        }}
      />
      <ListBar label={m.orders_virtualCardOrders()} list={orderList}>
        <Select
          label={m.common_status()}
          className="w-full sm:w-48"
          options={filterOptions}
          value={String(filter)}
          onChange={(event) => listState.setValues({ filter: Number(event.target.value) as VirtualOrderFilter })}
        />
        <DateRangeField
          label={m.common_dates()}
          start={start}
          end={end}
          onChange={listState.setValues}
          error={orderList.refusal}
          hint={dateLabels[filter]}
          // The dates do not apply to this status. If the search rejected them, the user must be able to correct them.
          disabledReason={
            filter === virtualOrderFilters.awaiting && orderList.refusal === undefined
              ? m.orders_listsEveryOrder()
              : undefined
          }
        />
      </ListBar>
      <ListNote list={orderList} offline={m.orders_decidedWhenOnline()} />
      <div ref={listElement} className="min-w-0">
        <OrderList
          filter={filter}
          list={orderList}
          empty={<NoOrders filter={filter} />}
          onDetails={({ batchLoadFileID }, rows) => setOpenOrderId(batchLoadFileID, rows === undefined ? {} : { rows })}
          onDecide={onDecide}
          selection={selection.tableSelection}
        />
        <SelectionBar
          count={selection.rows.length}
          noun="order"
          sum={orderAmount(selection.rows.reduce((sum, { totalLoadAmount }) => sum + totalLoadAmount, 0))}
          blockedReasons={{ approve: session?.approvalHold, reject: undefined }}
          onDecide={(decision) => setBulkSelection({ decision, orders: selection.rows })}
          onClear={selection.clear}
        />
      </div>
      {bulkSelection && (
        <BulkOrderDecision
          ownerUser={ownerUser}
          {...bulkSelection}
          onSend={([firstOrderId]) => firstOrderId !== undefined && focusAfter(firstOrderId)}
          onDone={(id) => {
            decidedItems.add(id)
            selection.remove([id])
          }}
          onClose={() => setBulkSelection(undefined)}
        />
      )}
      {openOrderId !== undefined && (
        <OrderDetails orderId={openOrderId} onClose={() => setOpenOrderId(undefined)} onDecide={onDecide} />
      )}
      {openDecision && orderToDecideId !== undefined && (
        <OrderDecisionDialog
          openDecision={openDecision}
          onDone={() => onDecided(openDecision.decision, orderToDecideId)}
          onClose={() => setOpenDecision(undefined)}
        />
      )}
    </Page>
  )
}

interface BulkSelection {
  readonly decision: BulkDecision
  /** The selected orders; the dialog loads them again. */
  readonly orders: readonly ListedOrder[]
}

const NO_ORDERS: readonly ListedOrder[] = []

const isFinalDecision = (change: OrderChange): boolean => change === 'approve' || change === 'reject'

interface Deciding {
  readonly viewerId: string
  readonly isDecided: (id: string) => boolean
}

/** The next order that the viewer can decide. After the last row, the search continues at the first row. */
function nextOrderToDecide(
  rows: readonly ListedOrder[],
  orderId: string,
  { viewerId, isDecided }: Deciding,
): ListedOrder | undefined {
  const index = rows.findIndex((row) => row.batchLoadFileID === orderId)
  const otherRows = [...rows.slice(index + 1), ...rows.slice(0, Math.max(0, index))]
  return otherRows.find(
    (row) => !isDecided(row.batchLoadFileID) && orderDecisionRefusal(toOrderToDecide(row), viewerId) === undefined,
  )
}

const LIST_METHOD = 'fetchVirtualCardOrdersBatchLoads'

const ordersListSpec: ListSpec<typeof LIST_METHOD, OrderFilters, ListedOrder> = {
  name: 'virtual-card-orders',
  method: LIST_METHOD,
  querySpec: virtualOrdersQuery,
  rows: (response) => listOf(LIST_METHOD, response).map(orderToRow),
  pageSize: 25,
}

function NoOrders({ filter }: { readonly filter: VirtualOrderFilter }) {
  const { online } = useConnection()
  return (
    <EmptyState icon={online ? Inbox : WifiOff} title={m.orders_noVirtualCardOrdersFound()}>
      {emptyHints[filter]}
    </EmptyState>
  )
}

const OTHER_DATES = m.common_tryOtherDates()
const emptyHints: Readonly<Record<VirtualOrderFilter, string>> = {
  [virtualOrderFilters.awaiting]: m.orders_whenNewOrdersAppear(),
  [virtualOrderFilters.approved]: OTHER_DATES,
  [virtualOrderFilters.rejected]: OTHER_DATES,
}

/** Names the date that the range limits, for each filter; undefined if the filter ignores the range. */
const dateLabels: Readonly<Record<VirtualOrderFilter, string | undefined>> = {
  [virtualOrderFilters.awaiting]: undefined,
  [virtualOrderFilters.approved]: m.common_byApproval(),
  [virtualOrderFilters.rejected]: m.common_byRejection(),
}
