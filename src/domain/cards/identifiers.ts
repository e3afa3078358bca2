// The two identifiers of a card in a batch: its card number (PAN) or its tracking number.
import { toAsciiDigits } from '#domain/texts/digits.ts'
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'

/** 1 = PAN, 2 = TrackingNumber. */
export type IdentifierType = 1 | 2
export const PAN: IdentifierType = 1
export const TRACKING_NUMBER: IdentifierType = 2

interface IdentifierTypeInfo {
  readonly label: string
  /** The part of template file names for this identifier, the same in every language. */
  readonly fileNamePart: string
  readonly length: number
  readonly hasCheckDigit: boolean
}

/** The lengths of the identifiers: 16 and 15. */
export const identifierTypes = withTexts<Readonly<Record<IdentifierType, IdentifierTypeInfo>>>({
  1: { label: textOf(m.common_cardNumber), fileNamePart: 'card-number', length: 16, hasCheckDigit: true },
  2: { label: textOf(m.common_trackingNumber), fileNamePart: 'tracking-number', length: 15, hasCheckDigit: false },
})

/** Luhn check of a string of digits (ISO/IEC 7812-1 annex B). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digits.charCodeAt(i) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

/** Appends Luhn's check digit. */
export function withCheckDigit(digits: string): string {
  for (let digit = 0; digit < 10; digit++) if (hasValidCheckDigit(`${digits}${digit}`)) return `${digits}${digit}`
  throw new Error('no check digit fits')
}

/**
 * True if a text written by a user contains a number with the length (16 to 19 digits) and check digit of a card
 * number, in one piece or in groups. Texts are stored, shown and mailed unchanged, so they must not contain one.
 */
export const containsCardNumber = (text: string): boolean => cardNumbersIn(text).length > 0

/** Masks the card numbers in a text that no user typed, such as a file name. */
export function maskCardNumbers(text: string): string {
  let masked = ''
  let copiedTo = 0
  for (const { start, end, digits } of cardNumbersIn(text)) {
    masked += text.slice(copiedTo, start) + maskPan(digits)
    copiedTo = end
  }
  return masked + text.slice(copiedTo)
}

interface NumberInText {
  readonly start: number
  readonly end: number
  readonly digits: string
}

interface DigitGroup extends NumberInText {
  /** The characters since the previous group; undefined if the two groups cannot belong to one number. */
  readonly gap: string | undefined
}

/**
 * Finds card numbers from left to right. Each group is combined with at most 18 groups after it, so that the time per
 * character does not grow with the text.
 */
function cardNumbersIn(text: string): NumberInText[] {
  const groups = findDigitGroups(text)
  const numbers: NumberInText[] = []
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastGroupOfNumber(groups, first)
    if (last === undefined) continue
    const firstGroup = groups[first]
    const lastGroup = groups[last]
    if (!firstGroup || !lastGroup) continue
    const digits = joinDigits(groups.slice(first, last + 1))
    numbers.push({ start: firstGroup.start, end: lastGroup.end, digits })
    // The next number can begin only after this one.
    first = last
  }
  return numbers
}

const joinDigits = (groups: readonly DigitGroup[]): string => groups.map(({ digits }) => digits).join('')

/** The index of the last group of a card number that begins with group `first`; undefined if none begins there. */
function lastGroupOfNumber(groups: readonly DigitGroup[], first: number): number | undefined {
  let digitCount = 0
  for (let last = first; last < groups.length && digitCount < 19; last += 1) {
    const group = groups[last]
    const isSeparate = last > first && group?.gap === undefined
    if (!group || isSeparate) return undefined
    digitCount += group.digits.length
    if (digitCount < 16 || digitCount > 19) continue
    const candidate = groups.slice(first, last + 1)
    const digits = joinDigits(candidate)
    if (hasValidCheckDigit(digits) && !BEGINS_WITH_DATE.test(digits) && isGroupedLikeCard(candidate)) return last
  }
  return undefined
}

function findDigitGroups(text: string): DigitGroup[] {
  const groups: DigitGroup[] = []
  let end = -1
  for (const match of text.matchAll(/\p{Nd}+/gu)) {
    const start = match.index
    // GAP has at most three characters, of one or two code units each.
    const gap = end < 0 || start - end > 6 ? undefined : GAP.exec(text.slice(end, start))?.[0]
    end = start + match[0].length
    groups.push({ start, end, digits: toAsciiDigits(match[0]), gap })
  }
  return groups
}

/** One to three characters that are neither letters nor digits. */
const GAP = /^[^\p{L}\p{N}]{1,3}$/u

/** 20261121…: a date or a timestamp. No issuer's card numbers begin like this. */
const BEGINS_WITH_DATE = /^(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])/

/**
 * Card numbers are written in groups of four (or eight), as 6-10 or 4-6-6, in pairs or digit by digit, with the same
 * separator throughout. Dates, times, telephone numbers and lists of amounts have other groups.
 */
function isGroupedLikeCard(groups: readonly DigitGroup[]): boolean {
  if (groups.length === 1) return true
  const separators = new Set(
    groups.slice(1).map(({ gap = '' }) => gap.replace(/[\s\p{Cf}]/gu, '').replace(DASHES, '-')),
  )
  const isSpaceOrDash = [...separators].every((separator) => separator === '' || separator === '-')
  if (!isSpaceOrDash && separators.size > 1) return false
  // A comma or semicolon followed by a space separates a list.
  if (groups.slice(1).some(({ gap = '' }) => /[,;]\s/.test(gap))) return false
  const sizes = groups.map(({ digits }) => digits.length)
  const firstSize = sizes[0] ?? 0
  if (firstSize <= 2)
    return (
      separators.size === 1 && sizes.slice(0, -1).every((size) => size === firstSize) && lastSize(sizes) <= firstSize
    )
  if (sizes.length === 2) {
    const isUsualSize = firstSize === 6 || firstSize % 4 === 0
    return isSpaceOrDash && isUsualSize
  }
  if (sizes.length === 3 && firstSize === 4 && sizes[1] === 6) return true
  return sizes.slice(0, -1).every((size) => size % 4 === 0)
}

const lastSize = (sizes: readonly number[]): number => sizes.at(-1) ?? 0

const DASHES = /^[\p{Pd}\u2212]+$/u

/**
 * A masked card number for screens, prints and exports: first six, last four. Of a number with fewer than 13
 * characters, only the last four.
 */
export const maskPan = (pan: string): string =>
  pan.length < 13 ? pan.replace(/.(?=.{4})/g, '•') : `${pan.slice(0, 6)}${'•'.repeat(pan.length - 10)}${pan.slice(-4)}`

/** False for a number that a server has masked. */
const isFullNumber = (cardNumber: string): boolean => /^[0-9]+$/.test(cardNumber)

/** The text by which API calls identify a card: its number, or 'card:123' with its id if the number is masked. */
export const cardToApiIdentifier = (card: { readonly VOUCHERID: string; readonly CARDNUMBER: string }): string =>
  isFullNumber(card.CARDNUMBER) ? card.CARDNUMBER : `card:${card.VOUCHERID}`

/** The id of a card identified as 'card:123'; undefined for any other text. */
export function apiIdentifierToCardId(text: string): number | undefined {
  const id = /^card:([1-9][0-9]{0,14})$/.exec(text)?.[1]
  return id === undefined ? undefined : Number(id)
}

/**
 * Removes the spaces of a number in groups of four, as printed on cards and shown on screen. Any other text is
 * unchanged.
 */
export const ungroupDigits = (text: string): string => (GROUPED_DIGITS.test(text) ? text.replace(/\D/g, '') : text)

const GROUPED_DIGITS = /^[0-9]{4}([ \u00a0-])[0-9]{4}\1[0-9]{4}\1[0-9]{3,4}$/

/** Digits in groups of four, as printed on the card. */
export const groupDigits = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
