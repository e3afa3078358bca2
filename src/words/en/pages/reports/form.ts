// The words of pages/reports/form.

export const campaign = 'Campaign'
export const selectCampaign = 'Select a Campaign'
export const campaignsCouldNotBeFetched = (failure: string): string => `The campaigns could not be loaded: ${failure}`
export const format = 'Format'
export const datesOf = (title: string): string => `Dates of ${title}`
export const date = 'Date'
export const monthOf = (title: string): string => `Month of ${title}`
export const all = 'All'
export const allCampaigns = 'All Campaigns'
export const excel = 'Excel'
export const campaignNameClosed = (campaignName: string): string => `${campaignName} (closed)`
export const search = 'Search'
export const show = 'Show'
export const correctDatesFirst = 'Correct the dates first'
export const campaignId = (id: string): string => `Campaign ${id}`
export const period = 'Period'
/** The dates are none of the named periods. */
export const otherDates = 'Other dates'
