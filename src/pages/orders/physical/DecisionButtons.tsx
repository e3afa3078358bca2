// The buttons that approve and reject an order of physical cards, shown while the order awaits its approval.
import { m } from '#words/messages.js'
import type { PhysicalOrder } from '#contract/orders.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { type PhysicalDecision, physicalRefusal } from './decisions.ts'

interface DecisionButtonsProps {
  readonly order: PhysicalOrder
  readonly size?: 'small'
  readonly onDecide: (decision: PhysicalDecision, order: PhysicalOrder) => void
}

export function DecisionButtons({ order, onDecide, ...sizeProps }: DecisionButtonsProps) {
  const { online } = useConnection()
  const session = useSession()
  if (order.state !== 'awaiting') return null
  const viewerId = session?.user.userId ?? ''
  const offlineReason = online ? undefined : OFFLINE_REASON
  const reasonOf = (decision: PhysicalDecision) => physicalRefusal(order, decision, viewerId) ?? offlineReason
  return (
    <>
      <Button
        {...sizeProps}
        kind="quiet"
        disabledReason={reasonOf('reject')}
        onClick={() => onDecide('reject', order)}
        aria-label={m.orders_rejectOrder({ id: order.orderId })}
      >
        {m.common_reject()}
      </Button>
      <Button
        {...sizeProps}
        kind="primary"
        disabledReason={reasonOf('approve') ?? session?.approvalHold}
        onClick={() => onDecide('approve', order)}
        aria-label={m.orders_approveOrder({ id: order.orderId })}
      >
        {m.common_approve()}
      </Button>
    </>
  )
}
