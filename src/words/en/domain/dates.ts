// The words of domain/dates.

export const minutesMin = (minutes: number): string => `${minutes} min`
export const floorDays = (floor: number): string => `${floor} ${floor === 1 ? 'day' : 'days'}`
export const spanTooLong = 'Maximum search timespan is 56 days'
export const spanReversed = 'The date filter start date is greater than the end date'
export const yes = 'Yes'
export const no = 'No'
export const notWholeNumberOfCents = (value: number): string => `not a whole number of cents: ${value}`
export const enterBothDates = 'Enter a start date and an end date'
