// Messages about reports that are used in several places.
import * as say from '#words/domain/reports.ts'

export const NEEDS_CAMPAIGN = say.chooseCampaign
export const NEEDS_DATE = say.chooseDateFirst
export const NEEDS_MONTH = say.chooseMonthFirst

/** The download failed. For a file that does not exist, the message is REPORT_NOT_FOUND. */
export const REPORT_FAILED = say.reportDownloadFailed

/** A range was shortened to the report's limit; `end` is its new last day. */
export const endWasSet = (limitDays: number, end: string): string => say.dateLimitIsDaysEndDate(limitDays, end)
