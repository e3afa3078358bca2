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

export const identifierTypes = withTexts<Readonly<Record<IdentifierType, IdentifierTypeInfo>>>({
  1: { label: textOf(m.common_cardNumber), fileNamePart: 'card-number', length: 16, hasCheckDigit: true },
  2: { label: textOf(m.common_trackingNumber), fileNamePart: 'tracking-number', length: 15, hasCheckDigit: false },
})

/** Luhn check of a string of digits (ISO/IEC 7812-1 annex B). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index) - CODE_OF_ZERO
    // Every second digit is doubled, counted from the last digit.
    const isDoubled = (digits.length - index) % 2 === 0
    sum += isDoubled ? sumOfDigits(digit * 2) : digit
  }
  return sum % 10 === 0
}

/** Subtracting this code from a digit's code is much faster than `Number(digit)`. */
const CODE_OF_ZERO = '0'.charCodeAt(0)

/** The sum of the digits of a number below 20: 7 for 16. */
const sumOfDigits = (value: number): number => (value > 9 ? value - 9 : value)

/** Appends Luhn's check digit. */
export function withCheckDigit(digits: string): string {
  for (let checkDigit = 0; checkDigit < 10; checkDigit++) {
    const number = `${digits}${checkDigit}`
    if (hasValidCheckDigit(number)) return number
  }
  throw new Error('no check digit fits')
}

/**
 * True if a text contains a number with the length (16 to 19 digits) and the check digit of a card number, in one piece
 * or in groups. Texts of users are stored, shown and mailed unchanged, so they must contain no card number.
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
  /** The characters since the previous group. Undefined if the two groups cannot belong to one number. */
  readonly gap: string | undefined
}

/**
 * Finds card numbers from left to right. Each group is combined with at most 18 groups after it, so that the time per
 * character does not grow with the text.
 */
function cardNumbersIn(text: string): NumberInText[] {
  const groups = findDigitGroups(text)
  const numbers: NumberInText[] = []
  let first = 0
  while (first < groups.length) {
    const groupsOfNumber = findCardNumberAt(groups, first)
    const firstGroup = groupsOfNumber?.at(0)
    const lastGroup = groupsOfNumber?.at(-1)
    if (groupsOfNumber && firstGroup && lastGroup) {
      numbers.push({ start: firstGroup.start, end: lastGroup.end, digits: joinDigits(groupsOfNumber) })
      first += groupsOfNumber.length
    } else {
      first += 1
    }
  }
  return numbers
}

const MIN_CARD_DIGITS = 16
const MAX_CARD_DIGITS = 19

const joinDigits = (groups: readonly DigitGroup[]): string => groups.map(({ digits }) => digits).join('')

/** The groups of a card number that begins with group `first`. Undefined if no card number begins there. */
function findCardNumberAt(groups: readonly DigitGroup[], first: number): readonly DigitGroup[] | undefined {
  const candidate: DigitGroup[] = []
  let digitCount = 0
  for (const group of groups.slice(first, first + MAX_CARD_DIGITS)) {
    const isSeparate = candidate.length > 0 && group.gap === undefined
    if (isSeparate) return undefined
    candidate.push(group)
    digitCount += group.digits.length
    if (digitCount > MAX_CARD_DIGITS) return undefined
    if (digitCount >= MIN_CARD_DIGITS && isCardNumber(candidate)) return candidate
  }
  return undefined
}

function isCardNumber(groups: readonly DigitGroup[]): boolean {
  const digits = joinDigits(groups)
  return hasValidCheckDigit(digits) && !BEGINS_WITH_DATE.test(digits) && isGroupedLikeCard(groups)
}

function findDigitGroups(text: string): DigitGroup[] {
  const groups: DigitGroup[] = []
  let end = -1
  for (const match of text.matchAll(/\p{Nd}+/gu)) {
    const start = match.index
    const isFirst = end < 0
    const canBeGap = !isFirst && start - end <= MAX_GAP_CODE_UNITS
    const gap = canBeGap ? GAP.exec(text.slice(end, start))?.[0] : undefined
    end = start + match[0].length
    groups.push({ start, end, digits: toAsciiDigits(match[0]), gap })
  }
  return groups
}

/** One to three characters that are neither letters nor digits. */
const GAP = /^[^\p{L}\p{N}]{1,3}$/u
/** A character has one or two code units. */
const MAX_GAP_CODE_UNITS = 6

/** 20261121…: a date or a timestamp. No issuer's card numbers begin like this. */
const BEGINS_WITH_DATE = /^(?<year>(?:19|20)[0-9]{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12][0-9]|3[01])/

/**
 * True if the digits are grouped like a card number: in groups of four (or eight), as 6-10 or 4-6-6, in pairs or digit by
 * digit. All separators are the same. Dates, times, telephone numbers and lists of amounts have other groups.
 */
function isGroupedLikeCard(groups: readonly DigitGroup[]): boolean {
  if (groups.length === 1) return true
  const gaps = groups.slice(1).map(({ gap = '' }) => gap)
  const separators = new Set(gaps.map(toSeparator))
  const areSpacesOrDashes = [...separators].every((separator) => separator === '' || separator === '-')
  if (!areSpacesOrDashes && separators.size > 1) return false
  // A comma or semicolon followed by a space separates a list.
  if (gaps.some((gap) => /[,;]\s/.test(gap))) return false
  const sizes = groups.map(({ digits }) => digits.length)
  const [firstSize = 0, secondSize = 0] = sizes
  // The last group can be shorter than the others.
  const sizesBeforeLast = sizes.slice(0, -1)
  const lastSize = sizes.at(-1) ?? 0
  const isPairsOrDigits = firstSize <= 2
  if (isPairsOrDigits) {
    const areEqual = sizesBeforeLast.every((size) => size === firstSize) && lastSize <= firstSize
    return separators.size === 1 && areEqual
  }
  if (sizes.length === 2) {
    const isUsualSize = firstSize === 6 || firstSize % 4 === 0
    return areSpacesOrDashes && isUsualSize
  }
  const is4And6And6 = sizes.length === 3 && firstSize === 4 && secondSize === 6
  return is4And6And6 || sizesBeforeLast.every((size) => size % 4 === 0)
}

/** The gap without spaces and invisible characters. '-' for all kinds of dashes. */
const toSeparator = (gap: string): string => gap.replace(/[\s\p{Cf}]/gu, '').replace(/^[\p{Pd}\u2212]+$/u, '-')

/**
 * A masked card number for screens, prints and exports, with its first six and last four characters. A number with fewer
 * than 13 characters keeps only the last four.
 */
export function maskPan(pan: string): string {
  const shownAtStart = pan.length < 13 ? 0 : 6
  const shownAtEnd = 4
  const maskedCount = Math.max(0, pan.length - shownAtStart - shownAtEnd)
  return pan.slice(0, shownAtStart) + '•'.repeat(maskedCount) + pan.slice(-shownAtEnd)
}

/** False for a number that a server has masked. */
const isFullNumber = (cardNumber: string): boolean => /^[0-9]+$/.test(cardNumber)

/** The text by which API calls identify a card: its number, or 'card:123' with its id if the number is masked. */
export const cardToApiIdentifier = (card: { readonly VOUCHERID: string; readonly CARDNUMBER: string }): string =>
  isFullNumber(card.CARDNUMBER) ? card.CARDNUMBER : `card:${card.VOUCHERID}`

/** The id of a card identified as 'card:123'. Undefined for any other text. */
export function apiIdentifierToCardId(text: string): number | undefined {
  const id = /^card:([1-9][0-9]{0,14})$/.exec(text)?.[1]
  return id === undefined ? undefined : Number(id)
}

/**
 * Removes the spaces of a number in groups of four, as printed on cards and shown on screen. Any other text is
 * unchanged.
 */
export const ungroupDigits = (text: string): string => (GROUPED_DIGITS.test(text) ? text.replace(/\D/g, '') : text)

/** Four groups with the same separator: a space, a no-break space or a hyphen. */
const GROUPED_DIGITS = /^[0-9]{4}(?<separator>[ \u00a0-])[0-9]{4}\k<separator>[0-9]{4}\k<separator>[0-9]{3,4}$/

/** Digits in groups of four, as printed on the card. */
export const groupDigits = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
