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
export const sums = 'Totals'
export const sumsBy = 'Totals by'
export const whatIsAddedUp = 'Amount to total'
export const sumsByItem = (item: string): string => `Totals by ${item}`
export const labelByItem = (label: string, item: string): string => `${label} by ${item}`
export const total = 'Total'
