// Polling interval of the order lists: every 3 seconds while cards are being issued; otherwise when the next order
// becomes final, but at least every 5 minutes. There is no polling if only a decision can change something.
import type { OrderState } from '#domain/order/states.ts'

export const POLL_MS = 3_000
/** Maximum interval. A cancellation or decision elsewhere is loaded when the page becomes visible. */
const MAX_DELAY_MS = 300_000

/** Milliseconds from `now` to the next request; undefined if nothing needs polling. */
export function pollDelayMs(
  orders: readonly { readonly state: OrderState; readonly finalAt?: string | null }[],
  now: number,
): number | undefined {
  const delays: number[] = []
  for (const { state, finalAt } of orders) {
    if (state === 'issuing') delays.push(POLL_MS)
    if (state === 'placed' && finalAt) {
      const msUntilFinal = Date.parse(finalAt) - now
      delays.push(Math.min(MAX_DELAY_MS, Math.max(POLL_MS, msUntilFinal)))
    }
  }
  return delays.length === 0 ? undefined : Math.min(...delays)
}
