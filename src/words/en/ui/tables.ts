// The words of ui/tables.
import { counted, number } from '#words/figures.ts'

export const columns = 'Columns'
export const columnsShown = 'Columns shown'
export const showAllColumns = 'Show all columns'
export const tryAgain = 'Try again'
export const actions = 'Actions'
export const sortedBy = (column: string | undefined, descending: boolean): string =>
  `Sorted by ${column}, ${descending ? 'descending' : 'ascending'}`
export const pages = 'Pages'
export const firstLastOfRows = (first: number, last: number, rows: number): string =>
  `${number(first)}–${number(last)} of ${number(rows)}`
export const rowsPerPage = 'Rows per page'
export const previousPage = 'Previous page'
export const thisIsFirstPage = 'This is the first page'
export const pageOfPages = (page: number, pages: number): string => `${page} of ${counted(pages, 'page', 'pages')}`
export const nextPage = 'Next page'
export const thisIsLastPage = 'This is the last page'
export const row = 'Row'
export const selectAll = 'Select all'
