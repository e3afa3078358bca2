// The operations of the reports area and who answers them.
import { codes } from '#contract/codes.ts'
import { refuse } from '#server/context.ts'
import { chargebackReport } from './chargebacks.ts'
import { GetReport, loadReport } from './day-report.ts'
import { getDateRangeLimit, getDateRangeReport } from './range-report.ts'

const notYet = () => Promise.resolve(refuse(codes.notFound, 'No such report'))

export const reportHandlers = {
  getDateRangeReport,
  getDateRangeLimit,
  getMonthlyReport: notYet,
  getDailyReport: notYet,
  GetReport,
  loadReport,
  chargebackReport,
  savedReports: notYet,
  saveReport: notYet,
  deleteSavedReport: notYet,
  makeReportFile: notYet,
  reportFiles: notYet,
  discardReportFile: notYet,
}
