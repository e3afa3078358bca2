// The words of pages/reports.

export const download = 'Download'
export const prepareInBackground = 'Prepare in the background'
export const forManyDaysOrCampaigns =
  'For many days or campaigns. You do not need to wait: find it under Ready files on the Reports page.'
export const whatFileHolds = 'Columns in the file'
export const correctDatesFirst = 'Correct the dates first'
export const reports = 'Reports'
export const whatReportsTell = 'What was loaded, spent and settled, and the balances of the cards.'
export const searchReports = 'Search reports'
export const ofReports = (count: number, count2: number): string => `${count} of ${count2} reports`
export const noReport = (words: string): string => `No report for “${words}”`
export const showAllReports = 'Show all reports'
export const searchForWhatReportIsAbout = 'Search for what a report is about, such as fees, balances or settlement.'
export const recent = 'Recent'
export const startToEnd = (start: string, end: string): string => `${start} to ${end}`
export const daysOf = (days: string, campaign: string | undefined): string => `${days}, ${campaign ?? 'all campaigns'}`
export const reportsNeedServer =
  'Reports come from the server. Choose what you want now, and get it when you are back online.'
