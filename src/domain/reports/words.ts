// What is said about reports wherever it is said (batches §5, §8).
import * as say from '#words/domain/reports.ts'

export const NEEDS_CAMPAIGN = say.chooseCampaign
export const NEEDS_DATE = say.chooseDateFirst
export const NEEDS_MONTH = say.chooseMonthFirst

/** There may be a file, but it did not come; where there is none it is REPORT_NOT_FOUND. */
export const REPORT_FAILED = say.reportDownloadFailed

/** A span was cut to the longest that the report may have; `end` is its last day now. */
export const endWasSet = (limitDays: number, end: string): string => say.dateLimitIsDaysEndDate(limitDays, end)
