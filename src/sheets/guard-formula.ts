// Prevents spreadsheet programs from running a text as a formula.

/**
 * The text for a cell, with an apostrophe in front if it would start a formula. Leading spaces and full-width signs do
 * not hide a formula. Plain numbers, including negative ones, stay numbers.
 */
export function guardFormula(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text
  return DANGEROUS.test(text) ? `'${text}` : text
}

/**
 * Guards each part of a text that a program with another separator reads as a separate cell. Such a program ignores our
 * quotes, so a semicolon, a tab or a line end within them divides cells.
 */
export const guardParts = (text: string): string => text.replace(AFTER_SEPARATOR, "$1'")

/**
 * Like `guardFormula` and `guardParts`, for a file that the portal reads again: `unguardFormula` reverses it. A text
 * that already begins with a guarding apostrophe gets another apostrophe.
 */
export function guardReversibly(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text
  const parts = text.replace(TO_GUARD, "$1'")
  return BEGINS.test(text) ? `'${parts}` : parts
}

export const unguardFormula = (text: string): string =>
  text.includes("'") ? text.replace(GUARDED_BEGINNING, '').replace(GUARDED, '$1') : text

const PLAIN_NUMBER = /^[+-]?[0-9]+(?:[.,][0-9]+)*$/
// oxlint-disable-next-line no-control-regex
const DANGEROUS = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\u0000]/
// A separator before the start of a formula, in quotes or not. Numbers are guarded too, since more text can follow
// them.
const AFTER_SEPARATOR = /([;\t|\r\n])(?=[\s\u00a0\ufeff"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
// The same positions, also after apostrophes, so that an added apostrophe is found again and removed once.
const BEGINS = /^[\s\u00a0\ufeff"']*[=+\-@\uff1d\uff0b\uff0d\uff20]/
const GUARDED_BEGINNING = /^'(?=[\s\u00a0\ufeff"']*[=+\-@\uff1d\uff0b\uff0d\uff20])/
const TO_GUARD = /([;\t|\r\n])(?=[\s\u00a0\ufeff"']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const GUARDED = /([;\t|\r\n])'(?=[\s\u00a0\ufeff"']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
