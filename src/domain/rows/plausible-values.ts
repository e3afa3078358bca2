// Checks whether a text is plausible as a value of a field. A file without headings is read by position only if nearly
// all of its values are plausible. A mistyped value is still plausible. A word is not plausible as an amount.
import { looksLikeDate } from '#domain/files/date-forms.ts'
import { textToDate } from '#domain/calendar.ts'
import { textToShownAmount, textToSplitAmount, textToCents } from '#domain/money.ts'
import { toOneLine, toPlainNumber } from '#domain/texts/clean-text.ts'
import { findAdjacentCurrency } from './amount-units.ts'
import { isCellError, isRoundedIdentifier, isRoundedText } from '#domain/files/damaged-text.ts'
import { NO_VALUE, type RowField, type ValueType } from './fields.ts'

/** The number of digits in a card number. A mistyped number can have fewer or more digits. */
const MIN_CARD_DIGITS = 12
const MAX_CARD_DIGITS = 19

/** True for digits with spaces, dashes or odd characters between them, or in a form that spreadsheets produce. */
export function looksLikeCard(text: string): boolean {
  const plain = toPlainNumber(text)
  const digitCount = plain.replaceAll(/[^0-9]/g, '').length
  const hasCardLength = digitCount >= MIN_CARD_DIGITS && digitCount <= MAX_CARD_DIGITS
  const isNumber = hasCardLength && !/\p{L}/u.test(plain)
  return isNumber || isRoundedIdentifier(plain)
}

const MAX_AMOUNT_DIGITS = 12

/** True for a number in any notation, with or without a currency. */
export function looksLikeAmount(text: string): boolean {
  const plain = toPlainNumber(text).trim()
  const isAmount = typeof textToCents(plain) === 'number'
  if (isAmount || textToShownAmount(plain) || textToSplitAmount(plain)) return true
  const isTooLong = plain.replaceAll(/[^0-9]/g, '').length > MAX_AMOUNT_DIGITS
  if (isTooLong || isFormattedDay(plain)) return false
  const isNumberWithSigns = /^[^\p{L}]{0,3}[0-9][0-9.,'’ ]*[^\p{L}]{0,3}$/u.test(plain)
  return isNumberWithSigns || findAdjacentCurrency(plain) !== undefined
}

const isDay = (text: string): boolean => textToDate(text) !== undefined || looksLikeDate(text)

/** True for a day that is not written in digits only. A text of digits could also be an amount. */
const isFormattedDay = (text: string): boolean => isDay(text) && !/^[0-9]+$/.test(text)

/** True for a text that is neither a day nor an amount with decimals. */
function looksLikeText(text: string): boolean {
  if (isRoundedText(text)) return true
  const hasTwoDecimals = /^-?[0-9][0-9.,]*[.,][0-9]{2}$/.test(text)
  return !hasTwoDecimals && !isFormattedDay(text)
}

const plausibilityChecks: Readonly<Record<ValueType, (text: string) => boolean>> = {
  identifier: looksLikeCard,
  money: looksLikeAmount,
  date: isDay,
  text: looksLikeText,
  list: looksLikeText,
}

/** True if a text is plausible as a value of the field. An empty text is plausible unless the field is required. */
export function isPlausibleValue(field: RowField, text: string): boolean {
  if (text === '') return field.use !== 'required'
  if (text === NO_VALUE || isCellError(text)) return true
  if (!plausibilityChecks[field.value](text)) return false
  const pattern = field.value === 'text' ? field.pattern : undefined
  return pattern === undefined || pattern.test(toOneLine(text))
}
