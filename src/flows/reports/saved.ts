// Saves and deletes saved reports, and discards prepared files. Each is sent as a pending change. Also converts a saved
// report to a request or an address.
import { m } from '#words/messages.js'
import type { Params, Result } from '#contract/operations.ts'
import { relativePeriods } from '#domain/reports/periods.ts'
import { type ReportId, reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { sendChange, type SendResult } from '#flows/pending-changes/send.ts'
import { prepareReport } from './files.ts'

export type SavedReport = Result<'savedReports'>['savedReports'][number]
export type ReportFile = Result<'reportFiles'>['reportFiles'][number]
export type ReportToSave = Omit<Params<'saveReport'>, 'requestId'>

const link = { to: '/reports' }

/** The report with this name in the API. Undefined if this version does not know it. */
export const apiNameToReportId = (apiName: string): ReportId | undefined =>
  reportIds.find((id) => reportOf(id).apiName === apiName)

export const saveReport = (ownerUser: string, request: ReportToSave): Promise<SendResult> =>
  sendChange(ownerUser, {
    kind: 'saveReport',
    params: request,
    // A new report has no id. Two new reports with the same name are the same change.
    subject: request.id ?? request.name.trim().toLowerCase(),
    done: m.reports_reportWasSaved({ name: request.name }),
    success: m.reports_reportIsSaved(),
    successSubject: request.name,
    link,
  })

export const deleteSavedReport = (ownerUser: string, { id, name }: SavedReport): Promise<SendResult> =>
  sendChange(ownerUser, {
    kind: 'deleteSavedReport',
    params: { id },
    subject: id,
    done: m.reports_savedReportWasDeleted({ name }),
    success: m.reports_savedReportIsDeleted(),
    successSubject: name,
    link,
  })

export const discardReportFile = (ownerUser: string, { id, fileName }: ReportFile): Promise<SendResult> =>
  sendChange(ownerUser, {
    kind: 'discardReportFile',
    params: { id },
    subject: id,
    done: m.reports_fileWasDiscarded({ fileName }),
    success: m.reports_fileIsDiscarded(),
    successSubject: fileName,
    link,
  })

/** What the API uses instead of the id of a campaign. */
const ALL_CAMPAIGNS = '0'

/**
 * The days and the campaign that a saved report covers if it is run today. `campaign` is undefined for all campaigns.
 */
export function savedToRequest({ period, campaign }: SavedReport, today: CalendarDate) {
  return { ...relativePeriods[period].days(today), campaign: campaign === ALL_CAMPAIGNS ? undefined : campaign }
}

/** Makes the file of a saved report now instead of at its scheduled time. */
export function runSavedReport(saved: SavedReport, today: CalendarDate): void {
  const id = apiNameToReportId(saved.reportName)
  if (id) void prepareReport(id, savedToRequest(saved, today), saved.format)
}

/** The address of the report's page with the same parameters. Undefined if this version does not know the report. */
export function savedToAddress(saved: SavedReport, today: CalendarDate): string | undefined {
  const id = apiNameToReportId(saved.reportName)
  if (!id) return undefined
  const { start, end, campaign } = savedToRequest(saved, today)
  const periodParams = reportOf(id).period === 'range' ? { from: start, to: end } : { date: start }
  const query = new URLSearchParams(periodParams)
  if (campaign !== undefined) query.set('campaign', campaign)
  // With this parameter the page runs the report immediately, unless another parameter is missing.
  query.set('asked', '1')
  return `${reportPath(id)}?${query}`
}
