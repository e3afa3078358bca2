// The words of flows.

import { number } from '#words/figures.ts'

export const columnsByHeadings = 'Columns were found by their headings'
export const columnsWereTakenAsYouChose = 'Columns are as you chose for an earlier file with these headings'
export const columnsAsChosenInText = 'Columns are as you chose'
export const fileHasNoColumn = (list: string): string => `The file has no column for ${list}`
/** They are not submitted. */
export const columnsBeside = (list: string): string => `Columns kept beside the rows, not submitted: ${list}`
export const amountsWereDivided = (by: number): string => `Amounts were divided by ${number(by)}, as you chose`
export const amountsWereMultiplied = (by: number): string => `Amounts were multiplied by ${number(by)}, as you chose`
export const amountsTakenInOwnCurrency = (own = '', title: string): string =>
  `Amounts were taken as ${own}, as you chose, although “${title}” names another currency`
export const currencyColumnIsCompared = (title: string): string => `Currency of each row: ${title}`
export const columnsNotUsed = (list: string): string => `Columns not used: ${list}`
export const merchantSignUp = 'Merchant Sign Up'
export const merchant = 'merchant'
export const merchants = 'merchants'
