// What is said about reports wherever it is said (batches §5, §8).

/** The form of a single date lacks one of the two. */
export const NEEDS_CAMPAIGN_AND_DATE = 'Campaign and date are required'
export const NEEDS_CAMPAIGN = 'Choose a campaign'
export const NEEDS_DATE = 'Choose a date first'
export const NEEDS_MONTH = 'Choose a month first'

/** There is no such file (HTTP 404). */
export const REPORT_NOT_FOUND = 'Report not found'
/** There may be one, but it did not come. */
export const REPORT_FAILED = 'Report download failed'

/** A span was cut to the longest that the report may have; `end` is its last day now. */
export const endWasSet = (limitDays: number, end: string): string =>
  `date limit is ${limitDays} days, end date is set to ${end}`
