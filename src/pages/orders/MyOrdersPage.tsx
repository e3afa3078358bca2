// My orders: the user's orders of both types and every state, with their results. The user can cancel an order that is
// not final yet, and can order the rows of any order again.
import { m } from '#words/messages.js'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MyOrder } from '#contract/orders.ts'
import { orderTypes } from '#domain/order/types.ts'
import { permittedOrderPages } from '#domain/order/pages.ts'
import { type Dates, searchDates } from '#domain/query-specs.ts'
import { ListPage } from '#pages/shared/ListPage.tsx'
import { useOpenItemId } from '#pages/shared/useOpenItemId.ts'
import { currentTime } from '#services/clock.ts'
import { useUrlListState } from '#services/lists/list-state.ts'
import { type ListSpec, useServerList } from '#services/lists/useServerList.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { cx } from '#ui/cx.ts'
import { DateRangeField } from '#ui/forms/DateRangeField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { RowActions } from '#ui/tables/RowActions.tsx'
import { ORDER_PARAMS } from './order-rows.ts'
import { pollDelayMs } from './pollDelay.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { MyOrderDetails } from './mine/MyOrderDetails.tsx'
import { myOrderCells } from './mine/cells.tsx'
import { myOrderColumns, type MyOrderRow, orderToMyRow } from './mine/rows.ts'

export default function MyOrdersPage() {
  const listState = useUrlListState(searchDates)
  const navigate = useNavigate()
  const session = useSession()
  const { online } = useConnection()
  const [orderToCancel, setOrderToCancel] = useState<MyOrder>()
  const [openOrderId, setOpenOrderId] = useOpenItemId('order', ORDER_PARAMS)
  const list = useServerList(myOrdersListSpec, listState, {
    pollMs: ({ orders }) => pollDelayMs(orders, currentTime()),
  })
  const pages = permittedOrderPages(session?.permissions)
  const hasSeveralPages = pages.length > 1
  const orderAgain = ({ orderId, kind }: MyOrder) => void navigate(`${orderTypes[kind].path}?from=${orderId}`)

  return (
    <ListPage<MyOrderRow>
      title={m.common_myOrders()}
      description={m.orders_myOrdersIntro()}
      actions={
        <>
          {pages.map(({ path, title }) => (
            <Button key={path} className={cx(hasSeveralPages && 'max-sm:hidden')} onClick={() => void navigate(path)}>
              {title}
            </Button>
          ))}
          {/* On a phone a menu replaces these buttons, which would fill the screen before the first row. */}
          {hasSeveralPages && (
            <Menu
              trigger={<Button className="sm:hidden">{m.orders_orderOrActivate()}</Button>}
              label={m.orders_orderOrActivate()}
              align="start"
              items={pages.map(({ path, title }) => ({ label: title, onSelect: () => void navigate(path) }))}
            />
          )}
        </>
      }
      pendingChanges={{ area: 'order', exceptSubject: orderToCancel?.orderId }}
      list={list}
      filters={
        <DateRangeField
          label={m.common_ordered()}
          {...listState.values}
          onChange={listState.setValues}
          error={list.refusal}
        />
      }
      offline={m.common_detailsWhenOnline()}
      rowsTitle={m.orders_orders()}
      fileName="MyOrders"
      columns={myOrderColumns}
      rowKey={({ orderId }) => orderId}
      cells={myOrderCells}
      rowActions={(row) => (
        <RowActions narrowColumns={1}>
          {row.cancellable && (
            <Button
              size="small"
              kind="quiet"
              disabledReason={online ? undefined : OFFLINE_REASON}
              onClick={() => setOrderToCancel(row)}
              aria-label={m.orders_cancelOrderLabel({ orderId: row.orderId })}
            >
              {m.common_cancelAction()}
            </Button>
          )}
          <Button
            size="small"
            onClick={() => orderAgain(row)}
            aria-label={m.orders_orderAgainLabel({ orderId: row.orderId })}
          >
            {m.orders_orderAgain()}
          </Button>
          <Button
            size="small"
            onClick={() => setOpenOrderId(row.orderId)}
            aria-label={m.orders_detailsOfOrder({ orderId: row.orderId })}
          >
            {m.common_details()}
          </Button>
        </RowActions>
      )}
      onOpen={({ orderId }) => setOpenOrderId(orderId)}
      empty={
        <EmptyState icon={CreditCard} title={m.orders_noOrdersInTheseDates()}>
          {m.orders_whenMyOrdersAppear()}
        </EmptyState>
      }
    >
      {openOrderId !== undefined && (
        <MyOrderDetails
          orderId={openOrderId}
          onClose={() => setOpenOrderId(undefined)}
          onOrderAgain={orderAgain}
          onCancel={setOrderToCancel}
        />
      )}
      {orderToCancel && (
        <CancelDialog
          order={orderToCancel}
          isOwn
          onDone={() => setOrderToCancel(undefined)}
          onClose={() => setOrderToCancel(undefined)}
        />
      )}
    </ListPage>
  )
}

const myOrdersListSpec: ListSpec<'myCardOrders', Dates, MyOrderRow> = {
  name: 'my-orders',
  method: 'myCardOrders',
  querySpec: searchDates,
  rows: ({ orders }) => orders.map(orderToMyRow),
  pageSize: 25,
  isPaged: true,
}
