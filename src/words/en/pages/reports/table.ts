// The words of pages/reports/table.
import { counted, number } from '#words/figures.ts'

export const otherReportsWhenOnline = 'Other reports can be asked for when the connection is back.'
export const figuresOf = (title: string): string => `Figures of ${title}`
export const rows = 'Rows'
export const toSortByColumnChooseFewer = 'To sort by a column, choose fewer days.'
export const onlyWholeReportCanBeSorted = 'Only the whole report can be sorted.'
export const thereIsNothingToReport = 'There is nothing to report'
export const otherDatesMayHaveSomething = 'Other dates may have something.'
export const otherDateMayHaveSome = 'Another date may have something.'
export const chooseDatesThenSearch = 'Choose the dates, then search'
export const chooseWhatToShowThenPress = 'Choose what to show, then press Show'
export const theFirstRows = (count: number): string => `The first ${counted(count, 'row', 'rows')}.`
export const firstOf = (count: number, total: number): string =>
  `The first ${number(count)} of ${counted(total, 'row', 'rows')}.`
export const wholeReportIsInFiles = (first: string): string => `${first} The whole report is in the files.`
export const prepareInBackground = (item: string): string => `Prepare ${item} in the background`
