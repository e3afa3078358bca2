// The words of pages/reports/saved.

export const readyFiles = 'Ready files'
export const keptUntil = (keptUntil: string): string => `, kept until ${keptUntil}`
export const beingMade = 'Generating'
export const makingFileName = (fileName: string): string => `Generating ${fileName}`
export const downloadFileName = (fileName: string): string => `Download ${fileName}`
export const download = 'Download'
export const cancelFileName = (fileName: string): string => `Cancel ${fileName}`
export const discardFileName = (fileName: string): string => `Delete ${fileName}`
export const changeName = (name: string): string => `Change “${name}”`
export const saveTheseSettings = 'Save this report'
export const daysAreCountedFromDay = (title: string, campaign: string | undefined): string =>
  `${title}${campaign === undefined ? '' : ', for the selected campaign'}. Dates are relative to the day it is opened or generated.`
export const save = 'Save'
export const enterName = 'Enter a name'
export const reportWasSaved = (name: string): string => `the report “${name}” was saved`
export const name = 'Name'
export const days = 'Days'
export const whenItIsMade = 'When to generate it'
export const eMailTellsWhen = 'You get an email when it is ready. The file can be downloaded here for seven days.'
export const file = 'File'
export const chooseCampaignFirst = 'Choose a campaign first'
export const savedReports = 'Saved reports'
export const moreFor = (name: string): string => `More for ${name}`
export const makeFileNow = 'Generate the file now'
export const change = 'Change'
export const deleteIt = 'Delete'
export const itemNextNext = (item: string, nextAt: string): string => `${item}, next ${nextAt}`
export const deleteSavedReport = (name: string): string => `Delete the saved report “${name}”?`
export const deletionEffect = 'Its settings are deleted. Its files stay until their seven days are over.'
export const itIsNotMadeAnyMore = 'It will no longer be generated. Its files stay until their seven days are over.'
export const deleteTheSavedReport = 'Delete the saved report'
export const savedReportWasDeleted = (name: string): string => `the saved report “${name}” was deleted`
