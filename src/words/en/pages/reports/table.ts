// The words of pages/reports/table.
import { counted, number } from '#words/figures.ts'

export const otherReportsWhenOnline = 'You can get other reports when you are back online.'
export const figuresOf = (title: string): string => `Figures of ${title}`
export const rows = 'Rows'
export const toSortByColumnChooseFewer = 'To sort by a column, choose fewer days.'
export const onlyWholeReportCanBeSorted = 'Only the whole report can be sorted.'
export const thereIsNothingToReport = 'No results for these dates'
export const otherDatesMayHaveSomething = 'Try other dates.'
export const otherDateMayHaveSome = 'Try another date.'
export const chooseDatesThenSearch = 'Choose the dates, then search'
export const chooseWhatToShowThenPress = 'Choose what to show, then press Show'
export const theFirstRows = (count: number): string => `The first ${counted(count, 'row', 'rows')}.`
export const firstOf = (count: number, total: number): string =>
  `The first ${number(count)} of ${counted(total, 'row', 'rows')}.`
export const wholeReportIsInFiles = (first: string): string => `${first} Download the report to see every row.`
export const prepareInBackground = (item: string): string => `Prepare ${item} in the background`
export const figuresAreOfCopy = (seconds: number): string =>
  `These figures come from a copy of the database and are ${seconds === 0 ? 'up to date' : `${counted(seconds, 'second', 'seconds')} old`}.`
