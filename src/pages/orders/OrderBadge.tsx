// The state of an order as text, shape and colour.
import { orderToStanding } from '#domain/order/standing.ts'
import type { OrderState } from '#domain/order/states.ts'
import { Badge } from '#ui/Badge.tsx'

export function OrderBadge({ state }: { readonly state: OrderState }) {
  const { words, tone } = orderToStanding(state)
  return <Badge tone={tone}>{words}</Badge>
}
