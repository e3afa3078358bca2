// The words of ui/fields.
import { number } from '#words/figures.ts'

export const showList = 'Show the list'
export const listNotLoadedYet = 'The list is not loaded yet. You can type the code.'
export const oneEntry = '1 entry'
export const countEntries = (count: number): string => `${count} entries`
export const choices = 'Choices'
export const moreTypePartOfName = (count: number): string =>
  `${number(count)} more. Type a part of the name to find one.`
export const enterDate = 'Enter a date as yyyy-mm-dd, such as 2026-03-04'
export const dateFormat = 'yyyy-mm-dd'
export const pickFromCalendar = 'Pick from a calendar'
export const from = 'From'
export const to = 'To'
export const dropOneFileOnly = 'Drop one file only. You dropped several, so none was used.'
export const dropItHere = 'Drop it here'
export const oneFile = (accept: string): string => `${accept} · one file`
export const chooseFile = 'Choose a file'
export const month = 'Month'
export const year = 'Year'
export const oneCharacterLeft = '1 character left'
export const charactersLeft = (left: number): string => `${left} characters left`
