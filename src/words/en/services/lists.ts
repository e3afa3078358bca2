// The words of services/lists.
import { number } from '#words/figures.ts'

export const excel = 'Excel'
export const fileWasNotMade = (text: string): string => `The file was not created: ${text}`
export const listHasMoreThanRowsChoose = (count: number): string =>
  `The list has more than ${number(count)} rows. Choose fewer days.`
