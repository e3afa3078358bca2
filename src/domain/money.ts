// Money as an integer count of minor units. Nothing in portal or host calculates with fractions.
import * as say from '#words/domain/dates.ts'

/** An amount in minor units (cents). Always a safe integer. */
export type Cents = number & { readonly __unit: 'cents' }

/** The largest single amount accepted anywhere: 99,999,999.99. */
export const MAX_AMOUNT_CENTS = 9_999_999_999

/** Brands an integer as cents; throws on anything that is not a safe integer, since that is a bug. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(say.notWholeNumberOfCents(value))
  return value as Cents
}

export type AmountFault =
  | 'amountMissing'
  | 'amountNotNumber'
  | 'amountDecimals'
  | 'amountNegative'
  | 'amountZero'
  | 'amountTooLarge'

const PLAIN = /^[0-9]+(?:\.[0-9]*)?$/
const GROUPED = /^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?$/

/**
 * Reads an amount by strict grammar: digits, optionally in groups of three by commas, optionally a point and at most two
 * decimals. No currency sign, no exponent, no sign, nothing guessed. Returns cents, or the name of what is wrong
 * (cards §5: "amounts have at most 2 decimals"; threats T37).
 */
export function textToCents(text: string): Cents | AmountFault {
  const trimmed = text.trim()
  if (trimmed === '') return 'amountMissing'
  if (/^-\s*[0-9]/.test(trimmed)) return 'amountNegative'
  if (!PLAIN.test(trimmed) && !GROUPED.test(trimmed)) return 'amountNotNumber'
  const [whole = '', fraction = ''] = trimmed.replaceAll(',', '').split('.')
  // Three decimals are refused even as zeros: 1.250 may be meant as 1,250.
  if (fraction.length > 2) return 'amountDecimals'
  const digits = whole.replace(/^0+/, '') + fraction.slice(0, 2).padEnd(2, '0')
  if (digits.length > 12) return 'amountTooLarge'
  const value = Number(digits)
  if (value === 0) return 'amountZero'
  if (value > MAX_AMOUNT_CENTS) return 'amountTooLarge'
  return value as Cents
}

/** An amount that is written otherwise than the strict grammar has it, as the grammar has it. */
export interface OtherAmount {
  /** '1250.00'. */
  readonly amount: string
  /** Nothing but the currency stood beside a plain amount: it can be meant in one way only. */
  readonly isPlain: boolean
}

/** '1 250.00', "1'250,00", '1.250,00', '1.250.000', '12,5': groups by spaces, apostrophes or points, a decimal comma. */
const OTHER_FORMS = [
  /^([0-9]{1,3}(?:([ \u00a0\u202f'’])[0-9]{3})(?:\2[0-9]{3})*)(?:[.,]([0-9]{1,2}))?$/,
  /^([0-9]{1,3}(?:(\.)[0-9]{3})+),([0-9]{1,2})$/,
  /^([0-9]{1,3}(?:(\.)[0-9]{3}){2,})$/,
  /^([0-9]+)(),([0-9]{1,2})$/,
]

/**
 * Reads an amount with one of the currency's words beside it, or with other separators than ours where they can hardly be meant
 * otherwise; undefined for everything else, another currency among it. '1.250' is not read: it may be 1,250 or 1.25.
 */
export function otherFormToAmount(text: string, currency: readonly string[]): OtherAmount | undefined {
  const trimmed = text.trim()
  const bare = withoutCurrency(trimmed, currency)
  const plain = textToCents(bare)
  if (typeof plain === 'number') return bare === trimmed ? undefined : { amount: centsToWire(plain), isPlain: true }
  for (const form of OTHER_FORMS) {
    const found = form.exec(bare)
    if (!found) continue
    const [, whole = '', , fraction = ''] = found
    const amount = textToCents(`${whole.replace(/[^0-9]/g, '')}.${fraction}`)
    return typeof amount === 'number' ? { amount: centsToWire(amount), isPlain: false } : undefined
  }
  return undefined
}

/** The text without one of the words before or behind it, the longest first. */
function withoutCurrency(text: string, currency: readonly string[]): string {
  const upper = text.toUpperCase()
  const longestFirst = [...currency].sort((one, other) => other.length - one.length)
  for (const word of longestFirst.map((each) => each.toUpperCase())) {
    if (upper.startsWith(word)) return text.slice(word.length).trim()
    if (upper.endsWith(word)) return text.slice(0, -word.length).trim()
  }
  return text
}

/** Cents as the wire's decimal string with exactly two decimals: 125000 → "1250.00" (contract "The wire"). */
export function centsToWire(value: Cents): string {
  const sign = value < 0 ? '-' : ''
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The wire's decimal string as cents; undefined where it is not of that form, in which each amount is written in one way. */
export function wireToCents(text: string): Cents | undefined {
  if (!/^-?(?:0|[1-9][0-9]{0,12})\.[0-9]{2}$/.test(text)) return undefined
  return Number(text.replace('.', '')) as Cents
}

/** Cents for people: 125000 → "1,250.00"; a minus sign in front of negative amounts. */
export function centsToText(value: Cents): string {
  const [whole = '0', fraction = '00'] = centsToWire(value).split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction}`
}

/** An amount of the wire with its currency: '1250.00' with 'S$' → 'S$ 1,250.00'. */
export function amountToText(wire: string, currency: string): string {
  const cents = wireToCents(wire)
  return `${currency} ${cents === undefined ? wire : centsToText(cents)}`
}

/** Sum of amounts; safe for every count of amounts that a file may hold. */
export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return cents(sum)
}
