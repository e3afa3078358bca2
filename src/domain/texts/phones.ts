// Parses telephone numbers in the forms that people write (ITU-T E.164: at most 15 digits including the country code).

/**
 * Matches a text with two numbers: a slash after a complete number ('91234567/123'), or two slashes. A slash after an
 * area code ('030/12345') is only a separator within one number.
 */
const TWO_NUMBERS = /[0-9]{7,}\s*\/|\/[^/]*\//
/** Matches a number that a program has written with a decimal point: '6591234567.0'. Other points are separators. */
const DECIMAL_POINT = /\.[0-9]?$/

/**
 * Only the digits, with a leading plus if the number has a country code: '+65 8000-0069' and '0065 80000069' →
 * '+6580000069'.
 */
export const normalisePhoneNumber = (text: string): string =>
  text
    .trim()
    .replace(/[\s().\u2010-\u2015/-]/gu, '')
    .replace(/^00(?=[1-9])/, '+')

/** The number in the form that is dialled, or undefined if it cannot be dialled. */
export function toDiallableNumber(text: string): string | undefined {
  if (TWO_NUMBERS.test(text) || DECIMAL_POINT.test(text.trim())) return undefined
  const number = normalisePhoneNumber(text)
  return DIALLABLE.test(number) ? number : undefined
}

/** 7 to 15 digits, with or without the plus of a country code. */
const DIALLABLE = /^(?:\+[1-9][0-9]{6,14}|[0-9]{7,15})$/

/** Counts the digits of a normalised number. */
export const countDigits = (number: string): number => number.replace(/^\+/, '').length

/** Fewer digits are not searched without their country code, because too many stored numbers begin with them. */
const MIN_NATIONAL_DIGITS = 7

/** A stored number is found if it begins with one of these prefixes. */
export interface PhonePrefixes {
  /** Compared with all digits of a stored number, including its country code if the number has one. */
  readonly wholeNumber: readonly string[]
  /** Compared with the digits of a stored number after its country code. */
  readonly afterCountryCode: readonly string[]
}

/** The prefixes for a typed number or its beginning. */
export function phoneToPrefixes(number: string): PhonePrefixes {
  if (!number.startsWith('+')) {
    // In many countries, people dial a 0 before a number, which is not part of the number itself.
    return { wholeNumber: [number], afterCountryCode: [number.replace(/^0/, '')] }
  }
  const digits = number.slice(1)
  const national = digits.replace(COUNTRY_CODE, '')
  if (national.length < MIN_NATIONAL_DIGITS) return { wholeNumber: [digits], afterCountryCode: [] }
  // The number may be stored without its country code.
  return { wholeNumber: [digits, national], afterCountryCode: [] }
}

/** Matches each country code of ITU-T E.164. Equals the pattern of phone_national in the database. */
const COUNTRY_CODE =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])/
