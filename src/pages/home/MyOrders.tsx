// The user's card orders on Home: counts by state, and the latest with their results.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import type { MyOrder } from '#contract/orders.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { cents } from '#domain/money.ts'
import { permittedOrderPages } from '#domain/order/pages.ts'
import { orderProgressToText, orderToStatus } from '#domain/order/status.ts'
import { type OrderState, orderStates, orderStateLabels } from '#domain/order/states.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { Badge } from '#ui/Badge.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { useMyOrders } from './my-items-queries.ts'
import { MAX_LATEST, MyItem, MyItems } from './MyItems.tsx'

interface MyOrdersProps {
  readonly counts: Readonly<Partial<Record<OrderState, number>>>
  readonly permissions: PermissionMap
  readonly currency: string
}

export function MyOrders({ counts, permissions, currency }: MyOrdersProps) {
  const { data, failure } = useMyOrders()
  const countOf = (state: OrderState) => counts[state] ?? 0
  // The first state is always shown, so that there is at least one count.
  const shownStates = orderStates.filter((state, index) => index === 0 || countOf(state) > 0)
  return (
    <MyItems
      title={m.home_yourCardOrders()}
      pages={permittedOrderPages(permissions)}
      counts={shownStates.map((state) => ({
        label: orderStateLabels[state],
        count: countOf(state),
        to: '/card/my-orders',
      }))}
      latest={data?.orders.slice(0, MAX_LATEST).map((order) => (
        <MyOrderItem key={order.orderId} order={order} currency={currency} />
      ))}
      failure={failure}
      empty={{
        title: m.home_noOrdersYet(),
        action: undefined,
        hint: m.home_noOrdersHint(),
      }}
    />
  )
}

function MyOrderItem({ order, currency }: { readonly order: MyOrder; readonly currency: string }) {
  const { label, tone } = orderToStatus(order.state)
  return (
    <MyItem
      name={
        <Link to={`/card/my-orders?order=${order.orderId}`} className="link">
          {m.home_orderWithCampaign({ orderId: order.orderId, campaignName: order.campaignName })}
        </Link>
      }
      origin={
        <>
          {order.fileName !== '' && order.fileName + m.common_comma()}
          <Instant value={order.orderedAt} />
        </>
      }
      reason={order.rejectReason}
      badge={<Badge tone={tone}>{label}</Badge>}
      amount={<Money cents={cents(order.totalLoadAmount)} currency={currency} />}
      size={orderProgressToText(order) || cardCountToText(order.cardsCount, order.kind)}
    />
  )
}
