// Operations of reports (batches §7, contract "Reports"). Whole files, however long, are fetched from the addresses below
// `reports/`, which take the session's token; the answers here are for the screen.
import * as z from 'zod'
import { date, id, text } from './fields.ts'

/** A campaign of the viewer's owner, or '0' for all of them. */
const campaign = z.union([id, z.literal('0')])
const reportName = text(60, 1)
/** 'yyyy-mm'. */
const month = z.string().regex(/^[12][0-9]{3}-(?:0[1-9]|1[0-2])$/, 'A month is written as yyyy-mm')

/** As many rows as an answer has; a longer report says so and is fetched as a file. */
export const MAX_REPORT_ROWS = 5000

const cell = z.union([z.string(), z.int(), z.boolean(), z.null()])

/** A report as a table (batches §3 "Report response"): money as decimals, days 'yyyy-mm-dd', moments ISO 8601 UTC. */
export const report = z.object({
  columns: z.array(z.string()),
  data: z.array(z.array(cell)),
  /** One for each column; decimal and money are right-aligned with two decimals. */
  meta: z.array(z.object({ TypeName: z.string() })),
  /** The workbook of the same rows, where they are few; '' otherwise. */
  excelBase64: z.string(),
  /** Rows of the whole report. */
  total: z.int(),
  /** True where `data` ends before the report does. */
  truncated: z.boolean(),
  /** The address of the whole file, below the client's base path, without its ending: '.csv' and '.xlsx' are there. */
  reportURL: z.string(),
})
export type ReportAnswer = z.output<typeof report>

/** A file that was made before: its address, or that there is none. */
const stored = z.object({ notFound: z.boolean(), reportURL: z.string() })

export const reportOperations = {
  /** A span over the report's limit is refused with -20301. */
  getDateRangeReport: {
    params: z.strictObject({
      reportName,
      reportArguments: z.strictObject({ startDate: date, endDate: date, campaign: campaign.optional() }),
    }),
    result: report,
  },
  /** resultText: the days that a report's span may have at most. */
  getDateRangeLimit: { params: z.strictObject({ reportName }), result: z.object({ resultText: z.string() }) },
  getMonthlyReport: {
    params: z.strictObject({
      reportName,
      reportArguments: z.strictObject({ reportMonth: month, campaign: campaign.optional() }),
    }),
    result: stored,
  },
  getDailyReport: { params: z.strictObject({ reportDate: date, name: reportName }), result: stored },
  /** The address of a day's csv of one campaign. */
  GetReport: {
    params: z.strictObject({ name: reportName, campaignID: id, reportDate: date }),
    result: z.object({ reportURL: z.string() }),
  },
  /** A day's report of some campaigns, or of all where none is named. */
  loadReport: {
    params: z.strictObject({ type: reportName, campaignIds: z.array(id).max(500), date }),
    result: report,
  },
  /** DATA has a row for each chargeback, by COLUMNS; SUMMARYCOLUMNS are those of the list, HTMLCOLUMNS those of its details. */
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
}
