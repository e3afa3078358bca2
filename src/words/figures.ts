// Writes numbers, lists and names in the current language. While the server writes a text that it will store, some
// functions return a form without language instead. The text is translated when it is read (server/stored-text.ts).
import { getLocale, languageNeutralForm } from '#words/runtime.js'

/** Keeps a short text on one line, e.g. an amount with its currency. */
export const withoutLineBreaks = (text: string): string => text.replaceAll(' ', '\u00a0')

/** '5,000'. */
export const numberToText = (value: number): string =>
  languageNeutralForm('number', value) ?? value.toLocaleString(numberLocale())

/** Up to ten digits behind the point. */
export const decimal = (value: number): string => value.toLocaleString(numberLocale(), { maximumFractionDigits: 10 })

/** 'name', 'name and surname', 'name, surname and address'. */
export const listAnd = (items: readonly string[]): string =>
  languageNeutralForm('listAnd', ...items) ?? listOf('conjunction', items)

/** 'csv', 'csv or xls', 'csv, xlsx or xls'. */
export const listOr = (items: readonly string[]): string =>
  languageNeutralForm('listOr', ...items) ?? listOf('disjunction', items)

/**
 * A text as an item of a list. In Arabic it is enclosed in Unicode isolates, so that a Latin text keeps its own
 * direction and does not change the order of the items. `tools/messages.mjs` does the same for the values of messages.
 */
export const isolated = (text: string): string => (isRightToLeft() ? `\u2068${text}\u2069` : text)

/**
 * A text of isolated items. In Arabic a right-to-left mark puts the first item on the right, even if the text becomes a
 * value of another text.
 */
export const keepReadingOrder = (text: string): string => (isRightToLeft() ? `\u200f${text}` : text)

/** 'Ada → Ben': from the first to the last. The arrow points in the direction of reading. */
export const fromTo = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : keepReadingOrder(items.map(isolated).join(` ${arrow()} `))

/** '→ Ben' */
export const arrowTo = (item: string): string => `${arrow()} ${isolated(item)}`

const arrow = () => (isRightToLeft() ? '←' : '→')

const isRightToLeft = (): boolean => getLocale() === 'ar'

function listOf(type: 'conjunction' | 'disjunction', items: readonly string[]): string {
  const locale = formatLocale()
  const format = formats.get(locale + type) ?? new Intl.ListFormat(locale, { type })
  formats.set(locale + type, format)
  return format.format(items.map(isolated))
}

/** Kept for the next list, because creating a formatter takes longer than formatting a list. */
const formats = new Map<string, Intl.ListFormat>()

/** '3.2': one digit behind the point. */
export const tenths = (value: number): string =>
  value.toLocaleString(numberLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Compares two texts in the order of the language's alphabet. */
export const compareTexts = (first: string, second: string): number =>
  getCollator({ numeric: false }).compare(first, second)

/** Compares like `compareTexts`, but compares the digits in the texts as numbers. */
export const compareTextsWithNumbers = (first: string, second: string): number =>
  getCollator({ numeric: true }).compare(first, second)

function getCollator({ numeric }: { readonly numeric: boolean }): Intl.Collator {
  const locale = formatLocale()
  const key = `${locale}${numeric}`
  const collator = collators.get(key) ?? new Intl.Collator(locale, { numeric })
  collators.set(key, collator)
  return collator
}

const collators = new Map<string, Intl.Collator>()

/**
 * The name of a country ('SG') or currency ('SGD') in the current language. `english`: the name in the standard, used
 * in English and if the browser knows no other name.
 */
export function nameOfCode(type: 'region' | 'currency', code: string, english: string): string {
  if (getLocale() === 'en') return english
  const neutralForm = languageNeutralForm('nameOfCode', type, code, english)
  if (neutralForm !== undefined) return neutralForm
  return new Intl.DisplayNames(formatLocale(), { type, fallback: 'none' }).of(code) ?? english
}

/** A label inside a sentence: 'amount' for 'Amount'. German nouns keep their capital. */
export function inSentence(label: string): string {
  const neutralForm = languageNeutralForm('inSentence', label)
  if (neutralForm !== undefined) return neutralForm
  return getLocale() === 'de' ? label : label.toLocaleLowerCase(formatLocale())
}

/** True if numbers of the current language have a decimal comma. Amounts are written with a point in every language. */
export const usesDecimalComma = (): boolean => (1.5).toLocaleString(formatLocale()).includes(',')

/**
 * The locale for `Intl`. English is British, without a comma before the last 'and'. Arabic uses Latin digits, because
 * amounts and codes are always written with them.
 */
export function formatLocale(): string {
  const language = getLocale()
  return FORMAT_LOCALES[language] ?? language
}

const FORMAT_LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' }

/**
 * The locale of counts. German counts have spaces between groups of digits, as in Austria: '1 299'. With the usual
 * point, '1.299' would look like a decimal number beside an amount such as 'SGD 150,384.64'. `tools/messages.mjs` does
 * the same for the numbers in messages.
 */
const numberLocale = (): string => (getLocale() === 'de' ? 'de-AT' : formatLocale())
