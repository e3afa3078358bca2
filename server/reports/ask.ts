// From what somebody wants to what a report is asked for: campaigns that there are, days that it may span, and up to where the ledger
// is read.
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { MALFORMED_TEXT } from '#domain/answers.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { daysBetween } from '#domain/dates.ts'
import { REPORT_NOT_FOUND } from '#domain/reports/files.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { type Db, type Host, refuse, type Refusal } from '#server/context.ts'
import { settledTo } from '#server/ledger/settled-to.ts'
import * as say from '#words/server/reports.ts'
import { rangeLimitOf } from './range-limits.ts'
import type { ReportAsk } from './source.ts'

/** Of another owner or of nobody, in the same words (threats T03). */
export const NO_SUCH_CAMPAIGN = refuse(codes.notFound, say.thereIsNoSuchCampaign)

/** batches §8: of a name that is no report's. */
export const NO_SUCH_REPORT = refuse(codes.notFound, REPORT_NOT_FOUND)

export type Wanted = Pick<ReportAsk, 'ownerId' | 'campaignIds' | 'start' | 'end'>

/** What the report is asked for, as of now. The campaigns must be the owner's: `refuseCampaigns`. */
export async function toAsk(
  { db, now, client }: Pick<Host, 'db' | 'now' | 'client'>,
  wanted: Wanted,
): Promise<ReportAsk> {
  const upTo = await settledTo(db)
  return { ...wanted, timeZone: client.timeZone, asOf: new Date(now()), upTo }
}

/** Where one of the campaigns is not the owner's. */
export async function refuseCampaigns(
  db: Db,
  ownerId: number,
  ids: readonly number[] | undefined,
): Promise<Refusal | undefined> {
  if (ids === undefined) return undefined
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM campaign WHERE owner_id = ${ownerId} AND id = ANY(${wanted}::bigint[])
  `.execute(db)
  return rows[0]?.count === wanted.length ? undefined : NO_SUCH_CAMPAIGN
}

/** A campaign ('0' is all of them) named to a report that always covers all campaigns; `path` is its parameter. */
export function refuseCampaignChoice(report: ReportId, campaign: string, path: string): Refusal | undefined {
  if (campaign === '0' || reportOf(report).campaigns !== 'none') return undefined
  const errors = [{ path, message: say.thisReportIsOfAllCampaigns }]
  return refuse(codes.refusedParameters, MALFORMED_TEXT, { errors })
}

/** Where the end comes before the start, or the report may not span as many days (batches §5, contract "Result codes"). */
export function refuseDays(report: ReportId, start: CalendarDate, end: CalendarDate): Refusal | undefined {
  const days = daysBetween(start, end)
  if (days < 0) return refuse(codes.spanReversed, say.spanReversed)
  const limit = rangeLimitOf(report)
  if (limit === undefined || days <= limit) return undefined
  return refuse(codes.spanTooLong, say.spanTooLong(limit))
}
