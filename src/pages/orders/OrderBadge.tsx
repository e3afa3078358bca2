// The state of an order as text, shape and colour.
import { orderToStatus } from '#domain/order/status.ts'
import type { OrderState } from '#domain/order/states.ts'
import { Badge } from '#ui/Badge.tsx'

export function OrderBadge({ state }: { readonly state: OrderState }) {
  const { label, tone } = orderToStatus(state)
  return <Badge tone={tone}>{label}</Badge>
}
