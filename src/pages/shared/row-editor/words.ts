// Texts for rows on screen: findings, values with card numbers masked, and what an empty view says.
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

type RowWithFindings = Pick<Row, 'findings' | 'values' | 'fieldCount' | 'facts'>

/** All findings of a row: the problems and how to fix them. */
export function rowFindingsText(rowType: RowType, row: RowWithFindings): string {
  const messages = row.findings.map((finding) => findingMessage(rowType, finding, row, row.facts))
  return maskLongNumbers(messages.join(' '))
}

/** A number with at least this many digits can be a card number, perhaps with some digits missing. */
const MIN_DIGITS_TO_MASK = 13

/** An identifier for display, with card numbers masked. A shorter number is not masked, since the user must fix it. */
export function identifierToText(text: string, type: IdentifierType): string {
  const identifier = ungroupDigits(text)
  if (identifier === '') return '—'
  const hasOnlyDigits = /^\d+$/.test(identifier)
  if (type !== PAN) return hasOnlyDigits ? groupDigits(identifier) : identifier
  if (digitsIn(identifier) < MIN_DIGITS_TO_MASK) return identifier
  return hasOnlyDigits ? groupDigits(maskPan(identifier)) : maskMiddle(identifier)
}

/**
 * The first sentence of a text. A sentence ends with '。', or with '.', '!', '?' or '؟' before a space or the end of the
 * text: the points in '1.50' and '4.12346E+15' do not end it.
 */
const FIRST_SENTENCE = /^.+?(?:。|[.!?؟](?=\s|$))/u

/** The first problem of a row and the number of other problems. The solution is left out, so that a cell has room. */
export function rowProblemText(rowType: RowType, row: RowWithFindings): string {
  const [first, ...others] = row.findings
  if (!first) return ''
  const message = maskLongNumbers(findingMessage(rowType, first, row, row.facts))
  const problem = FIRST_SENTENCE.exec(message)?.[0] ?? message
  return others.length === 0 ? problem : m.rows_problemAndMore({ problem, count: others.length })
}

/** The value of a field for display. `wholeBalanceCents`: the amount that the row moves if its amount is empty. */
export function valueToText(field: RowField, text: string, wholeBalanceCents?: number): string {
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
      if (wholeBalanceCents) return m.rows_wholeBalanceOf({ amount: centsToText(cents(wholeBalanceCents)) })
      return field.whenEmpty ?? '—'
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

/** 13 or more digits of any script, perhaps with a space, no-break space or dash between two of them. */
const LONG_NUMBER = /\p{Nd}(?:[ \u00a0-]?\p{Nd}){12,}/gu

/** Masks all long numbers in a sentence, except dates. */
export const maskLongNumbers = (sentence: string): string =>
  sentence.replace(LONG_NUMBER, (number) => (looksLikeDate(number) ? number : maskMiddle(number)))

/** Masks a text that can be a card number. */
const maskIfLong = (text: string): string => (digitsIn(text) < MIN_DIGITS_TO_MASK ? text : maskMiddle(text))

/** Digits of any script: a file can have card numbers in Arabic digits. */
const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

/**
 * Replaces the digits between the first six and the last four with dots. Spaces and letters stay, since the user has to
 * see and correct them.
 */
function maskMiddle(identifier: string): string {
  const total = digitsIn(identifier)
  let digitCount = 0
  return identifier.replace(/\p{Nd}/gu, (digit) => {
    digitCount += 1
    const isInMiddle = digitCount > 6 && digitCount <= total - 4
    return isInMiddle ? '•' : digit
  })
}

interface Refusal {
  /** Why the file could not be read. */
  readonly text: string
  /** What the user can do. */
  readonly hint?: string | undefined
}

export function refusalToText({ text, hint = '' }: Refusal): string {
  if (hint === '') return text
  const hasFullStop = /[.。]$/.test(text)
  return `${hasFullStop ? text : m.common_fullStop({ text })} ${hint}`
}
