// Approve Virtual Card Orders: the list with its status and dates, the details, and a checker's decisions.
import { m } from '#words/messages.js'
import { Inbox, WifiOff } from 'lucide-react'
import { useRef } from 'react'
import type { VirtualCardOrdersBatchLoad } from '#contract/orders.ts'
import { orderApprovalRefusal } from '#domain/order/decisions.ts'
import { type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'
import { changeToOrder } from '#flows/pending-changes/order-changes.ts'
import { SelectionBar } from '#pages/shared/decision-list/SelectionBar.tsx'
import { useDecisionList } from '#pages/shared/decision-list/useDecisionList.ts'
import { ApprovalHoldBanner } from '#pages/shared/ApprovalHoldBanner.tsx'
import { PendingChangeList } from '#pages/shared/pending-changes/PendingChangeList.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { currentTime } from '#services/clock.ts'
import { useConnection } from '#services/server/connection.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { listOf } from '#services/server/text-lists.ts'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ListBar } from '#ui/list/ListBar.tsx'
import { ListNote } from '#ui/list/ListNote.tsx'
import { Page } from '#ui/Page.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { ORDER_PARAMS } from './order-rows.ts'
import { pollDelayMs } from './pollDelay.ts'
import type { OrderDecision } from './approve/decisions.ts'
import { filterOptions, type OrderFilters, virtualOrdersQuery } from './approve/filters.ts'
import { OrderDecisionDialog } from './approve/OrderDecisionDialog.tsx'
import { OrderDetails } from './approve/OrderDetails.tsx'
import { OrderList } from './approve/OrderList.tsx'
import { type ListedOrder, orderToRow, sumOf, toOrderToDecide } from './approve/rows.ts'
import { BulkOrderDecision } from './approve/BulkOrderDecision.tsx'

export default function ApproveVirtualCardOrdersPage() {
  const listState = useUrlListState(virtualOrdersQuery)
  const { filter, start, end } = listState.values
  const orderList = useServerList(ordersListSpec, listState, {
    pollMs: (response) => pollDelayMs(listOf(LIST_METHOD, response), currentTime()),
  })
  const listElement = useRef<HTMLDivElement>(null)
  const decisions = useDecisionList<OrderDecision, VirtualCardOrdersBatchLoad, ListedOrder>({
    listElement,
    rows: orderList.rows,
    idOf: (order) => order.batchLoadFileID,
    nameOf: (order) => m.orders_orderNameInText({ batchLoadFileID: order.batchLoadFileID }),
    refusal: (order, viewerId) => orderApprovalRefusal(toOrderToDecide(order), viewerId),
    isSelectable: filter === virtualOrderFilters.awaiting,
    openItem: useOpenItemId('order', ORDER_PARAMS),
  })
  const { openDecision, bulkDecision } = decisions
  // Orders that await approval are listed whatever their date.
  const ignoresDates = filter === virtualOrderFilters.awaiting
  // The server still checks the dates. After a refusal, the user must be able to correct them.
  const isDateFieldDisabled = ignoresDates && orderList.refusal === undefined

  return (
    <Page title={m.common_approveVirtualCardOrders()} description={m.orders_approveIntro()}>
      <ApprovalHoldBanner />
      <PendingChangeList
        area="order"
        hidden={bulkDecision !== undefined}
        exceptSubject={openDecision?.item.batchLoadFileID}
        onDone={(change) => {
          const orderChange = changeToOrder(change)
          if (orderChange) decisions.afterDecision(orderChange.change, orderChange.orderId)
        }}
      />
      <ListBar label={m.orders_virtualCardOrders()} list={orderList}>
        <Select
          label={m.common_status()}
          className="w-full sm:w-48"
          options={filterOptions}
          value={String(filter)}
          // The value of each option is a filter.
          onChange={(event) => listState.setValues({ filter: Number(event.target.value) as VirtualOrderFilter })}
        />
        <DateRangeField
          label={m.common_dates()}
          start={start}
          end={end}
          onChange={listState.setValues}
          error={orderList.refusal}
          hint={dateHints[filter]}
          disabledReason={isDateFieldDisabled ? m.orders_listsEveryOrder() : undefined}
        />
      </ListBar>
      <ListNote list={orderList} offline={m.orders_decidedWhenOnline()} />
      <div ref={listElement} className="min-w-0">
        <OrderList
          filter={filter}
          list={{ ...orderList, rows: decisions.shownRows }}
          empty={<NoOrders filter={filter} />}
          onDetails={decisions.openDetails}
          onDecide={decisions.ask}
          selection={decisions.tableSelection}
        />
        <SelectionBar list={decisions} noun="order" sum={sumOf(decisions.selectedRows)} />
      </div>
      {bulkDecision && <BulkOrderDecision {...bulkDecision} />}
      {decisions.openId !== undefined && (
        <OrderDetails orderId={decisions.openId} onClose={decisions.closeDetails} onDecide={decisions.ask} />
      )}
      {openDecision && (
        <OrderDecisionDialog
          openDecision={openDecision}
          onDone={() => decisions.afterDecision(openDecision.decision, openDecision.item.batchLoadFileID)}
          onClose={decisions.closeDialog}
        />
      )}
    </Page>
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

const emptyHints: Readonly<Record<VirtualOrderFilter, string>> = {
  [virtualOrderFilters.awaiting]: m.orders_whenNewOrdersAppear(),
  [virtualOrderFilters.approved]: m.common_tryOtherDates(),
  [virtualOrderFilters.rejected]: m.common_tryOtherDates(),
}

/** What the dates mean for each filter; undefined if the filter ignores them. */
const dateHints: Readonly<Record<VirtualOrderFilter, string | undefined>> = {
  [virtualOrderFilters.awaiting]: undefined,
  [virtualOrderFilters.approved]: m.common_byApproval(),
  [virtualOrderFilters.rejected]: m.common_byRejection(),
}
