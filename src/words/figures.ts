// How a language writes counts and lists. Those that texts to be stored contain can also be written without a language
// (server/stored-text.ts).
import { getLocale, storedFormIfStoring } from '#words/runtime.js'

/** '5,000'. */
export const numberToText = (value: number): string =>
  storedFormIfStoring('number', value) ?? value.toLocaleString(formatLocale())

/** Up to ten digits behind the point. */
export const decimal = (value: number): string => value.toLocaleString(formatLocale(), { maximumFractionDigits: 10 })

/** 'name', 'name and surname', 'name, surname and address'. */
export const listAnd = (words: readonly string[]): string =>
  storedFormIfStoring('listAnd', ...words) ?? listOf('conjunction', words)

/** 'csv', 'csv or xls', 'csv, xlsx or xls'. */
export const listOr = (words: readonly string[]): string =>
  storedFormIfStoring('listOr', ...words) ?? listOf('disjunction', words)

/**
 * A text beside others, as an item of a list. Beside Arabic, a Latin one keeps its own direction, and the items their
 * order. `tools/messages.mjs` does the same for the values of messages.
 */
export const isolated = (text: string): string => (isRightToLeft() ? `\u2068${text}\u2069` : text)

/** A text of isolated items: in Arabic the first is on the right, also if the text is a value of another. */
export const besideOthers = (text: string): string => (isRightToLeft() ? `\u200f${text}` : text)

/** 'Ada → Ben': from the first to the last. The arrow points in the direction of reading. */
export const fromTo = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : besideOthers(items.map(isolated).join(` ${arrow()} `))

/** '→ Ben' */
export const into = (item: string): string => `${arrow()} ${isolated(item)}`

const arrow = () => (isRightToLeft() ? '←' : '→')

const isRightToLeft = (): boolean => getLocale() === 'ar'

function listOf(type: 'conjunction' | 'disjunction', words: readonly string[]): string {
  const locale = formatLocale()
  const format = formats.get(locale + type) ?? new Intl.ListFormat(locale, { type })
  formats.set(locale + type, format)
  return format.format(words.map(isolated))
}

/** Creating one takes longer than formatting a list. */
const formats = new Map<string, Intl.ListFormat>()

/** '3.2': one digit behind the point. */
export const tenths = (value: number): string =>
  value.toLocaleString(formatLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Compares two texts in the order of the language's alphabet; if `numeric`, digits in them as numbers. */
export function compareTexts(one: string, other: string, numeric = false): number {
  const locale = formatLocale()
  const collator = collators.get(`${locale}${numeric}`) ?? new Intl.Collator(locale, { numeric })
  collators.set(`${locale}${numeric}`, collator)
  return collator.compare(one, other)
}

const collators = new Map<string, Intl.Collator>()

/** The name of a country ('SG') or currency ('SGD') in the language. English names are given, since they are those of the standards. */
export const nameOfCode = (type: 'region' | 'currency', code: string, english: string): string =>
  getLocale() === 'en'
    ? english
    : (storedFormIfStoring('nameOfCode', type, code, english) ??
      new Intl.DisplayNames(formatLocale(), { type, fallback: 'none' }).of(code) ??
      english)

/** A label inside a sentence: 'amount' for 'Amount'. German nouns keep their capital. */
export const inSentence = (label: string): string =>
  storedFormIfStoring('inSentence', label) ?? (getLocale() === 'de' ? label : label.toLocaleLowerCase(formatLocale()))

/**
 * The locale for `Intl`. English is British, without a comma before the last 'and'. Arabic uses Latin digits, because
 * amounts and codes are always written with them.
 */
export function formatLocale(): string {
  const language = getLocale()
  return FORMAT_LOCALES[language] ?? language
}

const FORMAT_LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' }
