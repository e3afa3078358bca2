// Messages about a file: the sheet, the delimiter, the headings. Assumptions about a file are in ./assumptions.ts.
import { maskCardNumbers } from '#domain/cards/identifiers.ts'
import { type Message, message } from '#domain/messages/message.ts'
import { containsHeadings } from '#domain/rows/headings.ts'
import type { RowType } from '#domain/rows/row-type.ts'
import type { ReadResult } from '#services/files/sheets-worker.ts'

export type FileProperties = Extract<ReadResult, { ok: true }>['facts']

export function filePropertiesToMessages(rowType: RowType, facts: FileProperties): Message[] {
  const { sheetName, delimiter, header, formulas } = facts
  const messages: Message[] = []
  if (sheetName !== undefined) messages.push(message('sheetName', sheetName))
  if (delimiter) messages.push(message('fieldsSeparated', delimiter))
  if (header && containsHeadings(rowType.fields, header)) messages.push(headerMessage(header))
  if (formulas > 0) messages.push(message('formulasRead', formulas))
  messages.push(linesToMessage(facts))
  return messages
}

/** What each line of the file became: '7 lines: 6 rows, 1 with headings'. */
export function linesToMessage({ lines: { read: lineCount, ...countByUse } }: FileProperties): Message {
  const knownCount = Object.values(countByUse).reduce((sum, count) => sum + count, 0)
  return message('linesRead', lineCount, { ...countByUse, unknown: lineCount - knownCount })
}

/**
 * True if a cell contains line breaks, as after a missing quotation mark. Rows may then have vanished into the cell, so
 * the user should compare the numbers before the submission.
 */
export const hasLinesInCells = ({ lines: { inCells } }: FileProperties): boolean => inCells > 0

/**
 * Reports lines that were not read as rows. A skipped first line is reported only if it does not name the columns,
 * because it may have been data.
 */
export function leftOutToMessages(rowType: RowType, facts: FileProperties): Message[] {
  const { header, titleLines = 0, doneRows, ignoredLines } = facts
  const messages: Message[] = []
  if (titleLines > 0) messages.push(message('titleLinesLeftOut', titleLines))
  if (header && !containsHeadings(rowType.fields, header)) messages.push(headerMessage(header))
  if (doneRows > 0) messages.push(message('doneRowsLeftOut', doneRows))
  if (ignoredLines > 0) messages.push(message('shortLinesLeftOut', ignoredLines))
  return messages
}

const headerMessage = (header: readonly string[]): Message =>
  message('headerSkipped', header.map(maskCardNumbers).join(', '))

/** Reports values that a spreadsheet has damaged: the column, the count and the fix. */
export const readFactsToDamage = ({ columnDamage }: FileProperties): Message[] =>
  columnDamage.map(({ column, count, damage }) =>
    message(damage === 'rounded' ? 'numbersRounded' : 'numbersShortened', column, count),
  )
