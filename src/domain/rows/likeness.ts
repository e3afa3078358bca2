// Whether values look like those of a field: a file without headings is read by position only if nearly all its rows look
// like the wizard's own format. A mistyped value still looks like one; a text in the place of an amount does not.
import { looksLikeDate } from '#domain/date-forms.ts'
import { textToDate } from '#domain/calendar.ts'
import { shownAmount, textToCents } from '#domain/money.ts'
import { toOneLine, toPlainNumber } from '#domain/texts.ts'
import { currencyBeside } from './amount-units.ts'
import { isCellError, isDamaged, isDamagedText, NO_VALUE, type RowField, type ValueKind } from './fields.ts'

/** The digits that can be meant as a card number, with some missing or too many. */
const [MIN_DIGITS, MAX_DIGITS] = [12, 19]

/** Digits with spaces, dashes or odd characters between them, or what a spreadsheet makes of them. */
export function looksLikeCard(text: string): boolean {
  const plain = toPlainNumber(text)
  const digits = plain.replaceAll(/[^0-9]/g, '').length
  return isDamaged(plain) || (!/\p{L}/u.test(plain) && digits >= MIN_DIGITS && digits <= MAX_DIGITS)
}

/** A number in any notation, with a currency or not. */
export function looksLikeAmount(text: string): boolean {
  const plain = toPlainNumber(text).trim()
  if (typeof textToCents(plain) === 'number' || shownAmount(plain)) return true
  if (looksLikeDay(plain) || plain.replaceAll(/[^0-9]/g, '').length > 12) return false
  return currencyBeside(plain) !== undefined || /^[^\p{L}]{0,3}[0-9][0-9.,'’ ]*[^\p{L}]{0,3}$/u.test(plain)
}

const looksLikeDay = (text: string): boolean =>
  !/^[0-9]+$/.test(text) && (textToDate(text) !== undefined || looksLikeDate(text))

/** A text that is neither a day nor an amount with decimals. */
const looksLikeText = (text: string): boolean =>
  isDamagedText(text) || (!looksLikeDay(text) && !/^-?[0-9][0-9.,]*[.,][0-9]{2}$/.test(text))

const likeness: Readonly<Record<ValueKind, (text: string) => boolean>> = {
  identifier: looksLikeCard,
  money: looksLikeAmount,
  date: (text) => textToDate(text) !== undefined || looksLikeDate(text),
  text: looksLikeText,
  list: looksLikeText,
}

/** Whether a value looks like one of a field; an empty one does unless the field is required. */
export function looksLike(field: RowField, text: string): boolean {
  if (text === '') return field.use !== 'required'
  if (text === NO_VALUE || isCellError(text)) return true
  if (!likeness[field.value](text)) return false
  return field.value !== 'text' || field.like === undefined || field.like.test(toOneLine(text))
}
