// The operations of the reports area and who answers them.
import { codes } from '#contract/codes.ts'
import { refuse } from '#server/context.ts'
import { GetReport, loadReport } from './day-report.ts'
import { discardReportFile, getDailyReport, getMonthlyReport, makeReportFile, reportFiles } from './made/handlers.ts'
import { deleteSavedReport, savedReports, saveReport } from './made/saved.ts'
import { getDateRangeLimit, getDateRangeReport } from './range-report.ts'

const notYet = () => Promise.resolve(refuse(codes.notFound, 'No such report'))

export const reportHandlers = {
  getDateRangeReport,
  getDateRangeLimit,
  getMonthlyReport,
  getDailyReport,
  GetReport,
  loadReport,
  chargebackReport: notYet,
  savedReports,
  saveReport,
  deleteSavedReport,
  makeReportFile,
  reportFiles,
  discardReportFile,
}
