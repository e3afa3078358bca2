// Three reports of settled purchases: each purchase of a day, the sums of a day by merchant, and purchases without an
// authorisation.
import { sql } from 'kysely'
import { storedToText } from '#server/stored-text.ts'
import type { ReportRow, ReportSource } from '../source.ts'
import { inCampaigns } from './campaigns.ts'
import { addNumbers, type DayGroup, dayReport } from './day-sums.ts'
import { dayOf } from './days.ts'
import { cardEntries, type Line, ledgerLines, lineToCard } from './ledger-lines.ts'

interface PurchaseLine extends Line {
  readonly merchant_id: string
  readonly description: string
  readonly auth_number: string
}

const purchaseLines = {
  kinds: ['purchase'],
  columns: () => sql`, t.merchant_id, t.description, t.auth_number`,
} as const

const lineToPurchase = (line: PurchaseLine): ReportRow => ({
  POSTED: line.posted_at,
  ...lineToCard(line),
  MERCHANTID: line.merchant_id,
  MERCHANT: storedToText(line.description),
  AUTHNUMBER: line.auth_number,
  AMOUNT: -line.amount_cents,
})

export const dailySettlementDetail: ReportSource = ledgerLines<PurchaseLine>({
  ...purchaseLines,
  toRow: lineToPurchase,
})

/** Purchases whose card had no authorisation with the purchase's number when the purchase was settled. */
export const settlementsWithoutAuthorisations: ReportSource = ledgerLines<PurchaseLine>({
  ...purchaseLines,
  where: sql`NOT EXISTS (
    SELECT FROM card_authorisation h
    WHERE h.card_id = t.card_id AND h.auth_number = t.auth_number AND h.authorised_at <= t.posted_at
  )`,
  toRow: lineToPurchase,
})

interface SettledPurchases extends DayGroup {
  readonly campaign_id: number
  readonly merchant_id: string
  readonly merchant: string
  readonly count: number
  readonly amount_cents: number
}

/** The purchases of a day, summed by campaign and merchant. Ordered by campaign and merchant number. */
export const dailySettlementSummary: ReportSource = dayReport<SettledPurchases>(
  {
    select: (query, { inWindow }) => sql<SettledPurchases>`
      SELECT ${dayOf(sql`t.posted_at`, query)} AS day, c.campaign_id, t.merchant_id, t.description AS merchant,
             count(*)::integer AS count, -sum(e.amount_cents)::bigint AS amount_cents
      FROM ledger_transaction t ${cardEntries}
      WHERE ${inWindow} AND t.kind = 'purchase' AND ${inCampaigns(query, sql`c.campaign_id`)}
      GROUP BY 1, 2, 3, 4`,
    keyOf: ({ campaign_id, merchant_id, merchant }) => JSON.stringify([campaign_id, merchant_id, merchant]),
    add: (a, b) => addNumbers(a, b, ['count', 'amount_cents']),
  },
  (purchases) => ({
    MERCHANTID: purchases.merchant_id,
    MERCHANT: storedToText(purchases.merchant),
    PURCHASES: purchases.count,
    AMOUNT: purchases.amount_cents,
  }),
)
