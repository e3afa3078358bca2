// What is said about reports wherever it is said (batches §5, §8).

export const NEEDS_CAMPAIGN = 'Choose a campaign'
export const NEEDS_DATE = 'Choose a date first'
export const NEEDS_MONTH = 'Choose a month first'

/** There may be a file, but it did not come; where there is none it is REPORT_NOT_FOUND. */
export const REPORT_FAILED = 'Report download failed'

/** A span was cut to the longest that the report may have; `end` is its last day now. */
export const endWasSet = (limitDays: number, end: string): string =>
  `date limit is ${limitDays} days, end date is set to ${end}`
