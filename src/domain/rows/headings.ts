// The columns of a file, and the recognition of their headings. A heading is the field's label in any language, or one of
// its aliases. Case, spaces, punctuation and spelling variants are ignored.
import { editDistance, sortLetters, toOneLine } from '#domain/texts/clean-text.ts'
import { type AmountUnit, withoutUnits } from './amount-units.ts'
import type { RowField } from './fields.ts'

/** For each field of a type, in file order: the index of the column with its values, or `NO_COLUMN`. */
export type ColumnMap = readonly number[]
export const NO_COLUMN = -1

/** The columns of a file from left to right. Both lists have one entry per column. */
export interface FileColumns {
  /** '' for a column without a heading. */
  readonly headings: readonly string[]
  /** The first values of each column, without empty ones. */
  readonly samples: readonly (readonly string[])[]
}

/** How a file's columns are used: plain data, so that it can be sent to a worker and stored. */
export interface MappedColumns {
  readonly map: ColumnMap
  /** Number of columns of the file. A line with more cells has surplus fields. */
  readonly width: number
  /** True if the file has a line with headings, which is not a row. */
  readonly hasHeadings: boolean
  /** The row number of the heading line. By default, the first line. Lines above the heading line are not rows. */
  readonly headingRow?: number
  /** The user's answers about units: for each money field by name, the power of ten that converts numbers to amounts. */
  readonly shifts?: Readonly<Record<string, number>> | undefined
  /**
   * The user's answers about currencies, for each money field whose heading names another currency. 'named': the amounts
   * are in the currency of the heading. 'own': they are in the programme's currency.
   */
  readonly currencies?: Readonly<Record<string, 'own' | 'named'>> | undefined
  /** The user's answer about marked rows: true to leave them out. */
  readonly leavesOutMarked?: boolean | undefined
}

/** A column that says which rows are not to be paid. */
export interface MarkedRows {
  readonly column: number
  /** The values of the rows that are not to be paid. */
  readonly excluded: readonly string[]
  /** The values of the column with their numbers of rows, the most frequent first. */
  readonly values: readonly { readonly text: string; readonly rows: number }[]
}

/** The unit or currency of a column's amounts, and their sum, for a question that shows the sum in both readings. */
export interface ColumnAmounts {
  /** In hundredths of the numbers as written. */
  readonly sum: number
  readonly unit?: AmountUnit
  /**
   * What names the unit. 'heading': the cells contain numbers in this unit. 'format': the cells contain the full amounts,
   * which the number format shows in this unit.
   */
  readonly by: 'heading' | 'format'
  /** The foreign currency that the heading names. */
  readonly currency?: string
}

/** The client's terms for reading files: plain data, so that it can be sent to a worker. */
export interface FileWords {
  /** Headings that only this client's files have, by field name. */
  readonly headings: Readonly<Record<string, readonly string[]>>
  /** Texts before or after an amount that mean the programme's currency: 'S$', 'SGD'. */
  readonly currency: readonly string[]
  /** The currency's ISO 4217 number, which a currency column can contain. */
  readonly currencyNumber?: string
  /** Digits of a postal code in the client's country, if all postal codes have the same length. */
  readonly postalDigits?: number
}

/** The columns of a file, and how they are used or could be used. */
export interface ReadColumns extends FileColumns, MappedColumns {
  /** True if the user must confirm the heading line, since a line above it could be a row. */
  readonly asksForHeadings?: boolean
  /** The first lines of the file; one of them may have the headings. */
  readonly lines: readonly { readonly rowNumber: number; readonly fields: readonly string[] }[]
  /** By column. Undefined for a column whose amounts are in the programme's currency, in its main unit. */
  readonly amounts?: readonly (ColumnAmounts | undefined)[]
  /** The column with the currency of each row, which is compared with the programme's. */
  readonly currencyColumn?: number
  readonly marked?: MarkedRows
}

/**
 * The heading in a form for comparison: only letters and digits, in lower case, without text in brackets and without a
 * currency symbol ('Load Amount (S$) *' → 'loadamount'). The text in brackets is kept if the heading has no other text.
 */
export function plainHeading(heading: string): string {
  const text = heading.normalize('NFKC').toLowerCase()
  const plain = text.replace(BRACKETED_TEXT, ' ').replace(CURRENCY_SYMBOL, ' ').replace(PUNCTUATION, '')
  return plain === '' ? text.replace(PUNCTUATION, '') : plain
}

/**
 * The heading in a form for comparison in which spelling variants are also equal. Variants are umlauts and their two
 * letters, accents, and digits of other scripts. In Arabic, they are also the article, vowel marks, stretched letters and
 * the forms of alef, yeh and teh marbuta. Stored choices use `plainHeading`.
 */
export function comparableHeading(heading: string): string {
  const cached = comparableCache.get(heading)
  if (cached !== undefined) return cached
  if (heading.length > MAX_HEADING) return plainHeading(heading)
  const normalised = toOneLine(heading)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => GERMAN_SPELLINGS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(ACCENT_OR_STRETCH, '')
    .normalize('NFC')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll(ARABIC_ARTICLE, '')
  const plain = plainHeading(normalised)
  if (comparableCache.size >= MAX_CACHED) comparableCache.clear()
  comparableCache.set(heading, plain)
  return plain
}

/** Cached, since the same few headings are compared for every line that may have headings. */
const comparableCache = new Map<string, string>()
const MAX_CACHED = 5000
/** A longer text is not a heading, so its spelling variants do not matter. */
const MAX_HEADING = 200
const GERMAN_SPELLINGS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
/** An accent or vowel mark, or the character that stretches Arabic words (tatweel). */
const ACCENT_OR_STRETCH = /[\p{M}\u0640]/gu
/** The Arabic article at the beginning of a word that has at least three more letters. */
const ARABIC_ARTICLE = /(?<!\p{L})ال(?=\p{L}{3})/gu

/** '(S$)' or '[S$]'. */
const BRACKETED_TEXT = /\([^)]*\)|\[[^\]]*\]/g
/** '€' or 's$'. */
const CURRENCY_SYMBOL = /(?:\b[a-z]{1,2})?[$€£¥]/g
const PUNCTUATION = /[^\p{L}\p{N}]+/gu

/**
 * 'label' for a heading that is the field's name, or its label in any language. 'alias' for another usual heading of the
 * field. The heading of an amount can also name a unit or a currency ('Load Amt in Cents').
 */
export function matchHeading(field: RowField, heading: string): 'label' | 'alias' | undefined {
  const match = matchPlainHeading(field, heading)
  if (match !== undefined || field.value !== 'money') return match
  return matchPlainHeading(field, withoutUnits(heading))
}

function matchPlainHeading(field: RowField, heading: string): 'label' | 'alias' | undefined {
  const plain = comparableHeading(heading)
  if (plain === '') return undefined
  const matches = (usual: string) => plain === comparableHeading(usual)
  const { labels, aliases } = usualHeadings(field)
  if ([field.name, field.label, ...labels].some(matches)) return 'label'
  return aliases.some(matches) ? 'alias' : undefined
}

/**
 * True if a heading probably means a field: it has a mistyped letter or two swapped letters, or contains other words
 * too. The user must confirm such a match.
 */
export function isSimilarHeading(field: RowField, heading: string): boolean {
  const plain = comparableHeading(heading)
  const { labels, aliases } = usualHeadings(field)
  return [field.name, field.label, ...labels, ...aliases].map(comparableHeading).some((usual) => {
    const isTooShort = Math.min(plain.length, usual.length) < 4
    if (isTooShort) return false
    if (plain.includes(usual)) return true
    // Two swapped letters are an edit distance of 2. Other letters must be closer, since 'Account' is not 'Amount'.
    const hasSameLetters = sortLetters(plain) === sortLetters(usual)
    const maxDistance = hasSameLetters ? 2 : 1
    return editDistance(plain, usual) <= maxDistance
  })
}

/**
 * True for a heading line: one cell is exactly a field's label or name, or two cells are usual names of fields. A line
 * with only one cell is also a heading line if this cell is a label in another language.
 */
export function containsHeadings(fields: readonly RowField[], cells: readonly string[]): boolean {
  const ownNames = fields.flatMap(({ name, label }) => [name, label])
  if (cells.some((cell) => ownNames.some((name) => equalsIgnoringCase(cell, name)))) return true
  const isUsualName = (cell: string) => fields.some((field) => matchHeading(field, cell) !== undefined)
  if (cells.filter(isUsualName).length > 1) return true
  const [firstCell = '', ...otherCells] = cells.filter((cell) => cell !== '')
  const labels = fields.flatMap((field) => usualHeadings(field).labels)
  return otherCells.length === 0 && labels.some((label) => equalsIgnoringCase(firstCell, label))
}

/**
 * True for a line above the headings that belongs to the table's title. Such a line has one cell or, above a table with
 * at least four columns, a label and its value.
 */
export const isTitleLine = (cells: readonly string[], headings: readonly string[]): boolean => {
  const [first = '', ...others] = cells.filter((cell) => cell !== '')
  const hasLetters = /\p{L}/u.test(first)
  if (others.length === 0) return hasLetters || first.length <= MAX_LONE_NUMBER
  const isLabelWithValue = others.length === 1 && hasLetters && !/\p{N}/u.test(first)
  const columnCount = headings.filter((cell) => cell !== '').length
  return isLabelWithValue && columnCount >= 4
}

/** A longer number alone in its line can be a damaged card number. */
const MAX_LONE_NUMBER = 10

const equalsIgnoringCase = (cell: string, name: string): boolean => cell.trim().toLowerCase() === name.toLowerCase()

/**
 * Headings by language, separated by commas. Case, spaces, punctuation, accents and the Arabic article do not matter
 * (`comparableHeading`).
 */
export interface HeadingWords {
  readonly en: string
  readonly de: string
  readonly ms: string
  readonly 'zh-Hans': string
  readonly ar: string
  /** Usual headings in further languages. */
  readonly other?: string
}

const languages = ['en', 'de', 'ms', 'zh-Hans', 'ar'] as const
const languagesAndOther = [...languages, 'other'] as const

// Empty until `setKnownHeadings`. A page loads the table only with its first file, because most pages need no headings.
let knownHeadings: Readonly<Record<string, HeadingWords>> = {}
let usualHeadingsCache = new WeakMap<RowField, UsualHeadings>()

/** Sets the headings that are recognised from now on. */
export function setKnownHeadings(words: Readonly<Record<string, HeadingWords>>): void {
  knownHeadings = words
  usualHeadingsCache = new WeakMap()
}

interface UsualHeadings {
  /** The field's labels in all languages: the file can come from a template in another language. */
  readonly labels: readonly string[]
  /** The other usual names of the field. */
  readonly aliases: readonly string[]
}

/** The usual headings of a field's column. */
export function usualHeadings(field: RowField): UsualHeadings {
  const found = usualHeadingsCache.get(field)
  if (found) return found
  const headingsByKey = (field.headings ?? []).map((key) => knownHeadings[key])
  const splitHeadings = (text = ''): string[] => (text === '' ? [] : text.split(', '))
  const [mainHeadings] = headingsByKey
  const labels = languages.flatMap((language) => splitHeadings(mainHeadings?.[language]).slice(0, 1))
  const allHeadings = headingsByKey.flatMap((byLanguage) =>
    languagesAndOther.flatMap((language) => splitHeadings(byLanguage?.[language])),
  )
  const headings = {
    labels,
    aliases: [...(field.aliases ?? []), ...allHeadings.filter((heading) => !labels.includes(heading))],
  }
  usualHeadingsCache.set(field, headings)
  return headings
}

/** The fields, each with its name as the key of the usual headings of its column. */
export const withHeadings = <Field extends RowField>(fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({ ...field, headings: [field.name] }))

/** The fields with the client's names for their columns and currency. */
export function withClientWords<Field extends RowField>(
  fields: readonly Field[],
  words: FileWords | undefined,
): readonly Field[] {
  if (words === undefined) return fields
  return fields.map((field) => {
    const aliases = [...(field.aliases ?? []), ...(words.headings[field.name] ?? [])]
    if (field.value !== 'money') return { ...field, aliases }
    return { ...field, aliases, currency: words.currency, currencyNumber: words.currencyNumber }
  })
}
