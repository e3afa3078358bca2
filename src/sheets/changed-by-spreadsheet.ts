// Recognises texts that a spreadsheet program would change when it opens a csv, because it reads them as numbers,
// dates, times or fractions.
import { monthAliases } from '#domain/files/date-forms.ts'

/**
 * True for a text whose characters a spreadsheet program changes, in the languages in which our users run Excel: long
 * numbers, leading zeros, a plus sign, decimals, E notation, days, times, fractions and truth values. False for a short
 * whole number. Also true for some texts that only look similar. They are then stored as text, which no user notices.
 */
export function isChangedBySpreadsheet(text: string): boolean {
  // Digits are rounded, however many there are. No other text of this length is read as a number or a date.
  if (text.length > MAX_LENGTH) return /^\s*[+-]?[0-9]+\s*$/.test(text)
  const plain = text.trim()
  const hasDigit = /[0-9]/.test(plain)
  if (!hasDigit) return /^(?:true|false)$/i.test(plain)
  const isShortWholeNumber = /^-?(?:0|[1-9][0-9]{0,10})$/.test(plain)
  return !isShortWholeNumber && CHANGED.test(plain)
}

const MAX_LENGTH = 40

const MONTH = `(?:${monthAliases.flat().join('|')})`

const TIME = String.raw`[0-9]{1,2}(?::[0-9]{1,2}){1,2}(?:[.,][0-9]+)?`

/** 1-Mar, 3. März 2026. */
const DAY_THEN_MONTH = String.raw`[0-9]{1,4}[\s./-]*${MONTH}\.?(?:[\s./,-]*[0-9]{1,4})?`
/** MAR1, May 5, 2026. */
const MONTH_THEN_DAY = String.raw`${MONTH}\.?[\s./,-]*[0-9]{1,4}(?:[\s./,-]+[0-9]{1,4})?`

const CHANGED = new RegExp(
  `^(?:${[
    // Numbers, days, times and fractions of only digits: 000123, +65, 1.10, 3-4, 1/2, 1 1/2, 10:30, (5), 5-.
    String.raw`[(+-]?[0-9.,][0-9\s.,:/'-]*\)?`,
    // 12E5.
    String.raw`[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)e[+-]?[0-9]+`,
    // 10 am, 1/2/2026 10:30 p.m.
    String.raw`(?:[0-9]{1,2}\s+|[0-9\s./-]*${TIME}\s*)[ap]\.?(?:m\.?)?`,
    // 2026-03-01T10:30.
    String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}t${TIME}`,
    // 1-Mar, May 5, 2026 10:30.
    String.raw`(?:${DAY_THEN_MONTH}|${MONTH_THEN_DAY})(?:[\s,]+${TIME}(?:\s*[ap]m?)?)?`,
  ].join('|')})$`,
  'i',
)
