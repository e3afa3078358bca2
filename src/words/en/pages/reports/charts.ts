// The words of pages/reports/charts.

export const fromOn = (
  name: string,
  unit: string,
  write: string,
  chart: string,
  write2: string,
  chart2: string,
): string => `${name} from ${unit}${write} on ${chart} to ${unit}${write2} on ${chart2}`
export const inTotal = (name: string, unit: string, write: string): string => `${name} ${unit}${write} in total`
export const campaign = 'Campaign'
export const month = 'Month'
export const campaignAndMonth = 'Campaign and month'
export const sums = 'Sums'
export const sumsBy = 'Sums by'
export const whatIsAddedUp = 'What is added up'
export const sumsByItem = (item: string): string => `Sums by ${item}`
export const labelByItem = (label: string, item: string): string => `${label} by ${item}`
export const total = 'Total'
