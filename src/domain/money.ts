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
  const isAmount = PLAIN_AMOUNT.test(trimmed) || GROUPED_AMOUNT.test(trimmed)
  if (!isAmount) return isNegative(trimmed) ? 'amountNegative' : 'amountNotNumber'
  const [whole = '', fraction = ''] = trimmed.replaceAll(',', '').split('.')
  // Three decimals are refused even if the last one is a zero: '1.250' can mean 1,250.00.
  if (fraction.length > 2) return 'amountDecimals'
  const digits = whole.replace(/^0+/, '') + fraction.slice(0, 2).padEnd(2, '0')
  // Checked before the conversion, since `Number` would round more than 15 digits.
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
  // '-50', '−50', '-S$50', 'S$-50'
  `^${CURRENCY}${MINUS}\\s*${CURRENCY}${NUMBER}${CURRENCY}$`,
  // '50.00-', 'S$50-'
  `^${CURRENCY}${NUMBER}\\s*${CURRENCY}${MINUS}\\s*${CURRENCY}$`,
  // '(50.00)', 'S$(50)'
  `^${CURRENCY}\\(\\s*${MINUS}?\\s*${CURRENCY}${NUMBER}${CURRENCY}\\)\\s*${CURRENCY}$`,
  // '50 CR'
  `^${CURRENCY}${NUMBER}\\s*(?:CR|DR)\\.?$`,
  // 'CR 50'
  `^(?:CR|DR)\\.?\\s*${NUMBER}$`,
  // 'minus 50'
  `^(?:minus|negative)\\s+${CURRENCY}${NUMBER}$`,
].map((form) => new RegExp(form, 'iu'))

/** True for an amount below zero, and for a credit or debit. */
const isNegative = (text: string): boolean => NEGATIVE_FORMS.some((form) => form.test(text))

/** An amount in another notation, converted to ours. */
export interface ConvertedAmount {
  /** '1250.00'. */
  readonly amount: string
  /** True if the only difference was the currency beside a plain amount, so that the amount is unambiguous. */
  readonly isPlain: boolean
}

/** Amounts with other separators than ours. */
const OTHER_FORMS = [
  // '1 250.00', "1'250,00"
  /^(?<whole>[0-9]{1,3}(?<space>[ \u00a0\u202f'’])[0-9]{3}(?:\k<space>[0-9]{3})*)(?:[.,](?<decimals>[0-9]{1,2}))?$/,
  // '1.250,00'
  /^(?<whole>[0-9]{1,3}(?:\.[0-9]{3})+),(?<decimals>[0-9]{1,2})$/,
  // '1.250.000'
  /^(?<whole>[0-9]{1,3}(?:\.[0-9]{3}){2,})$/,
  // '12,5'
  /^(?<whole>[0-9]+),(?<decimals>[0-9]{1,2})$/,
  // '1,00,000.00', as in India
  /^(?<whole>[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3})(?:\.(?<decimals>[0-9]{1,2}))?$/,
  // '.50'
  /^\.(?<decimals>[0-9]{1,2})$/,
]

/**
 * Parses an amount next to a name or symbol of the currency, or with other separators than ours. Undefined for an amount
 * with several plausible readings ('1.250' can be 1,250 or 1.25), in another currency, or in our form.
 */
export function otherFormToAmount(text: string, currency: readonly string[]): ConvertedAmount | undefined {
  const trimmed = toPlainNumber(text).trim()
  const unsigned = withoutSigns(trimmed)
  const amountText = withoutCurrency(unsigned, currency)
  const centsOrFault = textToCents(amountText)
  if (typeof centsOrFault === 'number') {
    const isOurForm = amountText === trimmed
    const hadSigns = unsigned !== trimmed
    return isOurForm ? undefined : { amount: centsToDecimal(centsOrFault), isPlain: !hadSigns }
  }
  const otherFormCents = separatedToCents(amountText)
  return otherFormCents === undefined ? undefined : { amount: centsToDecimal(otherFormCents), isPlain: false }
}

/** Parses an amount in the first of `OTHER_FORMS` that matches. */
function separatedToCents(text: string): Cents | undefined {
  const form = OTHER_FORMS.find((candidate) => candidate.test(text))
  if (!form) return undefined
  const { whole = '0', decimals = '' } = form.exec(text)?.groups ?? {}
  const centsOrFault = textToCents(`${digitsIn(whole)}.${decimals}`)
  return typeof centsOrFault === 'number' ? centsOrFault : undefined
}

/**
 * The amounts that a typed text can mean, because its point or comma can group digits or begin the decimals. '12,50' is
 * 12.50, or 1,250.00 if the comma was misplaced. '1.234' is 1,234.00 or 1.23. Returns [] if there is only one reading.
 * @param options.stripped the amount that results if all commas are removed
 * @param options.usesDecimalComma true if the user writes decimals with a comma, so that '1,250' can also be 1.25
 */
export function readingsOfAmount(
  text: string,
  { stripped, usesDecimalComma }: { readonly stripped: Cents; readonly usesDecimalComma: boolean },
): readonly Cents[] {
  const typed = toPlainNumber(text).trim()
  const converted = otherFormToAmount(typed, [])
  const readings = [
    converted && decimalToCents(converted.amount),
    ...readingsOfThreeDigits(typed, { usesDecimalComma }),
    stripped,
  ]
  const distinctReadings = [...new Set(readings.filter((reading) => typeof reading === 'number'))]
  return distinctReadings.length > 1 ? distinctReadings : []
}

/** The readings of a text such as '1.250', whose last three digits can be a group or decimals. [] for any other text. */
function readingsOfThreeDigits(
  typed: string,
  { usesDecimalComma }: { readonly usesDecimalComma: boolean },
): readonly (Cents | AmountFault)[] {
  const match = /^(?<whole>[0-9]{1,3})(?<separator>[.,])(?<digits>[0-9]{3})$/.exec(typed)
  if (!match) return []
  const { whole = '', separator, digits = '' } = match.groups ?? {}
  // A comma groups digits, unless the user writes decimals with it.
  if (separator === ',' && !usesDecimalComma) return []
  return [textToCents(whole + digits), textToCents(`${whole}.${digits.slice(0, 2)}`)]
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

/** Both readings of two fields as one text, about which the user is asked. Undefined if the fields cannot be one amount. */
export function splitAmountToText({ first, rest, isCertain }: Omit<SplitAmount, 'joined'>): string | undefined {
  const joined = joinFields(first, rest)
  const amount = joined === undefined ? undefined : textToCents(joined)
  if (typeof amount !== 'number') return undefined
  const separator = isCertain ? ',' : ' | '
  return `${centsToDecimal(amount)} (${digitsIn(first)}${separator}${rest})`
}

/** The text of the amount that a comma has divided into these fields. Undefined if they cannot be one amount. */
function joinFields(first: string, rest: string): string | undefined {
  const digits = digitsIn(first)
  const hasLeadingZero = /^0[0-9]/.test(digits)
  if (hasLeadingZero) return undefined
  // '1' and '250.00': the comma grouped digits.
  const isGroup = /^[^0-9-]{0,4}[0-9]{1,3}$/.test(first)
  if (isGroup && /^[0-9]{3}(?:,[0-9]{3})*(?:\.[0-9]{0,2})?$/.test(rest)) return digits + rest.replaceAll(',', '')
  const isWhole = /^[^0-9-]{0,4}[0-9]{1,8}$/.test(first)
  // '12' and '50': the comma began the decimals.
  if (isWhole && /^[0-9]{2}$/.test(rest)) return `${digits}.${rest}`
  // '12' and '3.50': the comma was misplaced, since the second field has a point of its own.
  const hasOwnPoint = /^[0-9]{0,3}\.[0-9]{1,2}$/.test(rest)
  return isWhole && hasOwnPoint ? digits + rest : undefined
}

const digitsIn = (text: string): string => text.replace(/[^0-9]/g, '')

/** Parses a text made by `splitAmountToText`. */
export function textToSplitAmount(text: string): SplitAmount | undefined {
  const match = /^(?<joined>[0-9]+\.[0-9]{2}) \((?<first>[0-9]+)(?<separator>,| \| )(?<rest>[0-9.][0-9,.]*)\)$/.exec(
    text,
  )
  if (!match) return undefined
  const { joined = '', first = '', separator, rest = '' } = match.groups ?? {}
  return { joined, first, rest, isCertain: separator === ',' }
}

/** The amount that a number cell shows, and its exact value, which has more decimals. */
interface ShownAmount {
  readonly shown: string
  readonly exact: string
}

/** '33.33 (33.333333)'. */
export const shownAmountToText = ({ shown, exact }: ShownAmount): string => `${shown} (${exact})`

/** Parses a text made by `shownAmountToText`. */
export function textToShownAmount(text: string): ShownAmount | undefined {
  const [, shown, exact] = /^([0-9]+\.[0-9]{2}) \(([0-9]+\.[0-9]+)\)$/.exec(text) ?? []
  return shown === undefined || exact === undefined ? undefined : { shown, exact }
}

/** The exact sum of decimals of any length: '33.333' and '1.1' → '34.433'. */
export function sumDecimals(texts: readonly string[]): string {
  const maxDecimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0))
  // All decimals have the same length without their points: 33333 and 01100.
  const sumWithoutPoint = texts.reduce((sum, text) => {
    const [units = '0', fraction = ''] = text.split('.')
    return sum + BigInt(units + fraction.padEnd(maxDecimals, '0'))
  }, 0n)
  const digits = String(sumWithoutPoint).padStart(maxDecimals + 1, '0')
  return maxDecimals === 0 ? digits : `${digits.slice(0, -maxDecimals)}.${digits.slice(-maxDecimals)}`
}

/** Removes a name or symbol of the currency before or after the amount. The longest name is tried first. */
function withoutCurrency(text: string, currency: readonly string[]): string {
  const upper = text.toUpperCase()
  const names = currency.map((name) => name.toUpperCase())
  for (const name of names.toSorted((left, right) => right.length - left.length)) {
    if (upper.startsWith(name)) return text.slice(name.length).trim()
    if (upper.endsWith(name)) return text.slice(0, -name.length).trim()
  }
  return text
}

/** A typed amount as a decimal: '1,250' → '1250.00'. Undefined if the text is not an amount. */
export function typedToDecimal(text: string): string | undefined {
  const amountCents = textToCents(text)
  return typeof amountCents === 'number' ? centsToDecimal(amountCents) : undefined
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
  return `${groupThousands(whole)}.${fraction}`
}

/** '4812' → '4,812': a comma at each place within the number that is followed by groups of three digits. */
export const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** An amount from the API: '1250.00' → '1,250.00'. */
export function decimalToText(decimal: string): string {
  const amount = decimalToCents(decimal)
  return amount === undefined ? decimal : centsToText(amount)
}

/** An amount from the API with its currency: '1250.00' with 'S$' → 'S$ 1,250.00'. */
export const amountToText = (decimal: string, currency: string): string => `${currency} ${decimalToText(decimal)}`

/** The sum of amounts. Even the largest file stays far below the largest safe integer; a sum beyond it throws. */
export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return cents(sum)
}
