// The number and balance of the campaigns' cards at the start of a report, and the number of cards issued on each day
// of the report.
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import type { Db } from '#server/operations/context.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import type { ReportQuery } from '../source.ts'
import { balanceBefore } from './balances.ts'
import { type CardPosition, type CardWindow, cardWindows } from './card-windows.ts'
import { dayOf, endOf, startOf } from './days.ts'

/** The totals of one campaign. They are JSON values, because they are part of a report's position. */
export interface CampaignTotals {
  readonly cards: number
  /** The balance of all cards in minor units. */
  readonly cents: number
  /** The number of cards issued on each day. Days without issued cards are left out. */
  readonly issued: Readonly<Record<CalendarDate, number>>
}

/** The totals by campaign id. */
export type Totals = Readonly<Record<number, CampaignTotals>>

export interface PartialTotals {
  readonly totals: Totals
  /** The last counted card. Undefined when all cards are counted. */
  readonly after: CardPosition | undefined
}

export const NO_CARDS: CampaignTotals = { cards: 0, cents: 0, issued: {} }
/** The number of windows of cards that one call counts. */
const WINDOWS_PER_READ = 40

/** Continues counting from `from`. Call it again with the result until the result has no `after`. */
export async function continueTotals(db: Db, query: ReportQuery, from?: PartialTotals): Promise<PartialTotals> {
  const totals: Record<number, CampaignTotals> = { ...from?.totals }
  let windowCount = 0
  for await (const window of cardWindows(db, query, { from: from?.after })) {
    const { id } = window.campaign
    totals[id] = addRows(totals[id] ?? NO_CARDS, await readTotals(db, query, window))
    windowCount += 1
    if (windowCount === WINDOWS_PER_READ) return { totals, after: { campaign: id, card: window.upTo } }
  }
  return { totals, after: undefined }
}

interface TotalsRow {
  readonly day: CalendarDate | null
  readonly cards: number
  readonly cents: number
}

/**
 * One row for each day, with the cards that were issued on the day. The row without a day has the cards that were
 * issued before the report's first day.
 */
async function readTotals(
  db: Db,
  query: ReportQuery,
  { campaign, after, upTo }: CardWindow,
): Promise<readonly TotalsRow[]> {
  const start = startOf(query.start, query)
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<TotalsRow>`
      SELECT CASE WHEN c.issued_at >= ${start} THEN ${dayOf(sql`c.issued_at`, query)} END AS day, count(*)::integer AS cards,
             coalesce(sum(balance.cents), 0)::bigint AS cents
      FROM card c
      CROSS JOIN LATERAL (SELECT id FROM account WHERE card_id = c.id LIMIT 1) a
      CROSS JOIN ${balanceBefore(sql`a.id`, start, query)} balance
      WHERE c.campaign_id = ${campaign.id} AND c.id > ${after} AND c.id <= ${upTo} AND c.issued_at < ${endOf(query.end, query)}
      GROUP BY 1`.execute(trx),
  )
  return rows
}

function addRows(totals: CampaignTotals, rows: readonly TotalsRow[]): CampaignTotals {
  let { cards, cents } = totals
  const issued: Record<CalendarDate, number> = { ...totals.issued }
  for (const row of rows) {
    cents += row.cents
    if (row.day === null) cards += row.cards
    else issued[row.day] = (issued[row.day] ?? 0) + row.cards
  }
  return { cards, cents, issued }
}
