// Authorisations that were neither settled nor released by the end of a day, oldest first.
import { type RawBuilder, sql } from 'kysely'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { cursorColumn } from '#server/operations/paging.ts'
import type { ReportQuery, ReportRow, ReportSource } from '../source.ts'
import { inCampaigns } from './campaigns.ts'
import { dayOf, endOf } from './days.ts'
import { positionAfter, positionToTime, type Position } from './ledger-windows.ts'

interface OpenRow {
  readonly id: number
  readonly cursor_us: number
  readonly authorised_at: Date
  readonly campaign: string
  readonly tracking_number: string
  readonly pan_masked: string
  readonly merchant_id: string
  readonly description: string
  readonly auth_number: string
  readonly amount_cents: number
  /** Days from the authorisation to the day of the report. */
  readonly age: number
}

/**
 * The time at which the authorisation was first given. If the held amount has changed since, the row has the time of
 * the change as authorised_at.
 */
const authorisedAt = sql`coalesce(h.first_authorised_at, h.authorised_at)`

export const unsettledTransactions: ReportSource = {
  async count(db, query) {
    const { rows } = await withIndexLookupsOnly(db, (trx) =>
      sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${openAtEnd(query)}`.execute(trx),
    )
    return rows[0]?.count ?? 0
  },
  async read(db, query, after, limit) {
    const position = after as Position | undefined
    const isAfterPositionSql = position
      ? sql`(${authorisedAt}, h.id) > (${positionToTime(position)}, ${position.id}::bigint)`
      : sql`true`
    const { rows } = await withIndexLookupsOnly(db, (trx) =>
      sql<OpenRow>`
        SELECT h.id, ${cursorColumn(authorisedAt)}, ${authorisedAt} AS authorised_at, p.name AS campaign, c.tracking_number, c.pan_masked,
               h.merchant_id, h.description, h.auth_number, h.amount_cents,
               ${query.end}::date - ${dayOf(authorisedAt, query)} AS age
        FROM ${openAtEnd(query)} AND ${isAfterPositionSql} ORDER BY ${authorisedAt}, h.id LIMIT ${limit}`.execute(trx),
    )
    return { rows: rows.map(toReportRow), next: positionAfter(rows, limit) }
  },
}

/**
 * The tables and the condition of the authorisations `h` that were open at the end of the day. The range '(]' excludes
 * the time of the authorisation and includes the time of the release. So an authorisation that was given exactly at the
 * end was not open. An authorisation that was released exactly at the end was open.
 */
const openAtEnd = (query: ReportQuery): RawBuilder<unknown> => sql`
  card_authorisation h
  CROSS JOIN LATERAL (
    SELECT owner_id, campaign_id, tracking_number, pan_masked FROM card WHERE id = h.card_id LIMIT 1
  ) c
  CROSS JOIN LATERAL (SELECT name FROM campaign WHERE id = c.campaign_id LIMIT 1) p
  WHERE tstzrange(h.authorised_at, h.released_at, '(]') @> ${endOf(query.end, query)}
    AND c.owner_id = ${query.ownerId} AND ${inCampaigns(query, sql`c.campaign_id`)}`

const toReportRow = (row: OpenRow): ReportRow => ({
  AUTHORISED: row.authorised_at,
  CAMPAIGN: row.campaign,
  TRACKINGNUMBER: row.tracking_number,
  CARDNUMBER: row.pan_masked,
  MERCHANTID: row.merchant_id,
  MERCHANT: row.description,
  AUTHNUMBER: row.auth_number,
  AMOUNT: row.amount_cents,
  AGE: row.age,
})
