// One physical order for users who can cancel it: every card with its address and warnings.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import type { PhysicalOrder } from '#contract/orders.ts'
import { useRecordRecentItem } from '#flows/recent-items.ts'
import { DetailsDialog } from '#pages/shared/DetailsDialog.tsx'
import { TrailLink } from '#pages/shared/TrailLink.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { OrderContent } from '../OrderContent.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import type { PhysicalDecision } from './decisions.ts'
import { CardWarnings } from './CardWarnings.tsx'

interface PhysicalOrderDetailsProps {
  readonly orderId: string
  readonly onClose: () => void
  readonly onCancel: (order: PhysicalOrder) => void
  readonly onDecide: (decision: PhysicalDecision, order: PhysicalOrder) => void
}

export function PhysicalOrderDetails({ orderId, onClose, onCancel, onDecide }: PhysicalOrderDetailsProps) {
  const query = useServerQuery('physicalCardOrderRows', { orderId }, { refetchesOnMount: true })
  const { order, cardOrders = [], funding } = query.data ?? {}
  const { online } = useConnection()
  const name = commas([m.orders_orderId({ id: orderId }), order?.campaignName])
  useRecordRecentItem('order', order && name, `/card/physical-orders?order=${orderId}`)
  return (
    <DetailsDialog
      title={m.orders_physicalOrder()}
      description={name}
      noun="order"
      notStoredText={m.orders_rowsNotStored()}
      query={query}
      onClose={onClose}
      buttons={
        <>
          <TrailLink type="order" id={orderId} />
          {order?.cancellable && (
            <Button disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => onCancel(order)}>
              {m.orders_cancelOrderButton()}
            </Button>
          )}
          {order && <DecisionButtons order={order} onDecide={onDecide} />}
        </>
      }
    >
      {order && (
        <OrderContent order={order} rows={cardOrders} funding={funding} placedBy={order}>
          {order.cancellable && <CardWarnings rows={cardOrders} />}
        </OrderContent>
      )}
    </DetailsDialog>
  )
}
