// Telephone numbers as people write them (ITU-T E.164: 15 digits at most, the calling code of the country among them).

/** Digits alone, with a plus in front if the number names its country: '+65 8000-0069' and '0065 80000069' → '+6580000069'. */
export const bareNumber = (text: string): string =>
  text
    .trim()
    .replace(/[\s().\u2010-\u2015/-]/gu, '')
    .replace(/^00(?=[1-9])/, '+')

/** The number as it is dialled, or undefined where the text is no such number. */
export function toDialled(text: string): string | undefined {
  const number = bareNumber(text)
  return /^(?:\+[1-9][0-9]{6,14}|[0-9]{7,15})$/.test(number) ? number : undefined
}

/** How many digits a bare number has. */
export const digitsOf = (number: string): number => number.replace(/^\+/, '').length

const MIN_DIGITS = 7

/** By what a bare number, or its beginning, is looked for among stored ones. */
export interface PhonePrefixes {
  /** Beginnings of stored numbers as a whole. */
  readonly digits: readonly string[]
  /** Beginnings of stored numbers without their calling code. */
  readonly national: readonly string[]
}

export function phoneToPrefixes(number: string): PhonePrefixes {
  if (!number.startsWith('+')) {
    // Within many countries a 0 is dialled before the number, which is not part of it.
    return { digits: [number], national: [number.replace(/^0/, '')] }
  }
  const whole = number.slice(1)
  // A number may be stored without its calling code.
  const national = whole.replace(CALLING_CODE, '')
  return { digits: national.length < MIN_DIGITS ? [whole] : [whole, national], national: [] }
}

/** The same as of phone_national in the database. */
const CALLING_CODE =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])/
