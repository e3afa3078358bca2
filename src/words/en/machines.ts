// The words of machines.
import { counted } from '#words/figures.ts'

export const everyRowHasBeenRemovedPut = 'Every row has been removed. Restore rows or choose another file.'
export const checkRowsFirst = 'Check the rows first.'
export const toBeFixedOrRemovedFirst = (toFix: number): string =>
  `Fix or remove ${counted(toFix, 'row', 'rows')} first.`
export const noRowCanBeSubmittedYet = 'No row can be submitted yet. Fix at least one.'
export const notCheckedYet = (unchecked: number): string =>
  `${counted(unchecked, 'row has', 'rows have')} not been checked yet.`
export const noRowCanBeCheckedYet = 'No row can be checked yet. Fix at least one.'
export const sayInAtLeastCharactersWhy = (least: number): string => `Give a reason of at least ${least} characters.`
export const reasonTooLong = (most: number): string => `The reason can have at most ${most} characters.`
export const enterTargetBalance = 'Enter the target balance as an amount, like 200.00, or leave it blank'
export const selectCampaignFirst = 'Select a campaign first.'
export const enterQuotationNumber = 'Enter a valid quotation number first.'
export const shortenPlasticIdFirst = 'Shorten the plastic ID first.'
export const shortenDesignIdFirst = 'Shorten the design ID first.'
export const onlyOneFileCanBeUploaded = 'Only one file can be uploaded at a time. Drop a single file.'
export const thisWasSentMoreThanDay = (subject: string): string =>
  `This ${subject} was sent more than a day ago and no answer arrived. We will check the rows again and show what got through before you submit.`
export const chooseFileFirst = 'Choose a file first.'
export const checkFoundWithErrors = (rows: number): string =>
  `The check found ${counted(rows, 'row', 'rows')} with errors`
export const rowsWithErrorsAreLeftOut = 'Rows with errors are left out. Fix them, or continue without them.'
