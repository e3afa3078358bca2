// The words of server/reports/made.

export const filesAreBeingMade = (maxWaiting: number): string =>
  `${maxWaiting} files are already being generated for you. Wait until one of them is ready`
export const thereIsNoSuchFile = 'There is no such file'
export const fileCouldNotBeMadePlease = 'The file could not be generated. Try again'
export const thisReportHasMoreRowsThan = 'This report has more rows than a workbook can contain. Choose it as CSV'
export const thereIsNoSuchSavedReport = 'There is no such saved report'
export const tooManySavedReports = (maxSaved: number): string =>
  `You already have ${maxSaved} saved reports. Delete one to save another`
export const thisReportIsNotMade = 'This report cannot be generated for these dates'
export const youHaveSavedReport = 'You already have a saved report with this name'
export const enterName = 'Enter a name'
