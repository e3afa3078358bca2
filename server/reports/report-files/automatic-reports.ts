// Reports that the server makes automatically, for all readers of reports: the settlement of each day and the
// compliance report of each month. A daily check finds the reports that are due and missing, also for days on which no
// server ran. Each report is made once.
import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar.ts'
import { addDays, addMonths, instantToDate, localToInstant } from '#domain/dates.ts'
import { monthToDays, type ReportDays } from '#domain/reports/periods.ts'
import { type ReportId, reportIds, reportOf } from '#domain/reports/reports.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Services } from '#server/operations/context.ts'
import type { FileContext } from '#server/http/report-downloads.ts'
import type { FindFile } from '../files.ts'
import { requestFile, readChunks, findAutomaticFile } from './report-files.ts'
import { isWithin } from '#server/operations/scope.ts'

const AUTOMATIC_REPORTS = 'store-reports'
/** At most one check is scheduled. */
const singleton = { singletonKey: 'one' }
/** The time of the daily check: half an hour after midnight, so that the day's late settlements are in its report. */
const CHECK_TIME = '00:30'
/** The delay after a server start, so that other work comes first. */
const FIRST_CHECK_MS = 20_000
/** Missing reports are made for this many past days and months. No outage lasts longer. */
const DAYS_BACK = 62
const MONTHS_BACK = 13

/** Call `start` once jobs can run. `start` does nothing if another server has already scheduled the check. */
export function registerAutomaticReports(services: Services): { readonly start: () => Promise<void> } {
  const { db, jobs, now, client } = services
  const schedule = (runAt: number) => jobs.enqueue(db, AUTOMATIC_REPORTS, {}, { ...singleton, runAt })
  const checkNow = async () => {
    await requestDueFiles(services)
    const tomorrow = addDays(instantToDate(now(), client.timeZone), 1)
    // Undefined if a change of the clocks skips this time tomorrow.
    const nextCheck = localToInstant(tomorrow, CHECK_TIME, client.timeZone) ?? now() + DAY_MS
    await schedule(nextCheck)
    jobs.wake()
  }
  jobs.registerHandler(AUTOMATIC_REPORTS, 'background', checkNow)
  return { start: () => schedule(now() + FIRST_CHECK_MS) }
}

/** Requests every file that is due and missing. Returns the number of requested files. */
export async function requestDueFiles(services: Services): Promise<number> {
  const { db, now, client } = services
  const today = instantToDate(now(), client.timeZone)
  // Owners with an empty ledger have nothing to report.
  const { rows: owners } = await sql<{ id: number; first_posting: Date }>`
    SELECT o.id, (SELECT posted_at FROM ledger_transaction WHERE owner_id = o.id ORDER BY posted_at LIMIT 1) AS first_posting
    FROM owner o WHERE EXISTS (SELECT FROM ledger_transaction WHERE owner_id = o.id)
  `.execute(db)
  let requestCount = 0
  for (const { id: ownerId, first_posting } of owners) {
    const firstDay = instantToDate(first_posting.getTime(), client.timeZone)
    for (const report of automaticReports) {
      const format = reportOf(report).files.find(isAutomaticFormat)
      if (!format) continue
      for (const days of duePeriods(report, firstDay, today)) {
        const file = { ownerId, userId: undefined, report, days, format, campaignId: undefined, savedName: '' }
        const requestedId = await db.transaction().execute((trx) => requestFile(services, trx, file))
        if (requestedId !== undefined) requestCount += 1
      }
    }
  }
  return requestCount
}

const automaticReports: readonly ReportId[] = reportIds.filter((id) => reportOf(id).source === 'stored')

/** Only tables are made automatically. */
const isAutomaticFormat = (format: string): format is 'csv' | 'xlsx' => format === 'csv' || format === 'xlsx'

/**
 * The days or months that have ended, newest first. Goes back to `firstDay`, but not further than DAYS_BACK or
 * MONTHS_BACK.
 */
function duePeriods(report: ReportId, firstDay: CalendarDate, today: CalendarDate): readonly ReportDays[] {
  const periods: ReportDays[] = []
  if (reportOf(report).period === 'month') {
    for (let monthsBack = 1; monthsBack <= MONTHS_BACK; monthsBack++) {
      const days = monthToDays(addMonths(today, -monthsBack).slice(0, 7))
      if (days !== undefined && days.end >= firstDay) periods.push(days)
    }
    return periods
  }
  for (let daysBack = 1; daysBack <= DAYS_BACK; daysBack++) {
    const day = addDays(today, -daysBack)
    if (day >= firstDay) periods.push({ start: day, end: day })
  }
  return periods
}

/** Finds an existing file: the viewer's file with this id or, without an id, the automatic file for all readers. */
export const findReportFile: FindFile = async (context, request) => {
  const { db, viewer } = context
  const { report, days, fileId, format } = request
  const file =
    fileId === undefined
      ? await findAutomaticFile(db, viewer.ownerId, report, days.start)
      : await findViewersFile(context, Number(fileId))
  if (!file) return undefined
  // Report, format and days in the address must be those of the file.
  const isRequestedReport = file.report === report && file.format === format
  const hasRequestedDays = file.start_day === days.start && file.end_day === days.end
  if (!isRequestedReport || !hasRequestedDays) return undefined
  return {
    rows: file.row_count,
    size: file.bytes,
    write: (onRows) => {
      onRows(file.row_count)
      return readChunks(context, file.id)
    },
  }
}

/** The viewer's file with this id. Undefined if the file has campaigns that the viewer can no longer see. */
async function findViewersFile({ db, viewer }: FileContext, id: number) {
  const file = await db
    .selectFrom('report_file')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .where('state', '=', 'made')
    .executeTakeFirst()
  if (!file) return undefined
  const canSeeCampaigns = isWithin(file.campaign_ids ?? undefined, viewer.campaignIds)
  return canSeeCampaigns ? file : undefined
}
