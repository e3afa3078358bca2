// The words of rows.
import { counted, number } from '#words/figures.ts'

export const blockIsWideAndFromHere = (width: number, count: number): string =>
  `The block is ${counted(width, 'column', 'columns')} wide, and from here there ${count === 1 ? 'is 1' : `are ${count}`}. Choose a cell further left, or copy fewer columns.`
export const blockIsHighAndFromHere = (count: number, count2: number): string =>
  `The block is ${counted(count, 'row', 'rows')} high, and from here there ${count2 === 1 ? 'is 1' : `are ${count2}`}. Show all rows to add the others behind them.`
export const rowRowNumber = (rowNumber: number): string => `row ${rowNumber}`
export const countRows = (count: number): string => `${number(count)} rows`
export const editOf = (name: string): string => `edit ${name}`
export const removalOf = (rowsText: string): string => `remove ${rowsText}`
export const puttingBack = (gone: string): string => `restore ${gone}`
export const returnOfToFilesValues = (name: string): string => `reset ${name}`
export const fixOf = (fix: string, ids: string): string => `${fix} ${ids}`
export const labelOfIds = (label: string, ids: string): string => `set ${label} of ${ids}`
export const amountsOf = (ids: string): string => `set amounts of ${ids}`
export const addingOf = (ids: string): string => `add ${ids}`
export const correctionsOf = (name: string): string => `correct ${name}`
export const whatIntoIds = (what: string, ids: string): string => `${what} into ${ids}`
export const removed = 'Removed'
export const toFix = 'To fix'
export const valid = 'Valid'
export const check = 'Check'
export const rowId = (id: number): string => `row ${id}`
export const thereIsNoRow = (id: number): string => `there is no row ${id}`
export const inTheFile = (heading: string): string => `${heading} in the file`
