// Reports over a range of days: the response for the screen, and the maximum number of days.
import type { CalendarDate } from '#domain/calendar.ts'
import { apiToReport, reportIds, reportOf } from '#domain/reports/reports.ts'
import type { Handler } from '#server/operations/context.ts'
import {
  ALL_CAMPAIGNS,
  noSuchReport,
  refuseCampaignChoice,
  refuseDays,
  toReportQuery,
  validateReportScope,
} from './report-query.ts'
import { rangeLimitOf } from './range-limits.ts'
import { readForScreen } from './read-for-screen.ts'
import { sourceOf } from './sources.ts'

export const getDateRangeReport: Handler<'getDateRangeReport'> = async (context, { reportName, reportArguments }) => {
  const report = apiToReport(reportName, 'getDateRangeReport')
  const source = report && sourceOf(report)
  if (!source) return noSuchReport()
  const { startDate, endDate, campaign = ALL_CAMPAIGNS } = reportArguments
  const start = startDate as CalendarDate
  const end = endDate as CalendarDate
  const refused = refuseDays(report, start, end) ?? refuseCampaignChoice(report, campaign, 'reportArguments.campaign')
  if (refused) return refused
  const campaignIds = campaign === ALL_CAMPAIGNS ? undefined : [Number(campaign)]
  const scope = await validateReportScope(context.db, context.viewer, report, campaignIds)
  if ('refusalCode' in scope) return scope
  const query = await toReportQuery(context, { ...scope, start, end })
  return readForScreen(context, { report, source, query, requestedCampaignIds: campaignIds })
}

export const getDateRangeLimit: Handler<'getDateRangeLimit'> = (_context, { reportName }) => {
  const report = reportIds.find((id) => reportOf(id).apiName === reportName)
  const days = report && rangeLimitOf(report)
  return Promise.resolve(days === undefined ? noSuchReport() : { resultText: String(days) })
}
