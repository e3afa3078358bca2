// The words of app/opened-file.
import { counted, number } from '#words/figures.ts'

export const thisFileCannotBeReadHere = 'This file cannot be read here'
export const close = 'Close'
export const openedButNotAllowed =
  'was opened, but your account may not upload rows from files. An administrator of your programme can give you the permission.'
export const whatIsThisFile = 'What is this file?'
export const doNotOpen = 'Do not open it'
export const chooseContentFirst = 'Choose what the file holds first'
export const continueOn = 'Continue'
export const readItsRows = 'Read its rows for'
export const lookingAtFile = 'Looking at the file…'
export const columnsMustBeChosen = 'You would have to choose its columns'
export const allWithoutError = (rows: string): string => `${rows}, none with an error`
export const ofWithoutError = (sound: number, rows: number): string =>
  `${number(sound)} of ${counted(rows, 'row', 'rows')} without an error`
