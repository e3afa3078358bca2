// Reads the unit or currency of amounts from headings, currency columns and number formats: minor units (cents),
// thousands, percent, or a currency, in the languages of our users. Nothing is converted without the user's
// confirmation.
import { centsToDecimal, textToCents } from '#domain/money.ts'

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

/** The names of units, without accents. */
const unitWords: readonly (readonly [AmountUnit, readonly string[]])[] = [
  [
    'percent',
    (
      '% percent percents percentage pct prozent prozentsatz pourcent pourcentage porciento porcentaje porcento ' +
      'porcentagem percentagem procent percentage peratus peratusan persen persentase بالمئة بالمائة نسبة'
    ).split(' '),
  ],
  [
    'minor',
    (
      'cent cents ct cts ¢ sen centavo centavos centime centimes centimo centimos centen eurocent eurocents rappen ' +
      'penny pennies pence minor subunit subunits paise paisa fils satang groszy kopeks øre halalas centesimi ' +
      'kleinsteinheit سنت سنتات بالسنت فلس بالفلس هللة بالهللة قرش بالقرش'
    ).split(' '),
  ],
  [
    'thousands',
    (
      '000 000s 1000 k thousand thousands tsd tausend tausende milliers millier mille miles mil milhar milhares ' +
      'duizend duizenden ribu ribuan rb teur tusd tsgd tchf keur kusd ksgd kchf kgbp الف الاف بالالف بالالاف'
    ).split(' '),
  ],
  ['hundreds', ['100', 'hundred', 'hundreds', 'hunderter', 'ratus', 'ratusan', 'centaines', 'cientos', 'centenas']],
  [
    'millions',
    (
      '000000 1000000 million millions millionen mio mn mln millones millon milhoes milhao miljoen miljoenen juta jt ' +
      'meur musd msgd مليون ملايين بالمليون بالملايين'
    ).split(' '),
  ],
]

/**
 * Units in Chinese headings, which have no spaces between words. A single character counts only if the characters next
 * to it show that it is not part of another word.
 */
const chineseUnits: readonly (readonly [AmountUnit, RegExp])[] = [
  ['percent', /百分|％|%/],
  ['millions', /(?:百万|百萬)(?:元|新元|新币|美元)?/],
  ['tenThousands', /[万萬](?:元|新元|新币|美元)?(?:$|[^\p{L}])/u],
  ['thousands', /[千仟](?:元|新元|新币|美元)?(?:$|[^\p{L}])/u],
  ['tenths', /(?:^|[^\p{L}]|金额|金額|单位|單位)角(?:$|[^\p{L}])/u],
  ['minor', /(?:^|[^\p{L}]|金额|金額|额|額|单位|單位|为|為|以|按)分(?:$|[^\p{L}]|为单位|為單位|计|計)/u],
]

/**
 * The symbols and names of each currency, in lower case. 'dollar' and 'yen or yuan' are for symbols and words that do
 * not say which currency.
 */
const currencyWords: readonly (readonly [string, readonly string[]])[] = [
  ['SGD', ['s$', 'sg$', 'sgd$', 'singapore dollar', 'singapore dollars', '新元', '新币', '新幣', '坡币', '新加坡元']],
  ['SGD', ['singapur-dollar', 'dolar singapura', 'دولار سنغافوري']],
  ['USD', ['us$', 'usd$', 'u$s', 'u$', 'us dollar', 'us dollars', '美元', '美金', 'dolar as', 'dólares', 'dolares']],
  ['USD', ['us-dollar', 'dolar amerika', 'دولار أمريكي', 'دولار امريكي']],
  ['EUR', ['€', 'euro', 'euros', '欧元', '歐元', 'يورو']],
  ['GBP', ['£', 'pound', 'pounds', 'sterling', '英镑', '英鎊', 'pfund', 'جنيه إسترليني', 'جنيه استرليني']],
  ['CNY', ['cn¥', 'rmb', 'yuan', '人民币', '人民幣']],
  ['JPY', ['jp¥', 'yen', '円', '日元', '日圓']],
  ['yen or yuan', ['¥', '￥']],
  ['AUD', ['a$', 'au$']],
  ['NZD', ['nz$']],
  ['CAD', ['c$', 'ca$', 'can$']],
  ['HKD', ['hk$', '港币', '港元', '港幣']],
  ['TWD', ['nt$', '台币', '新台币', '新臺幣']],
  ['BRL', ['r$', 'reais']],
  ['MXN', ['mx$', 'mex$']],
  ['MYR', ['rm', 'ringgit', '令吉', '马币', '馬幣', 'رينغيت', 'رينجت']],
  ['IDR', ['rp', 'rp.', 'rupiah', '印尼盾']],
  ['INR', ['₹', 'rs', 'rs.', 'rupee', 'rupees', '卢比']],
  ['THB', ['฿', 'baht', '泰铢', '泰銖']],
  ['PHP', ['₱']],
  ['VND', ['₫', 'đ', '越南盾']],
  ['KRW', ['₩', '韩元', '韓元']],
  ['RUB', ['₽', 'rubles', 'rub.']],
  ['TRY', ['₺']],
  ['ILS', ['₪']],
  ['UAH', ['₴']],
  ['PLN', ['zł', 'zl']],
  ['CZK', ['kč']],
  ['AED', ['د.إ', 'درهم إماراتي', 'درهم اماراتي']],
  ['SAR', ['ر.س', 'ريال سعودي']],
  ['CHF', ['sfr', 'sfr.', 'fr.', 'franken']],
  ['SEK', ['kr', 'kr.']],
  ['dollar', ['$', 'dollar', 'dollars', 'dólar', 'dolar', 'دولار', 'بالدولار']],
]

/** The codes of ISO 4217, without metals and funds. */
const CURRENCY_CODES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
    'CLP CNY CNH COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL ' +
    'HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL ' +
    'MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON ' +
    'RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH ' +
    'UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL'
  ).split(' '),
)
/**
 * Codes that are also words of headings: 'TOP UP', 'ALL'. They mean a currency only alone in brackets or in a currency
 * column.
 */
const AMBIGUOUS_CODES: ReadonlySet<string> = new Set([
  'ALL',
  'TOP',
  'TRY',
  'CUP',
  'PEN',
  'SOS',
  'MOP',
  'GEL',
  'LAK',
  'COP',
  'BAM',
])

const CURRENCY_SIGNS = '$€£¥￥₹฿₱₫₩₽₺₪₴¢%'
const plainLetters = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase()

/** The words, numbers and symbols of a heading: 'AmountInCents' has three words, 'US$' is one symbol. */
function toTokens(heading: string): string[] {
  const text = heading.normalize('NFKC').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return text.match(new RegExp(`\\p{L}{0,3}[${CURRENCY_SIGNS}]|[\\p{L}\\p{M}]+|[0-9]+s?`, 'gu')) ?? []
}

/**
 * The currency that a single word or symbol names. If `isCurrencyExpected`, also accepts codes in lower case
 * and ambiguous codes.
 */
function tokenToCurrency(token: string, isCurrencyExpected = false): string | undefined {
  const upper = token.toUpperCase()
  if (CURRENCY_CODES.has(upper) && (isCurrencyExpected || (token === upper && !AMBIGUOUS_CODES.has(upper))))
    return upper === 'CNH' ? 'CNY' : upper
  const lower = token.toLowerCase()
  const named = currencyWords.find(([, words]) => words.includes(lower))?.[0]
  // A symbol or code after a k or T, which can mean thousands: 'k€', 'kEUR', 'T$'.
  return named ?? (/^[kt](?:[$€£¥]|EUR|USD|SGD|CHF|GBP)$/i.test(token) ? tokenToCurrency(token.slice(1)) : undefined)
}

function tokenToUnit(token: string): AmountUnit | undefined {
  // 'k€', 'k$', 'T€'. A T (German 'Tausend') means thousands only if it is a capital before € or £.
  if (/^k[$€£¥]$/i.test(token) || /^T[€£]$/.test(token)) return 'thousands'
  const plain = plainLetters(token)
  return unitWords.find(([, words]) => words.includes(plain))?.[0]
}

/** Words that join a unit to the name of a column. */
const CONNECTING_WORDS: ReadonlySet<string> = new Set(
  'in en em de d dalam of as x 1 units unit einheit einheiten unite unites unidad unidades unidade eenheid satuan von وحدة'.split(
    ' ',
  ),
)

/**
 * The heading without its unit and currency: 'Load Amt in Cents' → 'Load Amt'. Unchanged if nothing else would remain.
 */
export function withoutUnits(heading: string): string {
  if (heading.trim() === '') return heading
  const withoutChineseUnits = heading.replace(/[（(【[].*$|单位.*$|單位.*$|[万萬千仟百]?(?:元|分|角)$/u, '')
  if (/\p{Script=Han}/u.test(heading)) return withoutChineseUnits.trim() === '' ? heading : withoutChineseUnits
  const tokens = toTokens(heading)
  const isUnitOrCurrency = (token: string) => tokenToUnit(token) !== undefined || tokenToCurrency(token) !== undefined
  if (!tokens.some(isUnitOrCurrency)) return heading
  const rest = tokens.filter((token) => !isUnitOrCurrency(token) && !CONNECTING_WORDS.has(plainLetters(token)))
  return rest.length === 0 ? heading : rest.join(' ')
}

/** Reads the unit and currency that a heading names. */
export function headingToUnits(heading: string): UnitAndCurrency {
  const tokens = toTokens(heading)
  const text = heading.normalize('NFKC')
  const isPercent = /per[ -]?cent|pour[ -]?cent|por[ -]?ciento|por[ -]?cento|％|%/i.test(plainLetters(text))
  const chinese = /\p{Script=Han}/u.test(text) ? chineseUnits.find(([, form]) => form.test(text))?.[0] : undefined
  const isMinorUnitSuffix =
    /(?:amount|amt|value|load|betrag|montant|importe|valor|bedrag|jumlah)s?(?:in|_)?(cents?|sen)$/i.test(
      tokens.at(-1) ?? '',
    )
  const bracketedText = /[([]\s*(?:in\s+)?([a-z]{1,3})\s*[)\]]/i.exec(text)?.[1] ?? ''
  const unit = isPercent
    ? 'percent'
    : (chinese ??
      tokens.map(tokenToUnit).find((found) => found !== undefined) ??
      (isMinorUnitSuffix || bracketedText.toLowerCase() === 'c' ? 'minor' : undefined))
  const currency =
    tokens.map((token) => tokenToCurrency(token)).find((found) => found !== undefined) ??
    tokenToCurrency(bracketedText, true) ??
    phraseToCurrency(text)
  return { ...(unit && { unit }), ...(currency !== undefined && { currency }) }
}

/** Finds names that consist of several words, and Chinese names within other characters. */
function phraseToCurrency(text: string): string | undefined {
  const lower = text.toLowerCase()
  const isPhrase = (word: string) => /[ -]/.test(word) || /\p{Script=Han}|円/u.test(word)
  return currencyWords.find(([, words]) => words.some((word) => isPhrase(word) && lower.includes(word)))?.[0]
}

/** The currency next to an amount: 'USD' in 'USD 10.00', 'EUR' in '10,00 €'. Undefined if there is none. */
export function findAdjacentCurrency(text: string): string | undefined {
  const [, before = '', after = ''] = /^[-−(\s]*(\D*?)[-−\s]*[0-9][0-9.,'’\s]*(\D*?)[)\s-]*$/u.exec(text.trim()) ?? []
  return textToCurrency(before) ?? textToCurrency(after)
}

/** The currency named by a cell of a currency column, by a number format or by the text next to an amount. */
export function textToCurrency(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const whole = tokenToCurrency(trimmed, true) ?? phraseToCurrency(trimmed)
  return (
    whole ??
    toTokens(trimmed)
      .map((token) => tokenToCurrency(token))
      .find((found) => found !== undefined)
  )
}

/** The programme's currency in files. It is unknown if `currency` is missing or empty. */
export interface ProgrammeCurrency {
  /** Texts next to an amount that mean this currency: 'S$', 'SGD'. */
  readonly currency?: readonly string[] | undefined
  /** Its ISO 4217 number. */
  readonly currencyNumber?: string | undefined
}

/** True if a currency, as `textToCurrency` returns it, is the programme's, or the programme's currency is unknown. */
export function isProgrammeCurrency(code: string, { currency = [] }: ProgrammeCurrency): boolean {
  if (currency.length === 0) return true
  return currency.some((name) => textToCurrency(name) === code)
}

/** The foreign currency in a cell of a currency column; undefined for the programme's currency or an empty cell. */
export function foreignCurrency(cell: string, programme: ProgrammeCurrency): string | undefined {
  const text = cell.trim()
  if (text === '' || (programme.currency ?? []).length === 0 || text === programme.currencyNumber) return undefined
  const found = textToCurrency(text)
  // An unknown currency can be any currency except the programme's.
  if (found === undefined) return text
  return isProgrammeCurrency(found, programme) ? undefined : found
}

/** Matches the heading of a currency column, in lower case and without spaces, in the languages of our users. */
const CURRENCY_HEADING =
  /^(?:(?:transaction|load|payment|settlement)?(?:currency|ccy|curr|cur)(?:code|iso)?|währung|wahrung|währungscode|devise|monnaie|moneda|divisa|moeda|valuta|munt|matawang|matauang|kodmatawang|(?:رمز)?(?:ال)?عملة|币种|幣種|货币|貨幣|币别|幣別|币种代码|货币代码)$/

/** True if a column names the currency of each row, by its heading or because all its values are currencies. */
export function isCurrencyColumn(heading: string, samples: readonly string[]): boolean {
  const plain = heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  if (CURRENCY_HEADING.test(plain)) return true
  return samples.length > 0 && samples.every((text) => CURRENCY_CODES.has(text.trim().toUpperCase()))
}

const PLAIN_NUMBER = /^([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]*))?$/

/**
 * The amount shifted by a power of ten: '1000' by -2 → '10.00'. An amount in another notation cannot be shifted safely,
 * so the factor is appended to its text ('1.000,5 × 1/100'). That is not a valid amount and no fix accepts it, so the
 * unshifted amount can never be used.
 */
export function shiftAmount(text: string, power: number): string {
  const trimmed = text.trim()
  if (power === 0 || trimmed === '') return text
  const [, whole = '', fraction = ''] = PLAIN_NUMBER.exec(trimmed) ?? []
  if (whole === '')
    return /[0-9]/.test(trimmed) ? `${trimmed} × ${power < 0 ? `1/${10 ** -power}` : 10 ** power}` : text
  const plain = whole.replaceAll(',', '').padStart(Math.max(1, 1 - power), '0')
  const digits = plain + fraction
  const pointIndex = plain.length + power
  const shifted = `${digits.slice(0, pointIndex).padEnd(pointIndex, '0')}.${digits.slice(pointIndex)}`
  const [units = '', decimals = ''] = shifted.split('.')
  const withoutZeros = `${units.replace(/^0+(?=[0-9])/, '') || '0'}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
  const cents = textToCents(withoutZeros)
  return typeof cents === 'number' ? centsToDecimal(cents) : withoutZeros
}
