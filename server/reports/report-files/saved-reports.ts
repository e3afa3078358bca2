// Saved reports. A saved report is a report with its settings, under a name that the user chose. It can run on a
// schedule. A run requests its files and sets the next run in one transaction, so that each run happens once. If the
// server was down at the time of a run, the run takes place later, for the days of the planned run.
import { m } from '#words/messages.js'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import { codes } from '#contract/codes.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { periodsFor } from '#domain/reports/periods.ts'
import { reportIds, reportOf } from '#domain/reports/reports.ts'
import { dueDays, nextRun } from '#domain/reports/schedule.ts'
import { type AuditValues, chosenCampaign } from '#server/audit/audit-fields.ts'
import type { Db, Handler, Services } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import type { SavedReportTable } from '#server/db/reports-tables.ts'
import { refuse } from '#server/operations/context.ts'
import { validateFile } from './handlers.ts'
import { requestFile } from './report-files.ts'
import type { Scope } from '#server/operations/scope.ts'
import { findUserScope } from '#server/operations/user-scope.ts'

/** Runs a saved report. Its payload: { savedId }. */
const RUN_SAVED = 'run-saved-report'
const payload = z.strictObject({ savedId: z.int() })

const MAX_SAVED = 50
const noSuchSavedReport = () => refuse(codes.notFound, m.reports_thereIsNoSuchSavedReport)

export const savedReports: Handler<'savedReports'> = async ({ db, viewer }) => {
  const viewersReports = await db
    .selectFrom('saved_report')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .orderBy('id', 'desc')
    .execute()
  return {
    savedReports: viewersReports
      .filter((saved) => canSee(viewer, saved))
      .map((saved) => ({
        id: String(saved.id),
        name: saved.name,
        reportName: reportOf(saved.report).apiName,
        period: saved.period,
        ...(saved.campaign_id !== null && { campaign: String(saved.campaign_id) }),
        format: saved.format,
        schedule: saved.schedule,
        nextAt: saved.next_at?.toISOString() ?? null,
      })),
  }
}

export const saveReport: Handler<'saveReport'> = async (
  context,
  { id, name: typedName, period, schedule, ...params },
) => {
  const { db, viewer, now, client, jobs } = context
  const name = typedName.trim()
  const reportId = reportIds.find((candidate) => reportOf(candidate).apiName === params.reportName)
  const fileSettings = await validateFile(context, reportId, params)
  if ('refusalCode' in fileSettings) return fileSettings
  const { report, format, campaignId } = fileSettings
  if (name === '') return refuseParameter('name', m.reports_enterName)
  if (containsCardNumber(name)) return refuseParameter('name', m.common_removeCardNumber)
  if (!periodsFor(reportOf(report)).includes(period)) return refuseParameter('period', m.reports_notAvailableForDates)
  const viewersReports = await db
    .selectFrom('saved_report')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .forUpdate()
    .execute()
  const existing = id === undefined ? undefined : viewersReports.find((saved) => saved.id === Number(id))
  if (id !== undefined && !existing) return noSuchSavedReport()
  const otherReports = viewersReports.filter((saved) => saved !== existing)
  const isNameTaken = otherReports.some((saved) => saved.name.toLowerCase() === name.toLowerCase())
  if (isNameTaken) {
    const errors = [{ path: 'name', message: m.reports_savedNameTaken() }]
    return refuse(codes.refusedState, m.reports_savedNameTaken, { errors })
  }
  if (!existing && viewersReports.length >= MAX_SAVED)
    return refuse(codes.refusedState, () => m.reports_tooManySavedReports({ maxSaved: MAX_SAVED }))
  const nextRunAt = nextRun(schedule, now(), client.timeZone)
  const next_at = nextRunAt === undefined ? null : new Date(nextRunAt)
  const values = { name, report, period, format, schedule, campaign_id: campaignId ?? null, next_at }
  let savedId = existing?.id
  if (savedId === undefined) {
    const createdReport = await db
      .insertInto('saved_report')
      .values({ ...values, owner_id: viewer.ownerId, user_id: viewer.userId, created_at: new Date(now()) })
      .returning('id')
      .executeTakeFirstOrThrow()
    savedId = createdReport.id
  } else {
    await db.updateTable('saved_report').set(values).where('id', '=', savedId).execute()
  }
  await scheduleRun(jobs, db, savedId, nextRunAt)
  context.recordChange({ before: existing && savedToAuditValues(existing), after: savedToAuditValues(values) })
  context.setSubject('report', reportOf(report).title)
  return { id: String(savedId) }
}

type SavedReport = Pick<Selectable<SavedReportTable>, 'name' | 'period' | 'format' | 'schedule' | 'campaign_id'>

const savedToAuditValues = (saved: SavedReport): AuditValues => ({
  name: saved.name,
  period: saved.period,
  fileFormat: saved.format,
  schedule: saved.schedule,
  campaigns: chosenCampaign(saved.campaign_id),
})

export const deleteSavedReport: Handler<'deleteSavedReport'> = async (context, { id }) => {
  const { db, viewer, jobs } = context
  const deletedReport = await db
    .deleteFrom('saved_report')
    .where('id', '=', Number(id))
    .where('user_id', '=', viewer.userId)
    .returningAll()
    .executeTakeFirst()
  if (!deletedReport) return noSuchSavedReport()
  await jobs.cancel(db, RUN_SAVED, String(deletedReport.id))
  context.setSubject('report', reportOf(deletedReport.report).title)
  context.recordChange({ before: savedToAuditValues(deletedReport) })
  return {}
}

/** Cancels the scheduled run and schedules the next run. If `nextRunAt` is undefined, there is no next run. */
async function scheduleRun(
  jobs: Services['jobs'],
  db: Db,
  savedId: number,
  nextRunAt: number | undefined,
): Promise<void> {
  await jobs.cancel(db, RUN_SAVED, String(savedId))
  if (nextRunAt !== undefined)
    await jobs.enqueue(db, RUN_SAVED, { savedId }, { singletonKey: String(savedId), runAt: nextRunAt })
}

export function registerSavedReports(services: Services): void {
  const { db, jobs } = services
  jobs.registerHandler(RUN_SAVED, 'immediate', async (data) => {
    const { savedId } = payload.parse(data)
    await db.transaction().execute((trx) => runSavedReport(services, trx, savedId))
    jobs.wake()
  })
}

/** Requests the files of a saved report that are due. False if no run is due, or the user cannot read the report. */
export async function runSavedReport(services: Services, db: Db, savedId: number): Promise<boolean> {
  const { now, client, jobs } = services
  const saved = await db.selectFrom('saved_report').selectAll().where('id', '=', savedId).forUpdate().executeTakeFirst()
  if (!saved?.next_at) return false
  const isDue = saved.next_at.getTime() <= now()
  if (!isDue) return false
  const nextRunAt = nextRun(saved.schedule, now(), client.timeZone)
  await db
    .updateTable('saved_report')
    .set({ next_at: nextRunAt === undefined ? null : new Date(nextRunAt) })
    .where('id', '=', savedId)
    .execute()
  if (nextRunAt !== undefined)
    await jobs.enqueue(db, RUN_SAVED, { savedId }, { singletonKey: `${savedId}`, runAt: nextRunAt })
  if (!(await canRead(db, saved))) return false
  const dueRuns = { firstRun: saved.next_at.getTime(), now: now(), timeZone: client.timeZone }
  for (const days of dueDays(saved.schedule, saved.period, dueRuns)) {
    await requestFile(services, db, {
      ownerId: saved.owner_id,
      userId: saved.user_id,
      report: saved.report,
      days,
      format: saved.format,
      campaignId: saved.campaign_id ?? undefined,
      savedName: saved.name,
    })
  }
  return true
}

/**
 * True if the user can see everything that the saved report covers. A saved report of a campaign that its user can no
 * longer see is hidden until the user can see the campaign again.
 */
function canSee({ campaignIds }: Pick<Scope, 'campaignIds'>, { report, campaign_id: id }: ReportAndCampaign): boolean {
  if (campaignIds === undefined) return true
  if (reportOf(report).coversProgramme) return false
  return id === null || campaignIds.includes(id)
}

type ReportAndCampaign = Pick<Selectable<SavedReportTable>, 'report' | 'campaign_id'>

/**
 * False if the user was deleted or can no longer read the report. The run then makes no file, and the next run checks
 * again.
 */
async function canRead(db: Db, saved: ReportAndCampaign & { readonly user_id: number }): Promise<boolean> {
  const scope = await findUserScope(db, saved.user_id)
  if (!scope) return false
  return scope.permissions.includes('Report.read') && canSee(scope, saved)
}
