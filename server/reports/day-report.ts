// Reports of a single day: the response for the screen, or the address of the day's csv.
import type { CalendarDate } from '#domain/calendar.ts'
import { apiToReport } from '#domain/reports/reports.ts'
import type { Handler } from '#server/operations/context.ts'
import { noSuchReport, validateReportScope, toReportQuery } from './report-query.ts'
import { readForScreen, reportAddress } from './read-for-screen.ts'
import { sourceOf } from './sources.ts'

export const loadReport: Handler<'loadReport'> = async (context, { type, campaignIds: ids, date }) => {
  const report = apiToReport(type, 'loadReport')
  const source = report && sourceOf(report)
  if (!source) return noSuchReport()
  // An empty list means all campaigns.
  const campaignIds = ids.length === 0 ? undefined : [...new Set(ids.map(Number))]
  const scope = await validateReportScope(context.db, context.viewer, report, campaignIds)
  if ('refusalCode' in scope) return scope
  const day = date as CalendarDate
  const query = await toReportQuery(context, { ...scope, start: day, end: day })
  return readForScreen(context, { report, source, query, requestedCampaignIds: campaignIds })
}

/** Returns only the address, because the file is written when it is downloaded. */
export const GetReport: Handler<'GetReport'> = async ({ db, viewer }, { name, campaignID, reportDate }) => {
  const report = apiToReport(name, 'GetReport')
  if (!report) return noSuchReport()
  const campaignIds = [Number(campaignID)]
  const scope = await validateReportScope(db, viewer, report, campaignIds)
  if ('refusalCode' in scope) return scope
  const day = reportDate as CalendarDate
  return { reportURL: reportAddress(report, { campaignIds, start: day, end: day }, 'csv') }
}
