// Parses telephone numbers in the forms that people write (ITU-T E.164: at most 15 digits including the country code).

/** Between two complete numbers, a slash does not join digits: '91234567/123'. After an area code it does: '030/12345'. */
const TWO_NUMBERS = /[0-9]{7,}\s*\/|\/[^/]*\//
/** A point before at most one last digit is a decimal point, written by a program, not a separator: '6591234567.0'. */
const DECIMALS = /\.[0-9]?$/

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
  if (TWO_NUMBERS.test(text) || DECIMALS.test(text.trim())) return undefined
  const number = normalisePhoneNumber(text)
  return /^(?:\+[1-9][0-9]{6,14}|[0-9]{7,15})$/.test(number) ? number : undefined
}

/** Counts the digits of a normalised number. */
export const countDigits = (number: string): number => number.replace(/^\+/, '').length

const MIN_DIGITS = 7

/** The prefixes by which stored numbers are searched for a typed number or its beginning. */
export interface PhonePrefixes {
  /** Prefixes of stored numbers with their country code, if they have one. */
  readonly digits: readonly string[]
  /** Prefixes of stored numbers without their country code. */
  readonly national: readonly string[]
}

export function phoneToPrefixes(number: string): PhonePrefixes {
  if (!number.startsWith('+')) {
    // In many countries a 0 is dialled before the number; it is not part of the number.
    return { digits: [number], national: [number.replace(/^0/, '')] }
  }
  const digits = number.slice(1)
  // The stored number may have no country code.
  const national = digits.replace(COUNTRY_CODE, '')
  return { digits: national.length < MIN_DIGITS ? [digits] : [digits, national], national: [] }
}

/** All country codes of ITU-T E.164. Equals the pattern of phone_national in the database. */
const COUNTRY_CODE =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])/
