// Where orders stand, as conditions on their row, called o: the lists and the overview count alike.
import { sql } from 'kysely'
import { type VirtualOrderFilter, virtualOrderFilters } from '#domain/order/states.ts'

/** Nobody has decided about it yet. */
export const orderAwaits = sql`(o.kind = 'virtual' AND o.approved_at IS NULL AND o.rejected_at IS NULL AND o.cancelled_at IS NULL)`

/** What each filter lists, and the day that its words name: an order is listed under Approved by the day of its approval. */
export const virtualOrderLists = {
  [virtualOrderFilters.awaiting]: { is: orderAwaits, moment: sql`o.ordered_at` },
  [virtualOrderFilters.approved]: { is: sql`(o.kind = 'virtual' AND o.approved_at IS NOT NULL)`, moment: sql`o.approved_at` }, // prettier-ignore
  [virtualOrderFilters.rejected]: { is: sql`(o.kind = 'virtual' AND o.rejected_at IS NOT NULL)`, moment: sql`o.rejected_at` }, // prettier-ignore
} as const satisfies Readonly<Record<VirtualOrderFilter, object>>
