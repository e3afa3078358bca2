// The operations of the reports area and who answers them.
import { codes } from '#contract/codes.ts'
import { refuse } from '#server/context.ts'
import { chargebackReport } from './chargebacks.ts'

const notYet = () => Promise.resolve(refuse(codes.notFound, 'No such report'))

export const reportHandlers = {
  getDateRangeReport: notYet,
  getDateRangeLimit: notYet,
  getMonthlyReport: notYet,
  getDailyReport: notYet,
  GetReport: notYet,
  loadReport: notYet,
  chargebackReport,
  savedReports: notYet,
  saveReport: notYet,
  deleteSavedReport: notYet,
  makeReportFile: notYet,
  reportFiles: notYet,
  discardReportFile: notYet,
}
