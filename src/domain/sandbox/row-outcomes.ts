// The rows that fail in a sandbox, or take long, because of their amount or reference, like the test cards of payment
// providers. Elsewhere they are rows like all others. Rules: docs/rules/sandbox.md, "Rows with an outcome".
import { m } from '#words/messages.js'

/** The amounts of rows of a batch, in minor units. Their last two digits are the codes of ISO 8583. */
export const rowAmounts = { declined: 10_57, restricted: 10_62, unavailable: 10_91, slow: 10_68 } as const
export type RowOutcome = keyof typeof rowAmounts

/** The customer reference with which the row of an order gets no card. */
export const DECLINED_REFERENCE = 'fails-declined'

/** How long a run waits that has a slow row. */
export const SLOW_RUN_MS = 5_000

/** Why the row of a batch fails in a sandbox, or undefined. A processor that did not answer does so at a retry. */
export function simulatedRowRefusal(amountCents: number, { isRetry }: { readonly isRetry: boolean }) {
  if (amountCents === rowAmounts.declined) return () => m.sandbox_rowDeclined({ code: '57' })
  if (amountCents === rowAmounts.restricted) return () => m.sandbox_rowDeclined({ code: '62' })
  return amountCents === rowAmounts.unavailable && !isRetry ? m.sandbox_rowUnanswered : undefined
}
