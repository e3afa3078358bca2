// The words of ui/list.

export const download = 'Download'
export const correctDatesFirst = 'Correct the dates first'
export const refresh = 'Refresh'
export const lastUpdated = 'Last updated'
export const thisListUpdatedOn = 'This list was last updated on'
export const couldNotBeLoaded = (what: string): string => `The ${what} could not be loaded`
export const correctDatesAboveToSee = 'Correct the dates above to see it.'
export const newestFirstToSortByColumn = 'Newest first. To sort by a column, choose fewer days.'
export const filters = 'Filters'
