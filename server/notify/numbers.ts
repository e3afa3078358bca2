// Telephone numbers as people write them.

/**
 * The number as it is dialled: digits, with a plus where it names its country (ITU-T E.164: 15 digits at most). Undefined where the
 * text is no such number.
 */
export function toDialled(text: string): string | undefined {
  const digits = text
    .trim()
    .replace(/[\s().\u2010-\u2015/-]/gu, '')
    .replace(/^00(?=[1-9])/, '+')
  return /^(?:\+[1-9][0-9]{6,14}|[0-9]{7,15})$/.test(digits) ? digits : undefined
}
