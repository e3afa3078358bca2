// Parses what a workbook's number format shows in addition to the number (ECMA-376 part 1, 18.8.31): a date, a
// currency, a percentage, a scale (thousands or millions), leading zeros. Only the section for positive numbers is
// read.
import { textToCurrency } from '#domain/rows/amount-units.ts'

export interface NumberFormat {
  readonly isDate: boolean
  /** True if the format shows a month without a day. */
  readonly isMonth?: boolean
  /** True if the format shows nothing for a positive number: ';;;'. */
  readonly isHidden?: boolean
  readonly isPercent: boolean
  /** The currency that the format shows: 'EUR' for '€'. */
  readonly currency: string | undefined
  /** The unit in which the format shows the number. The cell contains the number in full. */
  readonly displayUnit: 'thousands' | 'millions' | undefined
  /** The number of decimals that the format shows. Undefined if this depends on the number. */
  readonly decimals: number | undefined
  /**
   * Formats the digits with leading zeros and separators such as hyphens. Undefined if the format shows a plain number.
   */
  readonly toText: ((digits: string) => string) | undefined
}

/** Parses a format code, or the built-in format `id` if there is no code. */
export function toNumberFormat(id: number, code = builtIn.get(id) ?? 'General'): NumberFormat {
  const withoutLiterals = code.replace(LITERALS, '')
  const hasDatePart = /[dmyhs]/i.test(withoutLiterals.replace(/general|standard/gi, ''))
  // A format with # or ? shows a number, even if it contains letters of dates, as the S of 'S$#,##0.00' without quotes.
  const isDate = hasDatePart && !/[#?]/.test(withoutLiterals)
  const isMonth = /y/i.test(withoutLiterals) && !/[dhs]/i.test(withoutLiterals)
  return isDate ? { ...PLAIN, isDate, isMonth } : parseNumberCode(code)
}

/** Returns `toNumberFormat` with a cache for one file, because many cells have the same format. */
export function createFormatParser(): typeof toNumberFormat {
  const parsed = new Map<string | number, NumberFormat>()
  return (id, code) => {
    const format = parsed.get(code ?? id) ?? toNumberFormat(id, code)
    parsed.set(code ?? id, format)
    return format
  }
}

const LITERALS = new RegExp(
  [
    '"[^"]*(?:"|$)',
    String.raw`\\.`, // An escaped character.
    String.raw`_.|\*.`, // A space of the width of a character, a fill character.
    String.raw`\[(?!h+\]|m+\]|s+\])[^\]]*\]`, // A bracket, except those of times: '[h]'.
  ].join('|'),
  'gi',
)

const PLAIN: NumberFormat = {
  isDate: false,
  isPercent: false,
  currency: undefined,
  displayUnit: undefined,
  decimals: undefined,
  toText: undefined,
}

/**
 * The ids of built-in formats (ECMA-376 part 1, 18.8.30), by a format that shows the same type of value. Includes the
 * formats for dates and times of East Asian and Thai editions. Some built-in formats show the currency of the computer
 * that opens the file. This table leaves the currency out.
 */
const idsOfBuiltIn: Readonly<Record<string, readonly number[]>> = {
  '0': [1],
  '0.00': [2],
  '#,##0': [3, 5, 6, 37, 38, 41, 42],
  '#,##0.00': [4, 7, 8, 39, 40, 43, 44],
  '0%': [9],
  '0.00%': [10],
  'mmm-yy': [17],
  'yyyy-mm-dd': [
    14, 15, 16, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57,
    58, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81,
  ],
}
const builtIn: ReadonlyMap<number, string> = new Map(
  Object.entries(idsOfBuiltIn).flatMap(([code, ids]) => ids.map((id) => [id, code])),
)

/** The unit by the number of commas at the end of the digits. Each comma divides the number by a thousand. */
const UNITS: Readonly<Record<number, NumberFormat['displayUnit']>> = { 1: 'thousands', 2: 'millions' }

const countCommasAtEnd = (digits: string): number => /,*$/.exec(digits)?.[0].length ?? 0

function parseNumberCode(code: string): NumberFormat {
  if (/^(?:general|standard|@)$/i.test(code.trim())) return PLAIN
  const pieces = toPieces(code)
  const placeholders = pieces.map(({ isLiteral, text }) => (isLiteral ? '' : text)).join('')
  const literals = pieces.map(({ isLiteral, text }) => (isLiteral ? text : ' ')).join('')
  const currency = textToCurrency(literals.replaceAll(/\s+/g, ' '))
  // The commas of a unit are before the decimal point ('0,.00'), or at the end ('0.00,').
  const [wholePlaceholders = ''] = placeholders.split('.')
  const commaCount = countCommasAtEnd(wholePlaceholders) || countCommasAtEnd(placeholders)
  const [, fraction = ''] = placeholders.replaceAll(/[,%]/g, '').split('.')
  const placeholderCount = placeholders.length
  const hasLiterals = literals.trim() !== ''
  // With a condition ('[<=9999999]###-####') the format has several ways to show the digits.
  const hasCondition = /\[[<>=]/.test(code)
  const hasOnlyZeros = /^0+$/.test(placeholders)
  // '0' alone shows the number as it is.
  const isPlain = placeholderCount < 2 && !hasLiterals
  const formatsDigits = hasOnlyZeros && !isPlain && !hasCondition && currency === undefined
  const toText = (digits: string) => fillIn(pieces, digits.padStart(placeholderCount, '0'), placeholderCount)
  const isScientific = /E/i.test(placeholders)
  const hasFixedDecimals = /[0#?]/.test(placeholders) && !isScientific
  return {
    isDate: false,
    isHidden: placeholders === '' && !hasLiterals && code.includes(';'),
    isPercent: placeholders.includes('%'),
    currency,
    displayUnit: UNITS[commaCount],
    decimals: hasFixedDecimals ? fraction.length : undefined,
    toText: formatsDigits ? toText : undefined,
  }
}

interface Piece {
  readonly isLiteral: boolean
  readonly text: string
}

/** Placeholders and literal texts, in order. */
function toPieces(code: string): Piece[] {
  const pieces: Piece[] = []
  for (const { groups = {} } of code.matchAll(PIECE)) {
    const { quoted, escaped, currency, end, placeholder, other } = groups
    if (end !== undefined) break
    if (placeholder !== undefined) pieces.push({ isLiteral: false, text: placeholder })
    const literal = quoted ?? escaped ?? currency ?? other
    if (literal !== undefined) pieces.push({ isLiteral: true, text: literal })
  }
  return pieces
}

const PIECE = new RegExp(
  [
    '"(?<quoted>[^"]*)(?:"|$)',
    String.raw`\\(?<escaped>.)`,
    '_.', // A space of the width of a character.
    String.raw`\*.`, // A fill character.
    String.raw`\[\$(?<currency>[^\]-]*)[^\]]*\]`,
    String.raw`\[[^\]]*\]`, // A condition or a colour.
    '(?<end>;)', // The end of the section.
    '(?<placeholder>[0#?.,%]|E[+-])',
    '(?<other>.)',
  ].join('|'),
  'gisu',
)

/** Fills the digits into the placeholders. If there are more digits, the first placeholder gets the surplus. */
function fillIn(pieces: readonly Piece[], digits: string, placeholderCount: number): string {
  const surplus = digits.length - placeholderCount
  let usedCount = 0
  let text = ''
  for (const piece of pieces) {
    if (piece.isLiteral) {
      text += piece.text
      continue
    }
    const isFirst = usedCount === 0
    const count = isFirst ? surplus + 1 : 1
    text += digits.slice(usedCount, usedCount + count)
    usedCount += count
  }
  return text.trim()
}
