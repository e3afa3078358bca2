// The chargeback report: every chargeback raised in a range of days, with its card, its purchase and its outcome. The
// portal saves its rows as files, so card numbers are masked and every call is recorded in the audit trail.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { MAX_REPORT_ROWS } from '#domain/reports/reports.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import {
  type ChargebackFieldName,
  chargebackFieldNames,
  chargebackFieldOf,
  chargebackFileName,
  chargebackList,
} from '#domain/reports/chargebacks.ts'
import { downloadToSubject } from '#server/audit/audit.ts'
import { type Db, type Handler, refuse } from '#server/operations/context.ts'
import { type DayRange, isWithinDaysSql } from '#server/operations/day-range.ts'
import { withIndexLookupsOnly } from '#server/ledger/rules.ts'
import { flagToApi, instantToApi, moneyToApi } from '#server/operations/to-api.ts'
import { storedToText } from '#server/stored-text.ts'
import { ALL_CAMPAIGNS, refuseDays, validateReportScope } from './report-query.ts'
import { inScope, type Scope } from '#server/operations/scope.ts'

/** The version of the columns. Increase the version when the columns change. */
const VERSION = '1'

export const chargebackReport: Handler<'chargebackReport'> = async (context, params) => {
  const { db, viewer, client } = context
  const days = { start: params.startDate as CalendarDate, end: params.endDate as CalendarDate }
  const { campaign = ALL_CAMPAIGNS } = params
  const requestedIds = campaign === ALL_CAMPAIGNS ? undefined : [Number(campaign)]
  const refused = refuseDays('chargeback', days.start, days.end)
  if (refused) return refused
  const scope = await validateReportScope(db, viewer, 'chargeback', requestedIds)
  if ('refusalCode' in scope) return scope
  const rows = await findChargebacks(db, scope, { ...days, timeZone: client.timeZone })
  if (rows.length > MAX_REPORT_ROWS)
    return refuse(codes.refusedParameters, () => m.reports_tooManyChargebacks({ maxReportRows: MAX_REPORT_ROWS }))
  // The screen makes its workbook from these rows, so the audit entry has the name of that file.
  const fileName = chargebackFileName('list', days).replace(/\.[a-z]+$/, '')
  const subject = downloadToSubject({ fileName, campaignIds: scope.campaignIds, rows: rows.length })
  context.setSubject(subject.subjectType, subject.subjectId)
  return {
    VERSION,
    COLUMNS: chargebackFieldNames.map((NAME) => ({ NAME, EXCELWIDTH: chargebackFieldOf(NAME).width })),
    SUMMARYCOLUMNS: [...chargebackList],
    HTMLCOLUMNS: [...chargebackFieldNames],
    DATA: rows.map((row) => {
      const values = toValues(row)
      return chargebackFieldNames.map((name) => values[name])
    }),
  }
}

interface ChargebackRow {
  readonly number: string
  readonly requested_at: Date
  readonly processed_at: Date | null
  readonly rejected_at: Date | null
  readonly reversed_at: Date | null
  readonly reason_code: string
  readonly description: string
  readonly notes: string
  readonly currency: string
  readonly amount_cents: number
  readonly usd_amount_cents: number
  readonly network_reference: string
  readonly claim_id: string
  readonly pos_entry_mode: string
  readonly second_presentment_at: Date | null
  readonly second_presentment_cents: number | null
  readonly second_presentment_usd_cents: number | null
  readonly second_presentment_reason: string | null
  readonly campaign_name: string
  readonly card_currency: string
  readonly pan_masked: string
  readonly tracking_number: string
  readonly name: string
  readonly customer_id: string
  readonly transaction_id: number
  readonly posted_at: Date
  readonly transaction_description: string
  readonly transaction_cents: number
  readonly transaction_usd_cents: number | null
}

/**
 * Finds the chargebacks that were raised on these days, newest first. Returns at most one more than a response can
 * have, so that the caller sees if there are too many.
 */
async function findChargebacks(db: Db, scope: Scope, days: DayRange): Promise<ChargebackRow[]> {
  const { rows } = await withIndexLookupsOnly(db, (trx) =>
    sql<ChargebackRow>`
      SELECT b.number, b.requested_at, b.processed_at, b.rejected_at, b.reversed_at, b.reason_code, b.description, b.notes, b.currency,
             b.amount_cents, b.usd_amount_cents, b.network_reference, b.claim_id, b.pos_entry_mode, b.second_presentment_at,
             b.second_presentment_cents, b.second_presentment_usd_cents, b.second_presentment_reason, b.transaction_usd_cents,
             p.name AS campaign_name, p.currency AS card_currency, c.pan_masked, c.tracking_number, c.name, c.customer_id,
             t.id AS transaction_id, t.posted_at, t.description AS transaction_description, -e.amount_cents AS transaction_cents
      FROM chargeback b
      JOIN card c ON c.id = b.card_id
      JOIN campaign p ON p.id = c.campaign_id
      JOIN ledger_transaction t ON t.id = b.transaction_id
      JOIN account a ON a.card_id = c.id
      JOIN ledger_entry e ON e.transaction_id = t.id AND e.account_id = a.id
      WHERE ${inScope(scope, 'c')} AND ${isWithinDaysSql(sql`b.requested_at`, days)}
      ORDER BY b.requested_at DESC, b.id DESC LIMIT ${MAX_REPORT_ROWS + 1}
    `.execute(trx),
  )
  return rows
}

type Value = string | number | null

const centsToApi = (amountCents: number | null): string | null =>
  amountCents === null ? null : moneyToApi(amountCents)

const toValues = (row: ChargebackRow): Readonly<Record<ChargebackFieldName, Value>> => ({
  CHARGEBACKDATE: instantToApi(row.requested_at),
  CHARGEBACKNUMBER: row.number,
  CAMPAIGNNAME: row.campaign_name,
  VOUCHERNUMBER: row.pan_masked,
  TRACKINGNUMBER: row.tracking_number,
  NAMEONCARD: row.name,
  WALLETREFERENCE: row.customer_id,
  TRANSACTIONID: String(row.transaction_id),
  ORIGINALTRANSACTIONDATE: instantToApi(row.posted_at),
  TRANSACTIONDESCRIPTION: storedToText(row.transaction_description),
  POSENTRYMODE: row.pos_entry_mode,
  TRANSACTIONCURRENCY: row.card_currency,
  TRANSACTIONAMOUNT: centsToApi(row.transaction_cents),
  TRANSACTIONAMOUNTUSD: centsToApi(row.transaction_usd_cents),
  CHARGEBACKPROCESSDATE: instantToApi(row.processed_at),
  CHARGEBACKREASONCODE: row.reason_code,
  CHARGEBACKDESCRIPTION: row.description,
  CHARGEBACKCURRENCY: row.currency,
  CHARGEBACKAMOUNT: centsToApi(row.amount_cents),
  CHARGEBACKAMOUNTUSD: centsToApi(row.usd_amount_cents),
  CHARGEBACKREJECTED: flagToApi(row.rejected_at),
  CHARGEBACKREVERSED: flagToApi(row.reversed_at),
  NETWORKREFERENCE: row.network_reference,
  NETWORKCLAIMID: row.claim_id,
  CHARGEBACKNOTES: row.notes,
  SECONDPRESENTMENTDATE: instantToApi(row.second_presentment_at),
  SECONDPRESENTMENTAMOUNT: centsToApi(row.second_presentment_cents),
  SECONDPRESENTMENTAMOUNTUSD: centsToApi(row.second_presentment_usd_cents),
  SECONDPRESENTMENTREASONCODE: row.second_presentment_reason,
})
