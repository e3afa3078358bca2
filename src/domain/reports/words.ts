// Messages about reports that several files use.
import { m } from '#words/messages.js'

export const NEEDS_CAMPAIGN_MESSAGE = m.reports_chooseCampaign()
export const NEEDS_DATE_MESSAGE = m.reports_chooseDateFirst()
export const NEEDS_MONTH_MESSAGE = m.reports_chooseMonthFirst()

/** The message after a failed download. If the file does not exist, REPORT_NOT_FOUND is shown instead. */
export const REPORT_FAILED_MESSAGE = m.reports_reportDownloadFailed()

/** The message after a range was shortened to the report's limit. `end` is the new last day. */
export const rangeShortenedMessage = (limitDays: number, end: string): string =>
  m.reports_endDateLimited({ limitDays, end })
