// The amounts and the reference that make a row fail or take long in a sandbox, like the test cards of payment
// providers. In other portals they have no effect. Rules: docs/rules/sandbox.md, "Rows with an outcome".
import { m } from '#words/messages.js'

/** The amounts that have this effect in a batch, in minor units. The last two digits are the codes of ISO 8583. */
export const rowAmounts = { declined: 10_57, restricted: 10_62, unavailable: 10_91, slow: 10_68 } as const
export type RowOutcome = keyof typeof rowAmounts

/** The customer reference with which a row of an order gets no card. */
export const DECLINED_REFERENCE = 'fails-declined'

/** How long a run with a slow row waits. */
export const SLOW_RUN_MS = 5_000

/**
 * Why the row of a batch fails in a sandbox, as a function that writes the text in the current language. Undefined if the
 * row does not fail. The amount `unavailable` fails only in the first run: at a retry, the simulated processor responds.
 */
export function simulatedRowRefusal(amountCents: number, { isRetry }: { readonly isRetry: boolean }) {
  if (amountCents === rowAmounts.declined) return () => m.sandbox_rowDeclined({ code: '57' })
  if (amountCents === rowAmounts.restricted) return () => m.sandbox_rowDeclined({ code: '62' })
  return amountCents === rowAmounts.unavailable && !isRetry ? m.sandbox_rowUnanswered : undefined
}
