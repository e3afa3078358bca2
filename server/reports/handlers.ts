// The handlers of all report operations.
import { chargebackReport } from './chargebacks.ts'
import { GetReport, loadReport } from './day-report.ts'
import {
  discardReportFile,
  getDailyReport,
  getMonthlyReport,
  makeReportFile,
  reportFiles,
} from './report-files/handlers.ts'
import { deleteSavedReport, savedReports, saveReport } from './report-files/saved-reports.ts'
import { fundingStatement } from './funding-statement.ts'
import { getDateRangeLimit, getDateRangeReport } from './range-report.ts'

export const reportHandlers = {
  getDateRangeReport,
  getDateRangeLimit,
  getMonthlyReport,
  getDailyReport,
  GetReport,
  loadReport,
  chargebackReport,
  fundingStatement,
  savedReports,
  saveReport,
  deleteSavedReport,
  makeReportFile,
  reportFiles,
  discardReportFile,
}
