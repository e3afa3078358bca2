// The words of flows/rows.
import { counted, listAnd, number, rowList } from '#words/figures.ts'

export const columnsAsSharedBy = (name: string): string => `Columns as shared by ${name}`
export const holdsRowsAtMostAndThere = (subject: boolean, thing2: string, maxRows: number, room: number): string =>
  `${subject ? 'An' : 'A'} ${thing2} can have at most ${number(maxRows)} rows, and there is room for ${number(room)} more. Add fewer, or put them in another ${thing2}.`
export const itIsBeingSentInOther =
  'It is being sent in the other tab. You can open it here when the answer has arrived.'
export const hiddenRowsLeftOut = (rows: readonly number[]): string =>
  `${counted(rows.length, 'row that is', 'rows that are')} hidden in the sheet ${rows.length === 1 ? 'is' : 'are'} left out: row ${rowList(rows)}`
export const leaveOutHiddenRows = (rows: number): string =>
  rows === 1 ? 'Leave out the hidden row' : `Leave out the ${number(rows)} hidden rows`
export const takeHiddenRows = (rows: number): string =>
  rows === 1 ? 'Include the hidden row' : `Include the ${number(rows)} hidden rows`
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
