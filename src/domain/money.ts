// Money as integer minor units. Neither portal nor server calculates with fractions. Rules: docs/rules/batches.md,
// "Amounts".
import { m } from '#words/messages.js'
import { toPlainNumber } from './texts/clean-text.ts'

/** An amount in minor units (cents). Always a safe integer. */
export type Cents = number & { readonly __unit: 'cents' }

/** The largest single amount accepted anywhere: 99,999,999.99. */
export const MAX_AMOUNT_CENTS = 9_999_999_999

/** Converts an integer to cents. Throws for anything else than a safe integer, since that is a bug. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(m.dates_notWholeCents({ value }))
  return value as Cents
}

export type AmountFault =
  | 'amountMissing'
  | 'amountNotNumber'
  | 'amountDecimals'
  | 'amountNegative'
  | 'amountZero'
  | 'amountTooLarge'

const PLAIN_AMOUNT = /^[0-9]+(?:\.[0-9]*)?$/
const GROUPED_AMOUNT = /^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?$/

/**
 * Parses an amount strictly: digits, optionally in groups of three separated by commas, optionally a point and at most
 * two decimals. Currency symbols, exponents and signs are not accepted. Returns cents, or the name of the error.
 */
export function textToCents(text: string): Cents | AmountFault {
  const trimmed = text.trim()
  if (trimmed === '') return 'amountMissing'
  if (!PLAIN_AMOUNT.test(trimmed) && !GROUPED_AMOUNT.test(trimmed))
    return isNegative(trimmed) ? 'amountNegative' : 'amountNotNumber'
  const [whole = '', fraction = ''] = trimmed.replaceAll(',', '').split('.')
  // Three decimals are refused even if the last one is a zero: 1.250 can mean 1,250.
  if (fraction.length > 2) return 'amountDecimals'
  const digits = whole.replace(/^0+/, '') + fraction.slice(0, 2).padEnd(2, '0')
  // Before the conversion, since a number of more than 15 digits would be rounded.
  if (digits.length > 12) return 'amountTooLarge'
  const value = Number(digits)
  if (value === 0) return 'amountZero'
  if (value > MAX_AMOUNT_CENTS) return 'amountTooLarge'
  return value as Cents
}

const MINUS = '[-−–—‐‑－﹣]'
const NUMBER = "[0-9][0-9.,'’\\s]*"
/** A currency: a few letters or currency symbols, before or after the amount. */
const CURRENCY = '(?:[\\p{L}\\p{Sc}.]{1,4}\\s*)?'
const NEGATIVE_FORMS = [
  `^${CURRENCY}${MINUS}\\s*${CURRENCY}${NUMBER}${CURRENCY}$`,
  `^${CURRENCY}${NUMBER}\\s*${CURRENCY}${MINUS}\\s*${CURRENCY}$`,
  `^${CURRENCY}\\(\\s*${MINUS}?\\s*${CURRENCY}${NUMBER}${CURRENCY}\\)\\s*${CURRENCY}$`,
  `^${CURRENCY}${NUMBER}\\s*(?:CR|DR)\\.?$`,
  `^(?:CR|DR)\\.?\\s*${NUMBER}$`,
  `^(?:minus|negative)\\s+${CURRENCY}${NUMBER}$`,
].map((form) => new RegExp(form, 'iu'))

/** '-50', '−50', '(50.00)', '50.00-', '-S$50', '50 CR': an amount below zero, or a credit. */
const isNegative = (text: string): boolean => NEGATIVE_FORMS.some((form) => form.test(text))

/** An amount in another notation, converted to ours. */
export interface ConvertedAmount {
  /** '1250.00'. */
  readonly amount: string
  /** True if the only difference was the currency beside a plain amount, so that the amount is unambiguous. */
  readonly isPlain: boolean
}

/**
 * '1 250.00', "1'250,00", '1.250.000', '12,5', '1,00,000.00', '.50': digits grouped by spaces, apostrophes or points or as
 * in India, with a decimal comma, or without a whole part. Each pattern captures 1 the whole part, 2 its separator, and
 * 3 the decimals.
 */
const OTHER_FORMS = [
  /^([0-9]{1,3}(?:([ \u00a0\u202f'’])[0-9]{3})(?:\2[0-9]{3})*)(?:[.,]([0-9]{1,2}))?$/,
  /^([0-9]{1,3}(?:(\.)[0-9]{3})+),([0-9]{1,2})$/,
  /^([0-9]{1,3}(?:(\.)[0-9]{3}){2,})$/,
  /^([0-9]+)(),([0-9]{1,2})$/,
  /^([0-9]{1,2}(?:(,)[0-9]{2})+,[0-9]{3})(?:\.([0-9]{1,2}))?$/,
  /^()()\.([0-9]{1,2})$/,
]

/**
 * Parses an amount next to a name or symbol of the currency, or with other separators than ours if only one reading is
 * plausible. Undefined for everything else, including another currency. '1.250' is not parsed: it can be 1,250 or
 * 1.25.
 */
export function otherFormToAmount(text: string, currency: readonly string[]): ConvertedAmount | undefined {
  const trimmed = toPlainNumber(text).trim()
  const unsigned = withoutSigns(trimmed)
  const amountText = withoutCurrency(unsigned, currency)
  const plainCents = textToCents(amountText)
  if (typeof plainCents === 'number')
    return amountText === trimmed ? undefined : { amount: centsToDecimal(plainCents), isPlain: unsigned === trimmed }
  for (const form of OTHER_FORMS) {
    const match = form.exec(amountText)
    if (!match) continue
    const [, whole = '', , fraction = ''] = match
    const amount = textToCents(`${whole.replace(/[^0-9]/g, '') || '0'}.${fraction}`)
    return typeof amount === 'number' ? { amount: centsToDecimal(amount), isPlain: false } : undefined
  }
  return undefined
}

/**
 * The amounts that a typed text can mean, because its point or comma can group digits or begin the decimals: '12,50' is
 * 12.50, or 1,250.00 if the comma was misplaced; '1.234' is 1,234.00 or 1.23. Empty if the text can mean only one amount,
 * which is then `stripped`: the amount without any commas. `usesDecimalComma`: the user writes decimals with a comma, so
 * '1,250' can also be 1.25.
 */
export function readingsOfAmount(
  text: string,
  { stripped, usesDecimalComma }: { readonly stripped: Cents; readonly usesDecimalComma: boolean },
): readonly Cents[] {
  const typed = toPlainNumber(text).trim()
  const otherForm = decimalToCents(otherFormToAmount(typed, [])?.amount ?? '')
  const [, whole = '', separator = '', digits = ''] = /^([0-9]{1,3})([.,])([0-9]{3})$/.exec(typed) ?? []
  const isDecimalComma = separator === ',' && usesDecimalComma
  const isAmbiguous = separator === '.' || isDecimalComma
  const separated = isAmbiguous ? [textToCents(whole + digits), textToCents(`${whole}.${digits.slice(0, 2)}`)] : []
  const readings = [otherForm, ...separated, stripped].filter((reading) => typeof reading === 'number')
  const distinctReadings = [...new Set(readings)]
  return distinctReadings.length > 1 ? distinctReadings : []
}

/** Removes a plus sign, and the marks that end an amount on paper: '+10.00', '60.00/-', '60.-'. */
const withoutSigns = (text: string): string => text.replace(/^\+\s*/, '').replace(/(?<=[0-9])\s*(?:\/-|[.,]-)\s*$/, '')

/** An amount that a comma has divided into two fields, and its parts: '1250.00 (1,250.00)'. */
export interface SplitAmount {
  readonly joined: string
  readonly first: string
  readonly rest: string
  /** False if the second field can also be a value of another column. */
  readonly isCertain: boolean
}

/** Both readings of two fields, which the user is asked about. Undefined if they cannot be one amount. */
export function withSplitAmount({ first, rest, isCertain }: Omit<SplitAmount, 'joined'>): string | undefined {
  const isGrouped = /^[^0-9-]{0,4}[0-9]{1,3}$/.test(first) && /^[0-9]{3}(?:,[0-9]{3})*(?:\.[0-9]{0,2})?$/.test(rest)
  const isWhole = /^[^0-9-]{0,4}[0-9]{1,8}$/.test(first)
  const isDecimal = isWhole && /^[0-9]{2}$/.test(rest)
  const isFraction = isWhole && /^[0-9]{0,3}\.[0-9]{1,2}$/.test(rest)
  const digits = first.replace(/[^0-9]/g, '')
  const canBeJoined = isGrouped || isDecimal || isFraction
  const hasLeadingZero = /^0[0-9]/.test(digits)
  if (!canBeJoined || hasLeadingZero) return undefined
  const amount = textToCents(isGrouped || isFraction ? digits + rest.replaceAll(',', '') : `${digits}.${rest}`)
  if (typeof amount !== 'number') return undefined
  const separator = isCertain ? ',' : ' | '
  return `${centsToDecimal(amount)} (${digits}${separator}${rest})`
}

/** Parses a text made by `withSplitAmount`. */
export function textToSplitAmount(text: string): SplitAmount | undefined {
  const [, joined, first = '', mark, rest = ''] =
    /^([0-9]+\.[0-9]{2}) \(([0-9]+)(,| \| )([0-9.][0-9,.]*)\)$/.exec(text) ?? []
  return joined === undefined ? undefined : { joined, first, rest, isCertain: mark === ',' }
}

/** The amount that a number cell shows, and its exact value with more decimals: '33.33 (33.333333)'. */
export const withShownAmount = (shown: string, exact: string): string => `${shown} (${exact})`

/** Parses a text made by `withShownAmount`. */
export function textToShownAmount(text: string): { readonly shown: string; readonly exact: string } | undefined {
  const [, shown, exact] = /^([0-9]+\.[0-9]{2}) \(([0-9]+\.[0-9]+)\)$/.exec(text) ?? []
  return shown === undefined || exact === undefined ? undefined : { shown, exact }
}

/** The exact sum of decimals of any length: '33.333' and '1.1' → '34.433'. */
export function sumDecimals(texts: readonly string[]): string {
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  const sumWithoutPoint = texts.reduce((sum, text) => {
    const [units = '0', fraction = ''] = text.split('.')
    return sum + BigInt(units + fraction.padEnd(decimals, '0'))
  }, 0n)
  const digits = String(sumWithoutPoint).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Removes a name or symbol of the currency before or after the amount. The longest name is tried first. */
function withoutCurrency(text: string, currency: readonly string[]): string {
  const upper = text.toUpperCase()
  const longestFirst = [...currency].sort((left, right) => right.length - left.length)
  for (const name of longestFirst.map((name) => name.toUpperCase())) {
    if (upper.startsWith(name)) return text.slice(name.length).trim()
    if (upper.endsWith(name)) return text.slice(0, -name.length).trim()
  }
  return text
}

/** Cents as a decimal string with exactly two decimals: 125000 → "1250.00". */
export function centsToDecimal(value: Cents): string {
  const sign = value < 0 ? '-' : ''
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses the API's decimal string. Undefined for any other form, so that each amount has only one spelling. */
export function decimalToCents(text: string): Cents | undefined {
  if (!/^-?(?:0|[1-9][0-9]{0,12})\.[0-9]{2}$/.test(text)) return undefined
  return Number(text.replace('.', '')) as Cents
}

/** Cents for users: 125000 → "1,250.00"; negative amounts have a minus sign. */
export function centsToText(value: Cents): string {
  const [whole = '0', fraction = '00'] = centsToDecimal(value).split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction}`
}

/** An amount from the API with its currency: '1250.00' with 'S$' → 'S$ 1,250.00'. */
export function amountToText(decimal: string, currency: string): string {
  const amount = decimalToCents(decimal)
  return `${currency} ${amount === undefined ? decimal : centsToText(amount)}`
}

/** The sum of amounts. Even the largest file stays far below the largest safe integer; a sum beyond it throws. */
export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return cents(sum)
}
