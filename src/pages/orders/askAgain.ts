// When the lists of orders ask the host by themselves: at a calm pace while cards are being issued, at the hour from when on an
// order cannot be cancelled, and not at all where nothing would come by itself.
import type { OrderState } from '#domain/order/states.ts'

export const POLL_MS = 3_000
/** A maker may cancel in another tab, a checker decide: what is seen on coming back to the page is new anyhow. */
const MAX_MS = 300_000

/** Milliseconds from `now` (since 1970), or undefined. */
export function askAgainMs(
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
