// Operations of reports. Complete files of any length are downloaded from the addresses below `reports/`, which take
// the session's token. The responses here are only for the screen. Rules: docs/rules/reports.md.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { relativePeriodNames } from '#domain/reports/periods.ts'
import { schedules } from '#domain/reports/schedule.ts'
import { date, id, instant, nothing, requestId, text } from './fields.ts'

/** A campaign of the viewer's owner, or '0' for all campaigns. */
const campaign = z.union([id, z.literal('0')])
const reportName = text(60, 1)
/** 'yyyy-mm'. */
const month = z.string().regex(/^[12][0-9]{3}-(?:0[1-9]|1[0-2])$/, { error: () => m.contract_monthForm() })

const cell = z.union([z.string(), z.int(), z.boolean(), z.null()])

/** A report as a table: money as decimals, days 'yyyy-mm-dd', times ISO 8601 UTC. */
export const report = z.object({
  columns: z.array(z.string()),
  data: z.array(z.array(cell)),
  /** One type per column. Decimal and money columns are right-aligned with two decimals. */
  meta: z.array(z.object({ TypeName: z.string() })),
  /** The workbook of the same rows. '' if there are too many rows. */
  excelBase64: z.string(),
  /** Number of rows in the whole report. */
  total: z.int(),
  /** True if `data` does not contain the whole report. */
  truncated: z.boolean(),
  /** The age of the figures in seconds, if they were read from a replica of the database. */
  lagSeconds: z.int().optional(),
  /**
   * The address of the whole report as a file, below the client's base path: 'reports/FeeReport_from…csv?campaign=3'.
   */
  reportURL: z.string(),
  files: z.array(z.object({ format: z.enum(['csv', 'xlsx', 'xls']), url: z.string() })),
})
export type ReportResponse = z.output<typeof report>

/** The address of a stored file. `notFound` is true if the file does not exist. */
const storedFile = z.object({ notFound: z.boolean(), reportURL: z.string() })

/**
 * The report and days of a file. For a day, both dates are equal. For a month or a quarter, they are its first and its
 * last day.
 */
const fileRequestFields = {
  reportName,
  startDate: date,
  endDate: date,
  campaign: campaign.optional(),
  format: z.enum(['csv', 'xlsx', 'xls']),
}

const schedule = z.enum(schedules)

/** A report with its settings under a name that the user chose. Its days are relative to the day of its run. */
const savedFields = {
  name: text(60, 1),
  reportName,
  period: z.enum(relativePeriodNames),
  campaign: campaign.optional(),
  format: z.enum(['csv', 'xlsx', 'xls']),
  schedule,
}

const reportFile = z.object({
  id,
  reportName: z.string(),
  /** The name of the saved report whose schedule created the file. '' if none did. */
  savedName: z.string(),
  fileName: z.string(),
  state: z.enum(['waiting', 'made', 'failed']),
  askedAt: z.string(),
  madeAt: instant,
  /** The number of rows written so far. */
  rows: z.int(),
  /** Number of rows in the whole report, once counted. */
  total: z.nullable(z.int()),
  bytes: z.int(),
  /** The message that says why the file failed. '' if it did not fail. */
  resultText: z.string(),
  /** The time until which the file is stored. */
  keptUntil: instant,
  /** Below the client's base path. '' until the file is complete. */
  reportURL: z.string(),
})

export const reportOperations = {
  /** A report of a range of days. -20301 if the range exceeds the limit of the report. */
  getDateRangeReport: {
    params: z.strictObject({
      reportName,
      reportArguments: z.strictObject({ startDate: date, endDate: date, campaign: campaign.optional() }),
    }),
    result: report,
  },
  /** resultText: the maximum number of days of the report. */
  getDateRangeLimit: { params: z.strictObject({ reportName }), result: z.object({ resultText: z.string() }) },
  getMonthlyReport: {
    params: z.strictObject({
      reportName,
      reportArguments: z.strictObject({ reportMonth: month, campaign: campaign.optional() }),
    }),
    result: storedFile,
  },
  getDailyReport: { params: z.strictObject({ reportDate: date, name: reportName }), result: storedFile },
  /** The address of a day's csv of one campaign. */
  GetReport: {
    params: z.strictObject({ name: reportName, campaignID: id, reportDate: date }),
    result: z.object({ reportURL: z.string() }),
  },
  /** A day's report of some campaigns, or of all campaigns if none is named. */
  loadReport: {
    params: z.strictObject({ type: reportName, campaignIds: z.array(id).max(500), date }),
    result: report,
  },
  /**
   * DATA has a row for each chargeback, with the fields of COLUMNS. SUMMARYCOLUMNS are the columns of the list.
   * HTMLCOLUMNS are the columns of the details.
   */
  chargebackReport: {
    params: z.strictObject({ startDate: date, endDate: date, campaign: campaign.optional() }),
    result: z.object({
      VERSION: z.string(),
      COLUMNS: z.array(z.object({ NAME: z.string(), EXCELWIDTH: z.int() })),
      SUMMARYCOLUMNS: z.array(z.string()),
      HTMLCOLUMNS: z.array(z.string()),
      DATA: z.array(z.array(cell)),
    }),
  },
  /** The viewer's own saved reports, newest first. */
  savedReports: {
    params: nothing,
    result: z.object({ savedReports: z.array(z.object({ id, ...savedFields, nextAt: instant })) }),
  },
  /** Adds a saved report, or changes the saved report with this id. */
  saveReport: { params: z.strictObject({ id: id.optional(), ...savedFields, requestId }), result: z.object({ id }) },
  deleteSavedReport: { params: z.strictObject({ id, requestId }), result: z.object({}) },
  /** Creates a file in the background, however long it takes. `reportFiles` shows its progress. */
  makeReportFile: { params: z.strictObject({ ...fileRequestFields, requestId }), result: z.object({ id }) },
  /** The viewer's files, requested or created by a saved report, newest first. */
  reportFiles: { params: nothing, result: z.object({ reportFiles: z.array(reportFile) }) },
  /** Cancels a file in progress, or deletes a complete one. */
  discardReportFile: { params: z.strictObject({ id, requestId }), result: z.object({}) },
}
