// Prevents spreadsheet programs from running a text as a formula.

/**
 * The text for a cell. A text that would start a formula gets an apostrophe in front. A text with a sign after spaces or
 * with a full-width sign also starts a formula. Plain numbers, including negative numbers, stay numbers.
 */
export function guardFormula(text: string): string {
  const startsFormula = FORMULA_IN_CELL.test(text) && !PLAIN_NUMBER.test(text)
  return startsFormula ? `'${text}` : text
}

/**
 * Guards the parts of a text for a program that divides cells by another separator. Such a program ignores our quotes.
 * Inside our quotes, a semicolon, a tab or a line end begins another cell, which could be a formula.
 */
export const guardParts = (text: string): string => text.replace(SEPARATOR_BEFORE_SIGN, "$1'")

/**
 * Like `guardFormula` and `guardParts`, for a file that the portal reads again: `unguardFormula` reverses it. A text
 * that already begins with a guarding apostrophe gets another apostrophe.
 */
export function guardReversibly(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text
  const withGuardedParts = text.replace(SEPARATOR_BEFORE_START, "$1'")
  return BEGINS_WITH_START.test(text) ? `'${withGuardedParts}` : withGuardedParts
}

export const unguardFormula = (text: string): string =>
  text.includes("'") ? text.replace(GUARDED_BEGINNING, '').replace(GUARDED_PART, '$1') : text

const PLAIN_NUMBER = /^[+-]?[0-9]+(?:[.,][0-9]+)*$/
// The signs that begin a formula: = + - @. Also the characters that some programs treat like these signs: full-width,
// small, raised and lowered signs, and the Hebrew plus.
const SIGN =
  '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe62\\ufe63\\ufe66\\ufe6b\\u207a-\\u207c\\u208a-\\u208c\\u2212\\ufb29]'
const FORMULA_IN_CELL = new RegExp(`^[\\s\\u00a0\\ufeff]*${SIGN}|^[\\t\\r\\n\\u0000]`)
// A separator before the start of a formula, also if quotes are between them. Numbers are guarded, too, because more
// text may follow them.
const SEPARATOR_BEFORE_SIGN = new RegExp(`([;\\t|\\r\\n])(?=[\\s\\u00a0\\ufeff"]*${SIGN})`, 'g')
// The start of a formula for `guardReversibly`. The start can have apostrophes in front, so that `unguardFormula` finds
// the added apostrophe again and removes only this apostrophe.
const START = `[\\s\\u00a0\\ufeff"']*${SIGN}`
const BEGINS_WITH_START = new RegExp(`^${START}`)
const GUARDED_BEGINNING = new RegExp(`^'(?=${START})`)
const SEPARATOR_BEFORE_START = new RegExp(`([;\\t|\\r\\n])(?=${START})`, 'g')
const GUARDED_PART = new RegExp(`([;\\t|\\r\\n])'(?=${START})`, 'g')
