// Texts about rows on screen: findings, masked identifiers, amounts, empty views.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { groupDigits, type IdentifierType, maskPan, PAN, ungroupDigits } from '#domain/cards/identifiers.ts'
import { looksLikeDate } from '#domain/files/date-forms.ts'
import { NO_VALUE, type RowField } from '#domain/rows/fields.ts'
import type { CheckedRow, RowType } from '#domain/rows/row-type.ts'
import { findingMessage } from '#domain/rows/row-type.ts'
import { cents, centsToText, textToShownAmount, textToCents } from '#domain/money.ts'
import type { Row } from '#rows/rows.ts'
import type { RowFilter } from '#rows/view.ts'
import type { RowsModel } from '#flows/open-rows/rows-model.ts'

/** Explains that the rows are read-only here, since another tab has them open. */
export const openElsewhereText = ({ itemName }: Pick<RowsModel['typeInfo'], 'itemName'>): string =>
  m.rows_openInAnotherTab({ subject: itemName })

/** All findings of a row: the problems and how to fix them. */
export const rowFindingsText = (
  rowType: RowType,
  row: Pick<Row, 'findings' | 'values' | 'fieldCount' | 'facts'>,
): string => maskLongNumbers(row.findings.map((finding) => findingMessage(rowType, finding, row, row.facts)).join(' '))

/**
 * An identifier for display, with card numbers masked. A number of fewer than 13 digits stays visible, since it is
 * incomplete and must be fixed.
 */
export function identifierToText(text: string, type: IdentifierType): string {
  const identifier = ungroupDigits(text)
  if (identifier === '') return '—'
  if (type !== PAN) return /^\d+$/.test(identifier) ? groupDigits(identifier) : identifier
  if (digitsIn(identifier) < 13) return identifier
  return /^\d+$/.test(identifier) ? groupDigits(maskPan(identifier)) : maskMiddle(identifier)
}

/**
 * The first problem of a row without its solution, and the number of others: what fits into a cell uncut. The sentence
 * ends at a full stop, so that '1.50' and '4.12346E+15' stay whole.
 */
export function rowProblemText(
  rowType: RowType,
  row: Pick<Row, 'findings' | 'values' | 'fieldCount' | 'facts'>,
): string {
  const [first, ...others] = row.findings
  if (!first) return ''
  const message = maskLongNumbers(findingMessage(rowType, first, row, row.facts))
  const problem = /^.+?(?:。|[.!?؟](?=\s|$))/u.exec(message)?.[0] ?? message
  return others.length === 0 ? problem : m.rows_problemAndMore({ problem, count: others.length })
}

/** The value of a field for display. `fullBalanceCents` is the amount that a row takes if its amount is empty. */
export function valueToText(field: RowField, text: string, fullBalanceCents?: number): string {
  if (text === NO_VALUE) return m.rows_noValue()
  switch (field.value) {
    case 'identifier':
      return identifierToText(text, field.type)
    case 'money': {
      const amount = textToCents(text)
      if (typeof amount === 'number') return centsToText(amount)
      if (textToShownAmount(text)) return text
      // A card number in the wrong column must be masked, too.
      if (text !== '') return maskIfLong(text)
      return fullBalanceCents
        ? m.rows_wholeBalanceOf({ amount: centsToText(cents(fullBalanceCents)) })
        : (field.whenEmpty ?? '—')
    }
    case 'date':
      if (text === '') return '—'
      return looksLikeDate(text) ? text : maskIfLong(text)
    case 'text':
    case 'list':
      return text === '' ? '—' : maskIfLong(text)
  }
}

/** A row as one line, for a list of changes: '9000 01•• •••• 0011 → 9000 …, 12.50'. */
export function rowToLine(rowType: RowType, row: Pick<CheckedRow, 'values'>): string {
  const displayedValues = rowType.toDisplayedValues(row.values)
  return commas(rowType.activeFields.map((field) => valueToText(field, displayedValues[field.name] ?? '')))
}

export function emptyText(filter: RowFilter): string {
  switch (filter.show) {
    case 'errors':
      return m.rows_noRowIsLeftToFix()
    case 'edited':
      return m.rows_noRowHasBeenEdited()
    case 'removed':
      return m.rows_noRowHasBeenRemoved()
    case 'reason':
      return m.rows_noRowHasReason()
    case 'all':
    case 'errorsFirst':
      return m.rows_everyRowHasBeenRemoved()
  }
}

/**
 * Masks all numbers of 13 or more digits in a sentence, also with spaces or dashes between the digits: each can be a
 * card number or almost one. Dates stay readable.
 */
export const maskLongNumbers = (sentence: string): string =>
  sentence.replace(/\p{Nd}(?:[ \u00a0-]?\p{Nd}){12,}/gu, (number) =>
    looksLikeDate(number) ? number : maskMiddle(number),
  )

/** Masks a text with more than 12 digits, since it can be a card number. */
const maskIfLong = (text: string): string => (digitsIn(text) <= 12 ? text : maskMiddle(text))

/** Digits of any script: a file can have card numbers in Arabic digits. */
const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

// Replaces the digits between the first six and the last four with dots. Spaces and letters stay, since they are the
// error.
function maskMiddle(identifier: string): string {
  const total = digitsIn(identifier)
  let digitCount = 0
  return identifier.replace(/\p{Nd}/gu, (digit) => {
    digitCount += 1
    return digitCount <= 6 || digitCount > total - 4 ? digit : '•'
  })
}

/** Why a file could not be read, and what to do, as one text. */
export const refusalToText = ({ text, hint }: { readonly text: string; readonly hint?: string | undefined }): string =>
  hint === undefined || hint === '' ? text : `${/[.。]$/.test(text) ? text : m.common_fullStop({ text })} ${hint}`
