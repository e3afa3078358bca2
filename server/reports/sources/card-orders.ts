// The card orders of the report's days: the ordered cards and amounts, the current state of each order, and the amounts
// that were loaded and charged.
import { type RawBuilder, sql } from 'kysely'
import { orderTypeLabels } from '#domain/order/status.ts'
import { orderStateLabels } from '#domain/order/states.ts'
import { type OrderStateRow, orderToState, totalFee } from '#server/db/order-states.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { toFullName } from '#server/mail/recipients.ts'
import { cursorColumn } from '#server/operations/paging.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { inCampaigns } from './campaigns.ts'
import { endOf, startOf } from './days.ts'
import { positionAfter, positionToTime, type Position } from './ledger-windows.ts'

interface OrderRow extends OrderStateRow {
  readonly id: number
  readonly cursor_us: number
  readonly ordered_at: Date
  readonly campaign: string
  readonly quotation_number: string
  readonly amount_cents: number
  readonly fee_cents: number
  readonly issue_fee_cents: number
  readonly issued_amount_cents: number
  readonly issued_fee_cents: number
  readonly firstname: string
  readonly lastname: string
}

export const cardOrders: ReportSource = {
  async count(db, query) {
    const { rows } = await withIndexLookupsOnly(db, (trx) =>
      sql<{ count: number }>`SELECT count(*)::integer AS count FROM card_order o WHERE ${orderedIn(query)}`.execute(
        trx,
      ),
    )
    return rows[0]?.count ?? 0
  },
  async read(db, query, after, limit) {
    const position = after as Position | undefined
    const isAfterPositionSql = position
      ? sql`(o.ordered_at, o.id) > (${positionToTime(position)}, ${position.id}::bigint)`
      : sql`true`
    // LATERAL with LIMIT, because `withIndexLookupsOnly` needs this form of a join.
    const { rows } = await withIndexLookupsOnly(db, (trx) =>
      sql<OrderRow>`
        SELECT o.id, ${cursorColumn(sql`o.ordered_at`)}, o.ordered_at, o.kind, o.approval_terms, p.name AS campaign, o.quotation_number, o.row_count,
               o.issued_count, o.failed_count, o.amount_cents, o.fee_cents, o.issue_fee_cents, o.issued_amount_cents,
               o.issued_fee_cents, o.approved_at, o.rejected_at, o.cancelled_at, o.final_at, o.fetched_at, u.firstname, u.lastname
        FROM card_order o
        CROSS JOIN LATERAL (SELECT name FROM campaign WHERE id = o.campaign_id LIMIT 1) p
        CROSS JOIN LATERAL (SELECT firstname, lastname FROM user_account WHERE id = o.ordered_by LIMIT 1) u
        WHERE ${orderedIn(query)} AND ${isAfterPositionSql} ORDER BY o.ordered_at, o.id LIMIT ${limit}`.execute(trx),
    )
    return { rows: rows.map((row) => toReportRow(row, query)), next: positionAfter(rows, limit) }
  },
}

/** SQL that is true for the orders `o` that were placed on the query's days. */
const orderedIn = (query: ReportQuery): RawBuilder<unknown> => sql`
  o.owner_id = ${query.ownerId} AND o.ordered_at >= ${startOf(query.start, query)} AND o.ordered_at < ${endOf(query.end, query)}
  AND ${inCampaigns(query, sql`o.campaign_id`)}`

const toReportRow = (row: OrderRow, { asOf }: ReportQuery): ReportRow => ({
  ORDERED: row.ordered_at,
  ORDER: String(row.id),
  KIND: orderTypeLabels[row.kind],
  CAMPAIGN: row.campaign,
  QUOTATION: row.quotation_number,
  STATUS: orderStateLabels[orderToState(row, asOf.getTime())],
  CARDS: row.row_count,
  ISSUED: row.issued_count,
  AMOUNT: row.amount_cents,
  LOADED: row.issued_amount_cents,
  FEES: totalFee(row),
  CHARGED: row.issued_fee_cents,
  ORDEREDBY: toFullName(row.firstname, row.lastname),
})
