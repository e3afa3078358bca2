// What the bytes of a field say: an identifier's digits, an amount, a text. Small whole numbers throughout: others cost a cold
// engine an allocation each.
import { MAX_AMOUNT_CENTS } from '#domain/money.ts'

/** An identifier's digits in two halves, to find copies by, and Luhn's sum of them. One is filled again and again. */
export interface Digits {
  hi: number
  lo: number
  sum: number
}

/** Reads so many digits, eight or more; false where one is none. */
export function readDigits(bytes: Uint8Array, start: number, length: number, into: Digits): boolean {
  return length === 16 ? readSixteen(bytes, start, into) : readEach(bytes, start, length, into)
}

/**
 * A card number four digits at a time, each in a byte of one number: a cold engine then takes less than half the steps that a loop
 * over the digits takes it.
 */
function readSixteen(bytes: Uint8Array, start: number, into: Digits): boolean {
  let sums = 0
  let half = 0
  for (let at = start; at < start + 16; at += 4) {
    const four = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    // '0' to '9' are 0x30 to 0x39: still 0x3_ with six added.
    if ((four & HIGH_HALVES) !== ZEROS || ((four + 0x0606_0606) & HIGH_HALVES) !== ZEROS) return false
    const odd = (four >> 8) & 0x000f_000f // the first digit and the third, which Luhn doubles
    const even = four & 0x000f_000f
    const aboveFour = ((odd + 0x000b_000b) >> 4) & 0x0001_0001
    sums += 2 * odd - 9 * aboveFour + even
    const pairs = 10 * odd + even
    half = half * 10_000 + (pairs >> 16) * 100 + (pairs & 0xff)
    if (at === start + 4) {
      into.hi = half
      half = 0
    }
  }
  into.lo = half
  into.sum = (sums >> 16) + (sums & 0xffff)
  return true
}

function readEach(bytes: Uint8Array, start: number, length: number, into: Digits): boolean {
  const end = start + length
  const half = end - 8
  let isDoubled = (length & 1) === 0
  let sum = 0
  let number = 0
  for (let at = start; at < end; at++) {
    if (at === half) {
      into.hi = number
      number = 0
    }
    const digit = bytes[at]! - ZERO
    if (digit < 0 || digit > 9) return false
    number = number * 10 + digit
    sum += isDoubled ? doubled[digit]! : digit
    isDoubled = !isDoubled
  }
  into.lo = number
  into.sum = sum
  return true
}

/** Minor units, and where their digits end. One is filled again and again. */
export interface AmountRead {
  cents: number
  end: number
}

/** Reads digits with at most two decimals as far as they go; 0 for what is no amount, which the domain then names. */
export function readAmount(bytes: Uint8Array, start: number, limit: number, into: AmountRead): void {
  let value = 0
  let decimals = -1
  let at = start
  for (; at < limit; at++) {
    const byte = bytes[at]!
    if (byte >= ZERO && byte <= ZERO + 9 && decimals < 2) {
      value = value * 10 + byte - ZERO
      if (decimals >= 0) decimals += 1
    } else if (byte === POINT && decimals < 0 && at > start) decimals = 0
    else break
  }
  if (decimals < 2) value *= decimals === 1 ? 10 : 100
  into.cents = value > MAX_AMOUNT_CENTS ? 0 : value
  into.end = at
}

/** A field as a string; cheaper than a decoder where it is ASCII, as nearly all are. */
export function toText(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!
    if (byte > 127) return new TextDecoder().decode(bytes.subarray(start, end))
    text += String.fromCharCode(byte)
  }
  return text
}

const POINT = 46
const ZERO = 48
/** The upper half of each of four bytes, and what '0000' has in them. */
const HIGH_HALVES = 0xf0f0_f0f0 | 0
const ZEROS = 0x3030_3030
const doubled = Uint8Array.of(0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
