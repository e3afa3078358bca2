// The monthly figures for auditors, by campaign: cards, loads, purchases, reversals, and the balance at the end.
import { sql } from 'kysely'
import type { Db } from '#server/operations/context.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { findReportCampaigns, inCampaigns } from './campaigns.ts'
import { addNumbers, type DayGroup, type DayGrouping, readDaySums } from './day-sums.ts'
import { dayOf } from './days.ts'
import { cardEntries } from './ledger-lines.ts'
import { continueTotals, type PartialTotals, type Totals } from './totals.ts'

/** The position while the cards are counted. This can take several reads. */
interface CountingPosition {
  readonly counting: PartialTotals
}

/** The position while the rows are returned. */
interface RowPosition {
  readonly totals: Totals
  /** The number of rows that were returned. */
  readonly returnedRows: number
}

export const monthlyCompliance: ReportSource = {
  count: async (db, query) => (await findReportCampaigns(db, query)).length,
  async read(db, query, after, limit) {
    const position = after as CountingPosition | RowPosition | undefined
    if (position && 'returnedRows' in position) return readRows(db, query, position, limit)
    const counting = await continueTotals(db, query, position?.counting)
    if (counting.after) return { rows: [], next: { counting } satisfies CountingPosition }
    return readRows(db, query, { returnedRows: 0, totals: counting.totals }, limit)
  },
}

interface CampaignSums extends DayGroup {
  readonly campaign_id: number
  readonly topups: number
  readonly loaded_cents: number
  readonly purchases: number
  readonly spent_cents: number
  readonly reversed_cents: number
  readonly change_cents: number
}

/** The columns that are added up. */
const SUMMED_COLUMNS = ['topups', 'loaded_cents', 'purchases', 'spent_cents', 'reversed_cents', 'change_cents'] as const

const campaignGrouping: DayGrouping<CampaignSums> = {
  select: (query, { inWindow }) => sql<CampaignSums>`
    SELECT ${dayOf(sql`t.posted_at`, query)} AS day, c.campaign_id,
           count(*) FILTER (WHERE t.kind = 'load')::integer AS topups,
           coalesce(sum(e.amount_cents) FILTER (WHERE t.kind = 'load'), 0)::bigint AS loaded_cents,
           count(*) FILTER (WHERE t.kind = 'purchase')::integer AS purchases,
           coalesce(-sum(e.amount_cents) FILTER (WHERE t.kind = 'purchase'), 0)::bigint AS spent_cents,
           coalesce(sum(e.amount_cents) FILTER (WHERE t.kind = 'reversal'), 0)::bigint AS reversed_cents,
           sum(e.amount_cents)::bigint AS change_cents
    FROM ledger_transaction t ${cardEntries}
    WHERE ${inWindow} AND ${inCampaigns(query, sql`c.campaign_id`)}
    GROUP BY 1, 2`,
  keyOf: ({ campaign_id }) => String(campaign_id),
  add: (a, b) => addNumbers(a, b, SUMMED_COLUMNS),
}

async function readRows(db: Db, query: ReportQuery, { returnedRows, totals }: RowPosition, limit: number) {
  const campaigns = await findReportCampaigns(db, query)
  const sumsByCampaign = new Map<number, CampaignSums>()
  for await (const { groups } of readDaySums(db, query, campaignGrouping)) {
    for (const group of groups) {
      const existing = sumsByCampaign.get(group.campaign_id)
      sumsByCampaign.set(group.campaign_id, existing ? addNumbers(existing, group, SUMMED_COLUMNS) : group)
    }
  }
  const rows = campaigns.slice(returnedRows, returnedRows + limit).map(({ id, name }): ReportRow => {
    const { cards = 0, cents = 0, issued = {} } = totals[id] ?? {}
    const newCards = Object.values(issued).reduce((sum, count) => sum + count, 0)
    const sum = sumsByCampaign.get(id)
    return {
      CAMPAIGN: name,
      CARDS: cards + newCards,
      ISSUED: newCards,
      TOPUPS: sum?.topups ?? 0,
      LOADED: sum?.loaded_cents ?? 0,
      PURCHASES: sum?.purchases ?? 0,
      SPENT: sum?.spent_cents ?? 0,
      REVERSED: sum?.reversed_cents ?? 0,
      BALANCE: cents + (sum?.change_cents ?? 0),
    }
  })
  const end = returnedRows + limit
  const next: RowPosition | undefined = end < campaigns.length ? { returnedRows: end, totals } : undefined
  return { rows, next }
}
