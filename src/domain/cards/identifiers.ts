// The two ways a card is named in a batch: its number (PAN) or its tracking number.

/** batches §9: 1 = PAN, 2 = TrackingNumber. */
export type IdentifierType = 1 | 2
export const PAN: IdentifierType = 1
export const TRACKING_NUMBER: IdentifierType = 2

/** cards §9: identifier lengths 16 and 15. */
export const identifierKinds: Readonly<Record<IdentifierType, { label: string; length: number; checkDigit: boolean }>> =
  {
    1: { label: 'Card Number', length: 16, checkDigit: true },
    2: { label: 'Tracking Number', length: 15, checkDigit: false },
  }

/** Luhn's check over a string of digits (ISO/IEC 7812-1 annex B). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digits.charCodeAt(i) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

/**
 * True where a text written by hand holds what is a card number by length (16 to 19 digits, spaces and hyphens between them or
 * not) and check digit. Notes and reasons are kept as they stand, so a card number must not be in them (threats T19).
 */
export function holdsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/[0-9](?:[ -]?[0-9]){15,18}(?![ -]?[0-9])/g))
    if (hasValidCheckDigit(run.replace(/[ -]/g, ''))) return true
  return false
}

/** A card number as screens, prints and exports show it: first six, last four (contract "Cards"). */
export const maskPan = (pan: string): string =>
  pan.length < 13 ? pan.replace(/.(?=.{4})/g, '•') : `${pan.slice(0, 6)}${'•'.repeat(pan.length - 10)}${pan.slice(-4)}`

/** Digits in groups of four, as on the card. */
export const groupDigits = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
