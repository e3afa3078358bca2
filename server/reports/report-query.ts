// Checks the campaigns and days of a report request, and makes the query for its source.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { daysBetween } from '#domain/dates.ts'
import { type ReportId, reportOf } from '#domain/reports/reports.ts'
import { type Db, type Services, refuse, type Refusal } from '#server/operations/context.ts'
import { findFinalTransactionId } from '#server/ledger/settled-to.ts'
import { rangeLimitOf } from './range-limits.ts'
import type { ReportQuery } from './source.ts'
import { campaignsInScope, type Scope } from '#server/operations/scope.ts'

/**
 * The response for an unknown campaign and for another owner's campaign. So no one learns of other owners' campaigns.
 */
const noSuchCampaign = () => refuse(codes.notFound, m.common_thereIsNoSuchCampaign)

const wholeProgrammeRefusal = () => refuse(codes.notAuthorized, m.reports_allCampaignsRefused)

/** The campaign parameter that means all campaigns. */
export const ALL_CAMPAIGNS = '0'

export const noSuchReport = () => refuse(codes.notFound, m.reports_reportNotFound)

export type ScopeAndDays = Pick<ReportQuery, 'ownerId' | 'campaignIds' | 'start' | 'end'>

/** Adds the current time and the newest transaction to a scope that `validateReportScope` has returned. */
export async function toReportQuery(
  { db, now, client }: Pick<Services, 'db' | 'now' | 'client'>,
  scope: ScopeAndDays,
): Promise<ReportQuery> {
  const lastTransactionId = await findFinalTransactionId(db)
  return { ...scope, timeZone: client.timeZone, asOf: new Date(now()), lastTransactionId }
}

/**
 * The campaigns that a report covers for this viewer: the requested campaigns. If `requestedIds` is undefined, all
 * campaigns that the viewer can see. Refuses campaigns that the viewer cannot see. Also refuses a report of the whole
 * programme if the viewer is limited to campaigns.
 */
export async function validateReportScope(
  db: Db,
  { ownerId, campaignIds }: Scope,
  report: ReportId,
  requestedIds: readonly number[] | undefined,
): Promise<Scope | Refusal> {
  if (campaignIds !== undefined && reportOf(report).coversProgramme) return wholeProgrammeRefusal()
  if (requestedIds === undefined) return { ownerId, campaignIds }
  const ids = [...new Set(requestedIds)]
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM campaign p
    WHERE ${campaignsInScope({ ownerId, campaignIds }, 'p')} AND p.id = ANY(${ids}::bigint[])
  `.execute(db)
  return rows[0]?.count === ids.length ? { ownerId, campaignIds: ids } : noSuchCampaign()
}

/**
 * Refuses the choice of a campaign if the report always covers all campaigns. `path` is the name of the parameter.
 */
export function refuseCampaignChoice(report: ReportId, campaign: string, path: string): Refusal | undefined {
  if (campaign === ALL_CAMPAIGNS || reportOf(report).campaigns !== 'none') return undefined
  const errors = [{ path, message: m.reports_campaignNotAccepted() }]
  return refuse(codes.refusedParameters, m.dates_valuesNotValid, { errors })
}

/** Refuses an end before the start, and a range longer than the report allows. */
export function refuseDays(report: ReportId, start: CalendarDate, end: CalendarDate): Refusal | undefined {
  const days = daysBetween(start, end)
  if (days < 0) return refuse(codes.spanReversed, m.common_startAfterEnd)
  const limit = rangeLimitOf(report)
  if (limit === undefined || days <= limit) return undefined
  return refuse(codes.spanTooLong, () => m.reports_spanTooLong({ limit }))
}
