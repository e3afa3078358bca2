// One of the user's own orders: its facts, and each row with its result.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { useMemo } from 'react'
import type { MyOrder } from '#contract/orders.ts'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { OrderContent } from '../OrderContent.tsx'

interface MyOrderDetailsProps {
  readonly orderId: string
  readonly onClose: () => void
  readonly onOrderAgain: (order: MyOrder) => void
  readonly onCancel: (order: MyOrder) => void
}

export function MyOrderDetails({ orderId, onClose, onOrderAgain, onCancel }: MyOrderDetailsProps) {
  const query = useServerQuery('myCardOrderRows', { orderId }, { refetchesOnMount: true })
  const order = query.data?.order
  const rows = useMemo(() => {
    // The response has only the rows of the order's type.
    const { cardOrders = [], virtualCardOrders = [] } = query.data ?? {}
    return [...cardOrders, ...virtualCardOrders]
  }, [query.data])
  const hasNoCards = order?.state === 'rejected' || order?.state === 'cancelled'
  const { online } = useConnection()
  const name = commas([m.orders_orderId({ id: orderId }), order?.campaignName])
  useRecordRecentItem('order', order && name, `/card/my-orders?order=${orderId}`)
  return (
    <DetailsDialog
      title={m.orders_myOrder()}
      description={name}
      noun="order"
      notStoredText={m.orders_rowsNotStored()}
      query={query}
      onClose={onClose}
      buttons={
        order && (
          <>
            <TrailLink type="order" id={orderId} />
            {order.cancellable && (
              <Button disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => onCancel(order)}>
                {m.orders_cancelOrderButton()}
              </Button>
            )}
            <Button
              // Ordering again is the main action only if the order produced no cards.
              kind={hasNoCards ? 'primary' : 'secondary'}
              onClick={() => onOrderAgain(order)}
            >
              {m.orders_orderAgain()}
            </Button>
          </>
        )
      }
    >
      {order && <OrderContent order={order} rows={rows} funding={query.data?.funding} />}
    </DetailsDialog>
  )
}
