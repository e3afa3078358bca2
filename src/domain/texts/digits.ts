// Converts decimal digits of any script (Arabic, full-width, mathematical) to numbers.

/**
 * The value of a digit. The decimal digits of each script are ten consecutive characters in order (Unicode, 4.6), so the
 * value is the number of digits directly before `digit`.
 */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/** Replaces the digits of any script by 0 to 9. */
export const toAsciiDigits = (digits: string): string =>
  /^[0-9]*$/.test(digits) ? digits : digits.replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))

/** A one-time code as the server compares it: without spaces and invisible marks, with the digits and letters of ASCII. */
export const toTypedCode = (text: string): string =>
  toAsciiDigits(text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, ''))
