// The words of pages/merchants/file.
import { counted, number } from '#words/figures.ts'

export const noRowValidYet = 'No row is valid yet. Fix the rows first.'
export const figuresOfFile = 'Figures of the file'
export const rows = 'Rows'
export const valid = 'Valid'
export const toFix = 'To fix'
export const stop = 'Stop'
export const discard = 'Delete…'
export const generatingTotal = (total: number): string => `Generating ${number(total)}…`
export const spreadsheetChangedRows = 'Your spreadsheet changed some numbers'
export const discardRows = (name: string): string => `Delete the rows of ${name}`
export const discardEffect = (rows: number): string =>
  `${counted(rows, 'row', 'rows')} of merchants that are not signed up are removed from this device. Those in the list stay.`
export const discardCount = (rows: number): string => `Delete ${counted(rows, 'row', 'rows')}`
export const generateFirst = (fitting: number): string => `Generate the first ${number(fitting)}`
export const generateValid = (valid: number): string => `Generate ${valid === 0 ? '' : number(valid)}`
export const listHoldsAtMost = (limit: number): string =>
  `The list can have at most ${counted(limit, 'merchant', 'merchants')}.`
export const howManyItHoldsIsSetting = 'This limit is set for the portal. Ask its administrators to raise it.'
export const goToList = 'Go to the list'
export const forRoomDownload = (valid: number, holds: string, more: string): string =>
  `${counted(valid, 'merchant in this file is', 'merchants in this file are')} waiting for room. ${holds} Download the list with its QR codes, clear it and continue here: the rows stay. ${more}`
export const listHasRoomForOfThese = (fitting: number, valid: number): string =>
  `The list has room for ${number(fitting)} of these ${counted(valid, 'merchant', 'merchants')}`
export const generateFirstDownloadList = (holds: string, fitting: number, more: string): string =>
  `${holds} Generate the first ${number(fitting)}, download the list with its QR codes, clear it, and continue with the others: they stay here. ${more}`
export const connectionIsLostItGoes =
  'The sign-up continues automatically when you are back online. Nothing is lost or sent twice.'
export const serverIsBusy = 'The server is busy. The sign-up continues automatically in a moment.'
export const merchantsSignedUp = 'Merchants signed up'
export const eachComesIntoList = 'Each is added to the list as it is done. You can leave this page meanwhile.'
export const canBeGoneOnWithHere = 'can be continued in either place. Nothing is signed up twice.'
export const wasOpenedAndIsNotRead = 'was opened but not read yet'
export const doNotOpen = 'Do not open it'
export const itIsReadAsSoon = 'It is read as soon as the rows below are signed up or deleted.'
export const keepRows = 'Keep the rows as they are'
export const pastedRows = 'Pasted rows'
export const dropFileOfMerchantsHere = 'Drop the file of merchants here'
export const csvXlsxOrXlsOneFile = (maxRows: number): string =>
  `csv, xlsx or xls · one file · up to ${number(maxRows)} rows, one merchant per row. You can also paste rows copied in a spreadsheet.`
export const sampleFile = 'Template'
export const readingAndCheckingFile = 'Reading and checking the file…'
export const cancel = 'Cancel'
export const ofMerchantsSignedUp = (done: number, total: number): string =>
  `${number(done)} of ${number(total)} merchants signed up`
export const nothingIsLost = (why: string | undefined): string =>
  `${why ?? 'The others were refused, or are waiting for an earlier answer: their rows say why.'} Nothing is lost: what is not in the list stays in the file.`
export const noAnswerHasComeItGoes = 'The sign-up is repeated automatically in a moment. Nothing is lost or sent twice.'
