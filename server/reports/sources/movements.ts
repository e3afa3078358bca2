// The changes of the balances of a campaign's cards on each day, by type of transaction.
import { sql } from 'kysely'
import { addNumbers, type DayGroup, type DayGrouping } from './day-sums.ts'
import { dayOf } from './days.ts'
import { inCampaigns } from './campaigns.ts'
import { cardEntries, originalKind } from './ledger-lines.ts'

/** Amounts in minor units. Amounts taken from cards are positive. A reversal is subtracted from the reversed type. */
interface MovementAmounts {
  readonly loaded_cents: number
  readonly spent_cents: number
  readonly fee_cents: number
  readonly devalued_cents: number
  /** All other changes: transfers from other campaigns minus transfers to them, and opening balances. */
  readonly other_cents: number
}

/** The changes of a campaign's cards on a day. */
export interface Movements extends DayGroup, MovementAmounts {
  readonly campaign_id: number
}

/** In the SQL, `originalKind` joins `u.kind`, and `cardEntries` joins the entries `e` with their cards `c`. */
export const movementGrouping: DayGrouping<Movements> = {
  select: (query, { inWindow }) => sql<Movements>`
    SELECT ${dayOf(sql`t.posted_at`, query)} AS day, c.campaign_id,
           coalesce(sum(e.amount_cents) FILTER (WHERE u.kind = 'load'), 0)::bigint AS loaded_cents,
           coalesce(-sum(e.amount_cents) FILTER (WHERE u.kind = 'purchase'), 0)::bigint AS spent_cents,
           coalesce(-sum(e.amount_cents) FILTER (WHERE u.kind = 'fee'), 0)::bigint AS fee_cents,
           coalesce(-sum(e.amount_cents) FILTER (WHERE u.kind = 'devalue'), 0)::bigint AS devalued_cents,
           coalesce(sum(e.amount_cents) FILTER (WHERE u.kind NOT IN ('load', 'purchase', 'fee', 'devalue')), 0)::bigint AS other_cents
    FROM ledger_transaction t ${originalKind} ${cardEntries}
    WHERE ${inWindow} AND ${inCampaigns(query, sql`c.campaign_id`)}
    GROUP BY 1, 2`,
  keyOf: ({ campaign_id }) => String(campaign_id),
  add: (a, b) => addNumbers(a, b, ['loaded_cents', 'spent_cents', 'fee_cents', 'devalued_cents', 'other_cents']),
}

/** The total change of the balance. */
export const totalChange = (movements: MovementAmounts): number =>
  movements.loaded_cents -
  movements.spent_cents -
  movements.fee_cents -
  movements.devalued_cents +
  movements.other_cents
