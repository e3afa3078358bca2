// The words of pages/reports/quarterly.

export const campaign = 'Campaign'
export const selectCampaign = 'Select a Campaign'
export const labelIcaValue = (label: string, value: string | undefined): string => `${label}, ICA ${value}`
export const campaignsCouldNotBeFetched = (failure: string): string => `The campaigns could not be loaded: ${failure}`
export const quarter = 'Quarter'
export const year = 'Year'
export const dates = 'Dates'
export const startToEnd = (start: string, end: string): string => `${start} to ${end}`
export const preview = 'Preview'
export const previewOf = (fileName: string | undefined): string => `Preview of ${fileName}`
export const fileCannotBeShownHere = 'The file cannot be shown here'
export const downloadItAndOpen = 'Download it and open it in a spreadsheet program.'
export const chooseCampaign = 'Choose a campaign'
export const reportOfItsQuarterIsShown = 'Its report is shown here, and you can download it.'
export const tryAgain = 'Try again'
export const thereWereNoCards = 'There were no cards with this ICA yet.'
export const reportOfQuarterIsThere = 'A quarter’s report is available from the day after it ends.'
export const download = 'Download'
