// The words of server/columns.
import { number } from '#words/figures.ts'

export const eachFieldIsReadFromOneColumn = 'Each field is read from one column of the file, and one field at least'
export const tooManyShared = (most: number): string =>
  `At most ${number(most)} files can have shared columns. Remove some under My Settings.`
export const noLongerShared = 'These columns are no longer shared'
export const sharedBySomeoneElse = 'Only the user who shared these columns, or an administrator, can remove them'
