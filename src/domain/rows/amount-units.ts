// Reads the unit or currency of amounts from headings, currency columns and number formats: minor units (cents),
// thousands, percent, or a currency, in the languages of our users. Nothing is converted without the user's
// confirmation.
import {
  AMBIGUOUS_CODES,
  CONNECTING_WORDS,
  chineseUnits,
  CURRENCY_CODES,
  CURRENCY_HEADING,
  currencyWords,
  unitWords,
} from '#domain/files/words.ts'

/** A unit of amounts that is not the currency's main unit. `unitPowers` gives its power of ten. */
export type AmountUnit = 'minor' | 'tenths' | 'hundreds' | 'thousands' | 'tenThousands' | 'millions' | 'percent'

/** The power of ten that converts a number in this unit to an amount. A percentage cannot be converted. */
export const unitPowers: Readonly<Record<AmountUnit, number | undefined>> = {
  minor: -2,
  tenths: -1,
  hundreds: 2,
  thousands: 3,
  tenThousands: 4,
  millions: 6,
  percent: undefined,
}

/** The unit and currency of amounts, as named by a heading or another text. */
export interface UnitAndCurrency {
  readonly unit?: AmountUnit
  /** An ISO code, or 'dollar' or 'yen or yuan' if the symbol or word does not say which currency. */
  readonly currency?: string
}

/** A sign with up to three letters before it: '€', 'US$'. */
const SYMBOL = '\\p{L}{0,3}[$€£¥￥₹฿₱₫₩₽₺₪₴¢%]'
const WORD = '[\\p{L}\\p{M}]+'
/** Such as '1000s'. */
const NUMBER = '[0-9]+s?'
const TOKEN = new RegExp(`${SYMBOL}|${WORD}|${NUMBER}`, 'gu')

/** In lower case and without accents. */
const toPlainLetters = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()

/** The words, numbers and symbols of a heading: 'AmountInCents' has three words, 'US$' is one symbol. */
function toTokens(heading: string): string[] {
  const text = heading.normalize('NFKC').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return text.match(TOKEN) ?? []
}

/** The currency of a word or symbol among other words, as in a heading: 'EUR', 'euro' or '€', but not 'eur'. */
function tokenToCurrency(token: string): string | undefined {
  const isPlainCode = token === token.toUpperCase() && !AMBIGUOUS_CODES.has(token)
  const currencyOfCode = isPlainCode ? codeToCurrency(token) : undefined
  return currencyOfCode ?? wordToCurrency(token)
}

/** The currency of a text in a place for currencies. A code can also be in lower case or equal a word: 'eur', 'ALL'. */
const loneTextToCurrency = (text: string): string | undefined =>
  codeToCurrency(text.toUpperCase()) ?? wordToCurrency(text)

function codeToCurrency(code: string): string | undefined {
  if (!CURRENCY_CODES.has(code)) return undefined
  return code === 'CNH' ? 'CNY' : code
}

function wordToCurrency(token: string): string | undefined {
  const lower = token.toLowerCase()
  const namedCurrency = currencyWords.find(([, words]) => words.includes(lower))?.[0]
  if (namedCurrency !== undefined) return namedCurrency
  // The k or T can mean thousands: 'k€', 'kEUR', 'T$'. The currency is named by the rest.
  const beginsWithThousands = /^[kt](?:[$€£¥]|EUR|USD|SGD|CHF|GBP)$/i.test(token)
  return beginsWithThousands ? tokenToCurrency(token.slice(1)) : undefined
}

const unitWordSets = Object.entries(unitWords).map(
  ([unit, words]) => [unit as keyof typeof unitWords, new Set(words.split(' '))] as const,
)

function tokenToUnit(token: string): AmountUnit | undefined {
  // Only symbols: 'kEUR' and 'TEUR' are in `unitWordSets`.
  const isThousandsWithK = /^k[$€£¥]$/i.test(token)
  // A T (German 'Tausend') means thousands only if it is a capital before € or £. 'T$' has no unit.
  const isThousandsWithT = /^T[€£]$/.test(token)
  if (isThousandsWithK || isThousandsWithT) return 'thousands'
  const plain = toPlainLetters(token)
  return unitWordSets.find(([, words]) => words.has(plain))?.[0]
}

/**
 * The heading without its unit and currency: 'Load Amt in Cents' → 'Load Amt'. Unchanged if nothing else would remain.
 */
export function withoutUnits(heading: string): string {
  if (heading.trim() === '') return heading
  const isChinese = /\p{Script=Han}/u.test(heading)
  if (isChinese) {
    const withoutChineseUnits = heading.replace(CHINESE_UNIT_AT_END, '')
    return withoutChineseUnits.trim() === '' ? heading : withoutChineseUnits
  }
  const tokens = toTokens(heading)
  const isUnitOrCurrency = (token: string) => tokenToUnit(token) !== undefined || tokenToCurrency(token) !== undefined
  if (!tokens.some(isUnitOrCurrency)) return heading
  const rest = tokens.filter((token) => !isUnitOrCurrency(token) && !CONNECTING_WORDS.has(toPlainLetters(token)))
  return rest.length === 0 ? heading : rest.join(' ')
}

/** An opening bracket and all that follows. */
const FROM_BRACKET = '[（(【[].*$'
/** The word for 'unit' and all that follows. */
const FROM_UNIT_WORD = '(?:单位|單位).*$'
/** A unit at the end: 元, 万元. */
const UNIT_AT_END = '[万萬千仟百]?[元分角]$'
const CHINESE_UNIT_AT_END = new RegExp(`${FROM_BRACKET}|${FROM_UNIT_WORD}|${UNIT_AT_END}`, 'u')

/** Reads the unit and currency that a heading names. */
export function headingToUnits(heading: string): UnitAndCurrency {
  const text = heading.normalize('NFKC')
  const tokens = toTokens(heading)
  const bracketed = findBracketedLetters(text)
  const unit = findUnit(text, tokens, bracketed)
  const currency = readFirst(tokens, tokenToCurrency) ?? loneTextToCurrency(bracketed) ?? phraseToCurrency(text)
  return { ...(unit && { unit }), ...(currency !== undefined && { currency }) }
}

function findUnit(text: string, tokens: readonly string[], bracketed: string): AmountUnit | undefined {
  if (PERCENT.test(toPlainLetters(text))) return 'percent'
  const isChinese = /\p{Script=Han}/u.test(text)
  const chineseUnit = isChinese ? chineseUnits.find(([, form]) => form.test(text))?.[0] : undefined
  const namedUnit = chineseUnit ?? readFirst(tokens, tokenToUnit)
  if (namedUnit !== undefined) return namedUnit
  const endsWithCents = MINOR_UNIT_SUFFIX.test(tokens.at(-1) ?? '')
  const isLoneC = bracketed.toLowerCase() === 'c'
  return endsWithCents || isLoneC ? 'minor' : undefined
}

/** The sign, or its word in English, French, Spanish or Portuguese. */
const PERCENT = /[％%]|(?:per|pour)[ -]?cent|por[ -]?(?:ciento|cento)/

/** Matches a word that ends with the minor unit: 'AmountCents', 'LOADINCENTS'. */
const MINOR_UNIT_SUFFIX =
  /(?:amount|amt|value|load|betrag|montant|importe|valor|bedrag|jumlah)s?(?:in|_)?(cents?|sen)$/i

/** A unit or currency in brackets: 'c' for 'Amount (c)', 'EUR' for 'Amount [in EUR]'; '' if there is none. */
const findBracketedLetters = (text: string): string => /[([]\s*(?:in\s+)?([a-z]{1,3})\s*[)\]]/i.exec(text)?.[1] ?? ''

/** The first result of `read` that is not undefined. */
const readFirst = <Found>(tokens: readonly string[], read: (token: string) => Found | undefined): Found | undefined =>
  tokens.map(read).find((found) => found !== undefined)

/** The currency of a name with several words, or of a Chinese name among other characters. */
function phraseToCurrency(text: string): string | undefined {
  const lower = text.toLowerCase()
  const isPhrase = (word: string) => /[ -]/.test(word) || /\p{Script=Han}/u.test(word)
  return currencyWords.find(([, words]) => words.some((word) => isPhrase(word) && lower.includes(word)))?.[0]
}

/** The currency next to an amount: 'USD' in 'USD 10.00', 'EUR' in '10,00 €'. Undefined if there is none. */
export function findAdjacentCurrency(text: string): string | undefined {
  const { before = '', after = '' } = TEXT_AROUND_AMOUNT.exec(text.trim())?.groups ?? {}
  return textToCurrency(before) ?? textToCurrency(after)
}

/** Matches '(−EUR -1,250.00 net)', with 'EUR' before the amount and 'net' after the amount. */
const TEXT_AROUND_AMOUNT = new RegExp(
  [
    '^[-−(\\s]*', // A bracket or minus.
    '(?<before>\\D*?)',
    '[-−\\s]*', // A second minus.
    "[0-9][0-9.,'’\\s]*", // The amount.
    '(?<after>\\D*?)',
    '[)\\s-]*$', // The closing bracket or a minus.
  ].join(''),
  'u',
)

/** The currency named by a cell of a currency column, by a number format or by the text next to an amount. */
export function textToCurrency(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const currencyOfWholeText = loneTextToCurrency(trimmed) ?? phraseToCurrency(trimmed)
  return currencyOfWholeText ?? readFirst(toTokens(trimmed), tokenToCurrency)
}

/** The programme's currency in files. It is unknown if `currency` is missing or empty. */
export interface ProgrammeCurrency {
  /** Texts next to an amount that mean this currency: 'S$', 'SGD'. */
  readonly currency?: readonly string[] | undefined
  /** Its ISO 4217 number. */
  readonly currencyNumber?: string | undefined
}

/**
 * True if a currency is the programme's. Also true if the programme's currency is unknown.
 * @param code as `textToCurrency` returns it
 */
export function isProgrammeCurrency(code: string, { currency: texts = [] }: ProgrammeCurrency): boolean {
  if (texts.length === 0) return true
  return texts.some((text) => textToCurrency(text) === code)
}

/**
 * True if a heading or a number format names another currency than the programme's. A dollar sign without a country
 * always counts as the programme's currency.
 */
export const namesForeignCurrency = (code: string | undefined, programme: ProgrammeCurrency): boolean =>
  code !== undefined && code !== 'dollar' && !isProgrammeCurrency(code, programme)

/**
 * The foreign currency in a cell of a currency column. Undefined for the programme's currency or an empty cell. Also
 * undefined if the programme's currency is unknown. In such a column, a dollar sign without a country counts as the
 * programme's only if it is among the texts of the programme's currency.
 */
export function foreignCurrencyOfCell(cell: string, programme: ProgrammeCurrency): string | undefined {
  const text = cell.trim()
  const isProgrammeKnown = (programme.currency ?? []).length > 0
  if (text === '' || !isProgrammeKnown || text === programme.currencyNumber) return undefined
  const currency = textToCurrency(text)
  // The programme's currency would have been recognised, so any other text counts as a foreign currency.
  if (currency === undefined) return text
  return isProgrammeCurrency(currency, programme) ? undefined : currency
}

/** True if a column names the currency of each row, by its heading or because all its values are currencies. */
export function isCurrencyColumn(heading: string, samples: readonly string[]): boolean {
  const plain = heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  if (CURRENCY_HEADING.test(plain)) return true
  return samples.length > 0 && samples.every((text) => CURRENCY_CODES.has(text.trim().toUpperCase()))
}

/** Matches '1250', '1,250' and '1,250.00'. */
const PLAIN_NUMBER = /^(?<whole>[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.(?<decimals>[0-9]*))?$/

/**
 * The amount shifted by a power of ten: '1000' by -2 → '10.00'. An amount in another notation cannot be shifted safely,
 * so the factor is appended to its text: '1.000,5 × 1/100'. No check and no fix accepts this text, so the unshifted
 * amount can never be used.
 */
export function shiftAmount(text: string, power: number): string {
  const trimmed = text.trim()
  if (power === 0 || trimmed === '') return text
  const plainNumber = PLAIN_NUMBER.exec(trimmed)?.groups
  if (plainNumber) return movePoint(plainNumber, power)
  const factor = power < 0 ? `1/${10 ** -power}` : String(10 ** power)
  const hasDigits = /[0-9]/.test(trimmed)
  return hasDigits ? `${trimmed} × ${factor}` : text
}

/** Moves the decimal point to the right, or to the left if `power` is negative. Returns at least two decimals. */
function movePoint({ whole = '', decimals = '' }: Partial<Record<string, string>>, power: number): string {
  // One digit must remain before the point: '5' by -2 is padded to '005', which becomes '0.05'.
  const minWholeLength = Math.max(1, 1 - power)
  const paddedWhole = whole.replaceAll(',', '').padStart(minWholeLength, '0')
  const digits = paddedWhole + decimals
  const pointIndex = paddedWhole.length + power
  // '1.5' by 3 has too few digits: '15' is padded to '1500'.
  const digitsBefore = digits.slice(0, pointIndex).padEnd(pointIndex, '0')
  const digitsAfter = digits.slice(pointIndex)
  const withoutLeadingZeros = digitsBefore.replace(/^0+(?=[0-9])/, '')
  const withTwoDecimals = digitsAfter.replace(/0+$/, '').padEnd(2, '0')
  return `${withoutLeadingZeros}.${withTwoDecimals}`
}
