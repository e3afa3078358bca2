// Saved reports and made files, as changes that are kept until their answer has come.
import type { Params, Result } from '#contract/operations.ts'
import { relativePeriods } from '#domain/reports/periods.ts'
import { type ReportId, reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import type { CalendarDate } from '#domain/calendar.ts'
import { carryOut, type Ending } from '#flows/unanswered/send.ts'
import * as say from '#words/flows/reports.ts'
import { prepareReport } from './files.ts'

export type SavedReport = Result<'savedReports'>['savedReports'][number]
export type MadeFile = Result<'reportFiles'>['reportFiles'][number]
export type ReportToSave = Omit<Params<'saveReport'>, 'requestId'>

const place = { to: '/reports' }

/** The report that the host names so; undefined for one that this version does not know. */
export const apiToId = (api: string): ReportId | undefined => reportIds.find((id) => reportOf(id).api === api)

export const saveReport = (ownerUser: string, wanted: ReportToSave): Promise<Ending> =>
  carryOut(ownerUser, {
    kind: 'saveReport',
    params: wanted,
    thing: wanted.id ?? wanted.name.trim().toLowerCase(),
    done: say.reportWasSaved(wanted.name),
    success: say.reportIsSaved,
    successAbout: wanted.name,
    place,
  })

export const deleteSaved = (ownerUser: string, { id, name }: SavedReport): Promise<Ending> =>
  carryOut(ownerUser, {
    kind: 'deleteSavedReport',
    params: { id },
    thing: id,
    done: say.savedReportWasDeleted(name),
    success: say.savedReportIsDeleted,
    successAbout: name,
    place,
  })

export const discardFile = (ownerUser: string, { id, fileName }: MadeFile): Promise<Ending> =>
  carryOut(ownerUser, {
    kind: 'discardReportFile',
    params: { id },
    thing: id,
    done: say.fileWasDiscarded(fileName),
    success: say.fileIsDiscarded,
    successAbout: fileName,
    place,
  })

/** What a saved report is for today. */
export function savedToWanted({ period, campaign }: SavedReport, today: CalendarDate) {
  return { ...relativePeriods[period].days(today), campaign: campaign === '0' ? undefined : campaign }
}

/** Has the file of a saved report made now, in front of its day. */
export function runNow(saved: SavedReport, today: CalendarDate): void {
  const id = apiToId(saved.reportName)
  if (id) void prepareReport(id, savedToWanted(saved, today), saved.format)
}

/** The report's own page, asked for the same. */
export function savedToAddress(saved: SavedReport, today: CalendarDate): string | undefined {
  const id = apiToId(saved.reportName)
  if (!id) return undefined
  const { start, end, campaign } = savedToWanted(saved, today)
  const query = new URLSearchParams(reportOf(id).period === 'range' ? { from: start, to: end } : { date: start })
  if (campaign !== undefined) query.set('campaign', campaign)
  // Asked for at once, where nothing is missing.
  query.set('asked', '1')
  return `${reportPath(id)}?${query}`
}
