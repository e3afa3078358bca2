// The words of flows/rows.
import { counted, number } from '#words/figures.ts'

export const sheetSheetName = (sheetName: string): string => `Sheet “${sheetName}”`
export const sheetNotRead = (sheetName: string, otherSheets: number): string =>
  `Sheet “${sheetName}”; ${counted(otherSheets, 'other sheet was', 'other sheets were')} not read`
export const fieldsSeparated = (item: string): string => `Fields separated by ${item}`
export const textReadAsWindows1252Which = 'Text read as Windows-1252 (a guess)'
export const headerSkipped = (maskCardNumbers: string): string => `Header row skipped: ${maskCardNumbers}`
export const hiddenRowsAreIncluded = (hiddenRows: number): string =>
  `${counted(hiddenRows, 'hidden row is', 'hidden rows are')} included`
export const readAsResultSavedInFile = (formulas: number): string =>
  `${counted(formulas, 'cell has a formula', 'cells have formulas')}, read as the result saved in the file`
export const withVerdictDoneLeftOut = (doneRows: number): string =>
  `${counted(doneRows, 'row', 'rows')} with the verdict Done left out`
export const withOneShortFieldLeftOut = (ignoredLines: number): string =>
  `${counted(ignoredLines, 'line', 'lines')} with one short field left out`
export const columnBySpreadsheet = (column: string, count: number, item: string, cure: string): string =>
  `Column ${column}: ${counted(count, 'identifier', 'identifiers')} ${item} by a spreadsheet. ${cure}`
export const holdsRowsAtMostAndThere = (subject: boolean, thing2: string, maxRows: number, room: number): string =>
  `${subject ? 'An' : 'A'} ${thing2} can have at most ${number(maxRows)} rows, and there is room for ${number(room)} more. Add fewer, or put them in another ${thing2}.`
export const itIsBeingSentInOther =
  'It is being sent in the other tab. You can open it here when the answer has arrived.'
export const aboveHeadingsLeftOut = (titleLines: number): string =>
  `${counted(titleLines, 'line', 'lines')} above the headings left out`
