// The words of app/opened-file.
import { counted, number } from '#words/figures.ts'

export const thisFileCannotBeReadHere = (files: number): string =>
  files === 1 ? 'This file cannot be read here' : 'These files cannot be read here'
export const close = 'Close'
export const openedButNotAllowed = (files: number): string =>
  `${files === 1 ? 'was' : 'were'} opened, but your account cannot upload files. An administrator of your programme can give you the permission.`
export const whichFile = 'Which file do you want to open?'
export const oneFileIsReadAtTime = (others: number): string =>
  `One file is read at a time. You can open the ${others === 1 ? 'other one' : 'others'} next.`
export const files = 'Files'
export const lastChanged = (at: string): string => `Last changed ${at}`
export const doNotOpenAny = 'Open none'
export const chooseFileFirst = 'Choose a file first'
export const whatIsThisFile = 'What is this file?'
export const doNotOpen = 'Do not open it'
export const chooseContentFirst = 'Choose what the file contains first'
export const continueOn = 'Continue'
export const readItsRows = 'Use its rows for'
export const lookingAtFile = 'Looking at the file…'
export const columnsMustBeChosen = 'You will need to choose its columns'
export const allWithoutError = (rows: string): string => `${rows}, no errors`
export const ofWithoutError = (valid: number, rows: number): string =>
  `${number(valid)} of ${counted(rows, 'row', 'rows')} without an error`
