// When the lists of orders poll the server: calmly while cards are being issued, at the time an order becomes final,
// and not at all if nothing will change without a decision.
import type { OrderState } from '#domain/order/states.ts'

export const POLL_MS = 3_000
/** A maker can cancel in another tab, a checker decide: a page that becomes visible again is loaded anyway. */
const MAX_MS = 300_000

/** Milliseconds from `now` (since 1970), or undefined. */
export function pollDelayMs(
  orders: readonly { readonly state: OrderState; readonly finalAt?: string | null }[],
  now: number,
): number | undefined {
  const waits = orders.flatMap(({ state, finalAt }) => {
    if (state === 'issuing') return [POLL_MS]
    if (state !== 'placed' || !finalAt) return []
    return [Math.min(MAX_MS, Math.max(POLL_MS, Date.parse(finalAt) - now))]
  })
  return waits.length === 0 ? undefined : Math.min(...waits)
}
