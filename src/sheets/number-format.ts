// Parses what a workbook's number format shows in addition to the number (ECMA-376 part 1, 18.8.31): a date, a
// currency, a percentage, a scale (thousands or millions), leading zeros. Only the section for positive numbers is
// read.
import { textToCurrency } from '#domain/rows/amount-units.ts'
import { BUILT_IN_MONTH_FORMAT, isBuiltInDateFormat, isDateFormat, isMonthFormat } from './cells.ts'

export interface NumberFormat {
  readonly isDate: boolean
  /** True if the format shows a month without a day. */
  readonly isMonth?: boolean
  /** True if the format shows nothing for a positive number: ';;;'. */
  readonly isHidden?: boolean
  readonly isPercent: boolean
  /** The currency that the format shows: 'EUR' for '€'. */
  readonly currency: string | undefined
  /** The unit in which the format shows the number; the stored value is in full. */
  readonly displayUnit: 'thousands' | 'millions' | undefined
  /** Number of decimals shown; undefined if it depends on the number. */
  readonly decimals: number | undefined
  /**
   * Formats the digits with leading zeros and separators such as hyphens; undefined if the format shows a plain number.
   */
  readonly toText: ((digits: string) => string) | undefined
}

/** Parses a format code, or the built-in format `id` if there is no code. */
export const toNumberFormat = (id: number, code: string | undefined): NumberFormat =>
  code === undefined ? toBuiltInFormat(id) : codeToNumberFormat(code)

export const codeToNumberFormat = (code: string): NumberFormat =>
  isDateFormat(code) ? { ...PLAIN, isDate: true, isMonth: isMonthFormat(code) } : parse(code)

function toBuiltInFormat(id: number): NumberFormat {
  if (isBuiltInDateFormat(id)) return { ...PLAIN, isDate: true, isMonth: id === BUILT_IN_MONTH_FORMAT }
  return parse(builtIn.get(id) ?? 'General')
}

const PLAIN: NumberFormat = {
  isDate: false,
  isPercent: false,
  currency: undefined,
  displayUnit: undefined,
  decimals: undefined,
  toText: undefined,
}

/**
 * Built-in formats that are not dates (ECMA-376 part 1, 18.8.30). Some show the currency of the computer that opens
 * them, so this table has no currency.
 */
const idsOfBuiltIn: Readonly<Record<string, readonly number[]>> = {
  '0': [1],
  '0.00': [2],
  '#,##0': [3, 5, 6, 37, 38, 41, 42],
  '#,##0.00': [4, 7, 8, 39, 40, 43, 44],
  '0%': [9],
  '0.00%': [10],
}
const builtIn: ReadonlyMap<number, string> = new Map(
  Object.entries(idsOfBuiltIn).flatMap(([code, ids]) => ids.map((id) => [id, code])),
)

/** By the number of commas at the end of the digits: each comma divides the number by a thousand. */
const UNITS: Readonly<Record<number, NumberFormat['displayUnit']>> = { 1: 'thousands', 2: 'millions' }

const countCommasAtEnd = (digits: string): number => /,*$/.exec(digits)?.[0].length ?? 0

function parse(code: string): NumberFormat {
  if (/^(?:general|standard|@)$/i.test(code.trim())) return PLAIN
  const pieces = toPieces(code)
  const placeholders = pieces.map(({ isLiteral, text }) => (isLiteral ? '' : text)).join('')
  const literals = pieces.map(({ isLiteral, text }) => (isLiteral ? text : ' ')).join('')
  const currency = textToCurrency(literals.replaceAll(/\s+/g, ' '))
  const [wholePlaceholders = ''] = placeholders.split('.')
  const commaCount = countCommasAtEnd(wholePlaceholders) || countCommasAtEnd(placeholders)
  const [, fraction = ''] = placeholders.replaceAll(/[,%]/g, '').split('.')
  // With a condition ('[<=9999999]###-####') the format has several ways to show the digits.
  const hasOnlyZeros = currency === undefined && !/\[[<>=]/.test(code) && /^0+$/.test(placeholders)
  const placeholderCount = placeholders.length
  const hasLiterals = literals.trim() !== ''
  const isPlain = placeholderCount < 2 && !hasLiterals
  const isScientific = /E/i.test(placeholders)
  const hasFixedDecimals = /[0#?]/.test(placeholders) && !isScientific
  return {
    isDate: false,
    isHidden: placeholders === '' && !hasLiterals && code.includes(';'),
    isPercent: placeholders.includes('%'),
    currency,
    displayUnit: UNITS[commaCount],
    decimals: hasFixedDecimals ? fraction.length : undefined,
    toText:
      hasOnlyZeros && !isPlain
        ? (digits) => fillIn(pieces, digits.padStart(placeholderCount, '0'), placeholderCount)
        : undefined,
  }
}

interface Piece {
  readonly isLiteral: boolean
  readonly text: string
}

/** Placeholders and literal texts, in order. */
function toPieces(code: string): Piece[] {
  const pieces: Piece[] = []
  // A quoted text, an escaped character, a space or a fill character, a currency, a condition or colour, the end of the
  // section, a placeholder, or any other character.
  const forms = /"([^"]*)(?:"|$)|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|(;)|([0#?.,%]|E[+-])|(.)/gisu
  for (const [, quoted, escaped, currency, end, placeholder, other] of code.matchAll(forms)) {
    if (end !== undefined) break
    if (placeholder !== undefined) pieces.push({ isLiteral: false, text: placeholder })
    const literal = quoted ?? escaped ?? currency ?? other
    if (literal !== undefined) pieces.push({ isLiteral: true, text: literal })
  }
  return pieces
}

/** Fills the digits into the placeholders. The first placeholder gets all surplus digits. */
function fillIn(pieces: readonly Piece[], digits: string, placeholderCount: number): string {
  let remainingDigits = digits
  let isFirst = true
  return pieces
    .map(({ isLiteral, text }) => {
      if (isLiteral) return text
      const count = isFirst ? remainingDigits.length - placeholderCount + 1 : 1
      const filled = remainingDigits.slice(0, count)
      isFirst = false
      remainingDigits = remainingDigits.slice(count)
      return filled
    })
    .join('')
    .trim()
}
