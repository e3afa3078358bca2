// The words of server/reports/made.

export const filesAreBeingMade = (maxWaiting: number): string =>
  `${maxWaiting} files are being made for you already. Please wait until one of them is ready`
export const thereIsNoSuchFile = 'There is no such file'
export const fileCouldNotBeMadePlease = 'The file could not be made. Please ask for it again'
export const thisReportHasMoreRowsThan = 'This report has more rows than a workbook can hold. Please ask for it as CSV'
export const thereIsNoSuchSavedReport = 'There is no such saved report'
export const tooManySavedReports = (maxSaved: number): string =>
  `You have ${maxSaved} saved reports already. Delete one to save another`
export const thisReportIsNotMade = 'This report is not made for such a time'
export const youHaveSavedReport = 'You have a saved report of this name already'
export const enterName = 'Enter a name'
