// The handlers for report files. A report file is made before it is downloaded: automatically for all readers, on a
// user's request, or for a saved report.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { monthToDays } from '#domain/reports/periods.ts'
import { apiToReport, type ReportId, reportIds, reportOf } from '#domain/reports/reports.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { ALL_CAMPAIGNS, noSuchReport, refuseCampaignChoice, refuseDays, validateReportScope } from '../report-query.ts'
import { isWithin } from '#server/operations/scope.ts'
import { fileToAddress, requestFile, hasBackgroundFormat, reasonToText, findAutomaticFile } from './report-files.ts'

/** Maximum number of a user's files that wait to be made. */
const MAX_WAITING = 5
const MAX_LISTED = 100

export const getDailyReport: Handler<'getDailyReport'> = async (context, { name, reportDate }) => {
  const report = apiToReport(name, 'getDailyReport')
  if (!report) return noSuchReport()
  return findAutomaticAddress(context, report, reportDate as CalendarDate)
}

export const getMonthlyReport: Handler<'getMonthlyReport'> = async (context, { reportName, reportArguments }) => {
  const report = apiToReport(reportName, 'getMonthlyReport')
  const { reportMonth, campaign = ALL_CAMPAIGNS } = reportArguments
  const days = monthToDays(reportMonth)
  if (!report || !days) return noSuchReport()
  const refused = refuseCampaignChoice(report, campaign, 'reportArguments.campaign')
  if (refused) return refused
  return findAutomaticAddress(context, report, days.start)
}

/** The response with the address of the automatic file whose first day is `start`. */
async function findAutomaticAddress({ db, viewer }: SessionContext, report: ReportId, start: CalendarDate) {
  const file = await findAutomaticFile(db, viewer.ownerId, report, start)
  return { notFound: file === undefined, reportURL: file ? fileToAddress(file) : '' }
}

export const makeReportFile: Handler<'makeReportFile'> = async (context, params) => {
  const { db, viewer, jobs } = context
  const reportId = reportIds.find((id) => reportOf(id).apiName === params.reportName)
  const days = { start: params.startDate as CalendarDate, end: params.endDate as CalendarDate }
  const fileSettings = await validateFile(context, reportId, params)
  if ('refusalCode' in fileSettings) return fileSettings
  const { report, format, campaignId } = fileSettings
  const refused = refuseDays(report, days.start, days.end)
  if (refused) return refused
  const waitingFiles = await db
    .selectFrom('report_file')
    .select('id')
    .where('user_id', '=', viewer.userId)
    .where('state', '=', 'waiting')
    .execute()
  if (waitingFiles.length >= MAX_WAITING)
    return refuse(codes.refusedState, () => m.reports_tooManyFilesWaiting({ maxWaiting: MAX_WAITING }))
  const file = { ownerId: viewer.ownerId, userId: viewer.userId, report, days, format, campaignId, savedName: '' }
  const id = await requestFile(context, db, file)
  if (id === undefined) throw new Error('a file for a user exists already')
  context.setSubject('report', reportOf(report).title)
  const viewersCampaigns = viewer.campaignIds ?? 'all'
  context.recordValues({
    days: `${days.start} – ${days.end}`,
    fileFormat: format,
    campaigns: campaignId === undefined ? viewersCampaigns : [campaignId],
  })
  context.afterCommit(() => jobs.wake())
  return { id: String(id) }
}

interface FileSettings {
  readonly report: ReportId
  readonly format: 'csv' | 'xlsx'
  /** Undefined for all campaigns. */
  readonly campaignId: number | undefined
}

/** Checks that a file of this report can be made in this format, for this campaign. Also used for saved reports. */
export async function validateFile(
  { db, viewer }: SessionContext,
  report: ReportId | undefined,
  { format, campaign = ALL_CAMPAIGNS }: { readonly format: string; readonly campaign?: string | undefined },
): Promise<FileSettings | Refusal> {
  if (report === undefined || !hasBackgroundFormat(report, format)) return noSuchReport()
  const { campaigns, call, source } = reportOf(report)
  const hasFilesOnRequest = source === 'query' && call !== 'chargebackReport'
  if (!hasFilesOnRequest) return noSuchReport()
  const campaignId = campaign === ALL_CAMPAIGNS ? undefined : Number(campaign)
  if (campaigns === 'one' && campaignId === undefined)
    return refuse(codes.refusedParameters, m.reports_campaignAndDateAreRequired)
  const choiceRefusal = refuseCampaignChoice(report, campaign, 'campaign')
  if (choiceRefusal) return choiceRefusal
  const requestedIds = campaignId === undefined ? undefined : [campaignId]
  const scope = await validateReportScope(db, viewer, report, requestedIds)
  return 'refusalCode' in scope ? scope : { report, format, campaignId }
}

export const reportFiles: Handler<'reportFiles'> = async ({ db, viewer }) => {
  const files = await db
    .selectFrom('report_file')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return {
    reportFiles: files
      .filter((file) => isWithin(file.campaign_ids ?? undefined, viewer.campaignIds))
      .map((file) => ({
        id: String(file.id),
        reportName: reportOf(file.report).apiName,
        savedName: file.saved_name,
        fileName: file.file_name,
        state: file.state,
        askedAt: file.asked_at.toISOString(),
        madeAt: file.made_at?.toISOString() ?? null,
        rows: file.row_count,
        total: file.total,
        bytes: file.bytes,
        resultText: reasonToText(file.result_text),
        keptUntil: file.kept_until?.toISOString() ?? null,
        reportURL: file.state === 'made' ? fileToAddress(file) : '',
      })),
  }
}

export const discardReportFile: Handler<'discardReportFile'> = async (context, { id }) => {
  const { db, viewer } = context
  const deletedFile = await db
    .deleteFrom('report_file')
    .where('id', '=', Number(id))
    .where('user_id', '=', viewer.userId)
    .returning(['report', 'file_name', 'row_count'])
    .executeTakeFirst()
  if (!deletedFile) return refuse(codes.notFound, m.reports_thereIsNoSuchFile)
  context.setSubject('report', reportOf(deletedFile.report).title)
  context.recordValues({ fileName: deletedFile.file_name, rows: deletedFile.row_count })
  return {}
}
