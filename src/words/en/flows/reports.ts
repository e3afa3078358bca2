// The words of flows/reports.

export const fileIsBeingPrepared = (address: string): string => `the file ${address} is being prepared`
export const fileIsBeingPreparedItWill = 'The file is being prepared. It will be under Ready files on the Reports page.'
export const weCannotTellWhetherFile =
  'We cannot tell whether the file is being prepared. Look under Ready files on the Reports page.'
export const reportWasSaved = (name: string): string => `the report “${name}” was saved`
export const reportIsSaved = 'The report is saved. It is on the Reports page.'
export const savedReportWasDeleted = (name: string): string => `the saved report “${name}” was deleted`
export const savedReportIsDeleted = 'The saved report is deleted'
export const fileWasDiscarded = (fileName: string): string => `the file ${fileName} was deleted`
export const fileIsDiscarded = 'The file is deleted'
