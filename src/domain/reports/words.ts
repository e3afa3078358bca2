// Messages about reports that are used in several places.
import { m } from '#words/messages.js'

export const NEEDS_CAMPAIGN = m.reports_chooseCampaign()
export const NEEDS_DATE = m.reports_chooseDateFirst()
export const NEEDS_MONTH = m.reports_chooseMonthFirst()

/** The download failed. For a file that does not exist, the message is REPORT_NOT_FOUND. */
export const REPORT_FAILED = m.reports_reportDownloadFailed()

/** A range was shortened to the report's limit; `end` is its new last day. */
export const endWasSet = (limitDays: number, end: string): string =>
  m.reports_dateLimitIsDaysEndDate({ limitDays, end })
