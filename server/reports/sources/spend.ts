// Sums of purchases and of their reversals, by day and campaign.
import { sql } from 'kysely'
import type { ReportSource } from '../source.ts'
import { inCampaigns } from './campaigns.ts'
import { addNumbers, type DayGroup, dayReport } from './day-sums.ts'
import { dayOf } from './days.ts'
import { cardEntries, originalKind } from './ledger-lines.ts'

interface Spend extends DayGroup {
  readonly campaign_id: number
  readonly count: number
  readonly spent_cents: number
  readonly reversed_cents: number
}

export const spendSummary: ReportSource = dayReport<Spend>(
  {
    select: (query, { inWindow }) => sql<Spend>`
      SELECT ${dayOf(sql`t.posted_at`, query)} AS day, c.campaign_id, count(*) FILTER (WHERE t.kind = 'purchase')::integer AS count,
             coalesce(-sum(e.amount_cents) FILTER (WHERE t.kind = 'purchase'), 0)::bigint AS spent_cents,
             coalesce(sum(e.amount_cents) FILTER (WHERE t.kind = 'reversal'), 0)::bigint AS reversed_cents
      FROM ledger_transaction t ${originalKind} ${cardEntries}
      WHERE ${inWindow} AND u.kind = 'purchase' AND ${inCampaigns(query, sql`c.campaign_id`)}
      GROUP BY 1, 2`,
    keyOf: ({ campaign_id }) => String(campaign_id),
    add: (a, b) => addNumbers(a, b, ['count', 'spent_cents', 'reversed_cents']),
  },
  (spend) => ({
    PURCHASES: spend.count,
    SPENT: spend.spent_cents,
    REVERSED: spend.reversed_cents,
    NET: spend.spent_cents - spend.reversed_cents,
  }),
)
