// The words of app/opened-file.
import { counted, number } from '#words/figures.ts'

export const thisFileCannotBeReadHere = (files: number): string =>
  files === 1 ? 'This file cannot be read here' : 'These files cannot be read here'
export const close = 'Close'
export const openedButNotAllowed = (files: number): string =>
  `${files === 1 ? 'was' : 'were'} opened, but your account may not upload rows from files. An administrator of your programme can give you the permission.`
export const whichFile = 'Which file do you want to open?'
export const oneFileIsReadAtTime = (others: number): string =>
  `One file is read at a time. The ${others === 1 ? 'other' : 'others'} can be opened afterwards.`
export const files = 'Files'
export const lastChanged = (at: string): string => `Last changed ${at}`
export const doNotOpenAny = 'Do not open any'
export const chooseFileFirst = 'Choose a file first'
export const whatIsThisFile = 'What is this file?'
export const doNotOpen = 'Do not open it'
export const chooseContentFirst = 'Choose what the file holds first'
export const continueOn = 'Continue'
export const readItsRows = 'Read its rows for'
export const lookingAtFile = 'Looking at the file…'
export const columnsMustBeChosen = 'You would have to choose its columns'
export const allWithoutError = (rows: string): string => `${rows}, none with an error`
export const ofWithoutError = (valid: number, rows: number): string =>
  `${number(valid)} of ${counted(rows, 'row', 'rows')} without an error`
