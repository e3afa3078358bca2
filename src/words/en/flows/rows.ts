// The words of flows/rows.
import { counted, listAnd, number } from '#words/figures.ts'

export const sheetSheetName = (sheetName: string): string => `Sheet “${sheetName}”`
export const fieldsSeparated = (item: string): string => `Fields separated by ${item}`
export const headerSkipped = (maskCardNumbers: string): string => `Header row skipped: ${maskCardNumbers}`
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
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')
/** '3', '3 and 7', '3, 5, 7 and 12 more'. */
const rowList = (rows: readonly number[]): string => {
  const shown = rows.slice(0, 6).map(String)
  return rows.length > 6 ? `${shown.join(', ')} and ${number(rows.length - 6)} more` : listAnd(shown)
}
export const sheetsPassedOver = (sheet: string, others: readonly string[]): string =>
  `Sheet “${sheet}” was read; ${quoted(others)} ${others.length === 1 ? 'has' : 'have'} no matching rows`
export const sheetsNotRead = (sheet: string, others: readonly string[]): string =>
  `Sheet “${sheet}” was read; ${quoted(others)} ${others.length === 1 ? 'was' : 'were'} not`
export const hiddenSheetsNotRead = (sheets: number): string =>
  `${counted(sheets, 'hidden sheet was', 'hidden sheets were')} not read`
export const textReadAsGuess = (encoding: string, sample: string): string =>
  `The text was read as ${encoding}, which is a guess: “${sample}”`
export const textReadAsChosen = (encoding: string, sample: string): string =>
  `The text was read as ${encoding}, as you chose: “${sample}”`
export const columnsHidden = (titles: readonly string[]): string =>
  `${titles.length === 1 ? 'A column is' : `${number(titles.length)} columns are`} hidden in the sheet: ${titles.join(', ')}`
export const cellsMergedAcross = (rows: readonly number[]): string =>
  `Cells are merged over several columns in ${rows.length === 1 ? 'row' : 'rows'} ${rowList(rows)}: only the first column has their value`
export const amountsShownRounded = (
  count: number,
  { exact, shown }: { readonly exact: string; readonly shown: string },
  difference: string,
): string =>
  `${counted(count, 'amount has', 'amounts have')} decimals that the sheet does not show, such as ${exact} shown as ${shown}. Amounts are taken in full, ${difference.startsWith('-') ? `${difference.slice(1)} less` : `${difference} more`} in total than the sheet shows`
export const hiddenRowsAreIncluded = (rows: readonly number[]): string =>
  `${counted(rows.length, 'row that is', 'rows that are')} hidden in the sheet ${rows.length === 1 ? 'is' : 'are'} included: row ${rowList(rows)}`
export const hiddenRowsLeftOut = (rows: readonly number[]): string =>
  `${counted(rows.length, 'row that is', 'rows that are')} hidden in the sheet ${rows.length === 1 ? 'is' : 'are'} left out: row ${rowList(rows)}`
export const leaveOutHiddenRows = (rows: number): string =>
  rows === 1 ? 'Leave out the hidden row' : `Leave out the ${number(rows)} hidden rows`
export const takeHiddenRows = (rows: number): string =>
  rows === 1 ? 'Include the hidden row' : `Include the ${number(rows)} hidden rows`
export const totalRowsLeftOut = (rows: readonly number[]): string =>
  `${rows.length === 1 ? 'A row with totals was' : `${number(rows.length)} rows with totals were`} left out: row ${rowList(rows)}`
export const takeTotalRows = (rows: number): string => (rows === 1 ? 'Include the row' : 'Include these rows')
interface MergedPlace {
  readonly value: string
  readonly from: number
  readonly to: number
}
const mergedPlaces = (places: readonly MergedPlace[]): string => {
  const shown = places
    .slice(0, 3)
    .map(({ value, from, to }) =>
      value === '' ? `rows ${from} to ${to}, from above the data` : `“${value}” over rows ${from} to ${to}`,
    )
  return places.length > 3 ? `${shown.join(', ')} and ${number(places.length - 3)} more` : listAnd(shown)
}
export const mergedCellsBlank = (column: string, places: readonly MergedPlace[], rows: number): string =>
  `Merged cells in ${column}: ${mergedPlaces(places)}. ${counted(rows, 'row has', 'rows have')} no value there`
export const mergedCellsFilled = (column: string, places: readonly MergedPlace[]): string =>
  `Merged cells in ${column}: ${mergedPlaces(places)}. Every row has a value now`
export const repeatMerged = (value: string | undefined, rows: number): string =>
  `Repeat ${value === undefined ? 'the values' : `“${value}”`} in ${counted(rows, 'row', 'rows')}`
export const moreRowsKept = (taken: number, rest: number): string =>
  `The first ${number(taken)} rows were taken. The other ${number(rest)} are kept as a draft`
export const moreRowsNotKept = (taken: number, rest: number): string =>
  `The first ${number(taken)} rows were taken. The other ${number(rest)} could not be kept on this device: they are only in your file`
