// Messages about a file: the sheet, the delimiter, the headings. Assumptions about a file are in ./assumptions.ts.
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { type Message, message } from '#domain/messages/message.ts'
import { containsHeadings } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import type { ReadResult } from '#services/files/sheets-worker.ts'

export type FileProperties = Extract<ReadResult, { ok: true }>['facts']

export function filePropertiesToMessages(rowType: RowType, facts: FileProperties): Message[] {
  const { sheetName, delimiter, header, formulas } = facts
  return [
    sheetName === undefined ? undefined : message('sheetName', sheetName),
    delimiter && message('fieldsSeparated', delimiter),
    header && containsHeadings(rowType.fields, header) ? headerMessage(header) : undefined,
    formulas > 0 ? message('formulasRead', formulas) : undefined,
    linesToMessage(facts),
  ].filter((fact) => fact !== undefined)
}

/** What each line of the file became: '7 lines: 6 rows, 1 with headings'. */
export function linesToMessage({ lines: { read, ...uses } }: FileProperties): Message {
  const counted = Object.values(uses).reduce((sum, count) => sum + count, 0)
  return message('linesRead', read, { ...uses, unknown: read - counted })
}

/** True if rows may have vanished into a cell, so that the user should compare the numbers before the submission. */
export const hasLinesInCells = ({ lines: { inCells } }: FileProperties): boolean => inCells > 0

/**
 * Reports lines that were not read as rows. A skipped first line is reported only if it does not name the columns,
 * because it may have been data.
 */
export function leftOutToMessages(rowType: RowType, facts: FileProperties): Message[] {
  const { header, titleLines = 0 } = facts
  return [
    titleLines > 0 ? message('titleLinesLeftOut', titleLines) : undefined,
    header && !containsHeadings(rowType.fields, header) ? headerMessage(header) : undefined,
    ...skippedLinesToMessages(facts),
  ].filter((fact) => fact !== undefined)
}

const headerMessage = (header: readonly string[]): Message =>
  message('headerSkipped', header.map(maskCardNumbers).join(', '))

const skippedLinesToMessages = ({ doneRows, ignoredLines }: FileProperties): (Message | undefined)[] => [
  doneRows > 0 ? message('doneRowsLeftOut', doneRows) : undefined,
  ignoredLines > 0 ? message('shortLinesLeftOut', ignoredLines) : undefined,
]

/** Reports values that a spreadsheet has damaged: the column, the count and the fix. */
export const readFactsToDamage = ({ columnDamage }: FileProperties): Message[] =>
  columnDamage.map(({ column, count, damage }) =>
    message(damage === 'rounded' ? 'numbersRounded' : 'numbersShortened', column, count),
  )
