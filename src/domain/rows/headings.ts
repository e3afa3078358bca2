// The columns of a file and how they are recognised by their headings: by the field's own label or by other usual
// names, ignoring case, spaces and punctuation.
import { type AmountUnit, withoutNotes } from './amount-units.ts'
import type { RowField } from './fields.ts'

/** For each field of a type, in file order, the cell that it is read from (from 0), or `NO_COLUMN`. */
export type ColumnMap = readonly number[]
export const NO_COLUMN = -1

/** The columns of a file from the left; both lists have one entry per column. */
export interface FileColumns {
  /** '' if a column has none. */
  readonly headings: readonly string[]
  /** The first values of each column, without empty ones. */
  readonly samples: readonly (readonly string[])[]
}

/** How a file's columns are used: plain data, so that it can go to a worker and be stored. */
export interface TakenColumns {
  readonly map: ColumnMap
  /** Number of columns of the file: a line with more cells has too many. */
  readonly width: number
  /** Whether a line has the headings and is not a row. */
  readonly hasHeadings: boolean
  /** The number of that line; the lines above it are not rows. Without it, it is the first line. */
  readonly headingRow?: number
  /** By the name of a money field, the power of ten that makes its numbers amounts, as the user has answered. */
  readonly shifts?: Readonly<Record<string, number>> | undefined
  /** By the name of a money field whose heading names another currency: whether that is meant, as the user has answered. */
  readonly currencies?: Readonly<Record<string, 'own' | 'named'>> | undefined
}

/** What a file says about the amounts of a column, and their sum, for a question that shows it in both ways. */
export interface ColumnAmounts {
  /** In hundredths, as the numbers are written. */
  readonly sum: number
  /** The unit that the heading names; or that in which the number format shows the cells, whose values are in full. */
  readonly unit?: AmountUnit
  readonly by: 'heading' | 'format'
  /** The foreign currency that the heading names. */
  readonly currency?: string
}

/** What a client's files have in addition: plain data, so that it can go to a worker. */
export interface FileWords {
  /** Headings in the client's languages, by field name. */
  readonly headings: Readonly<Record<string, readonly string[]>>
  /** Words before or after an amount that mean the programme's currency: 'S$', 'SGD'. */
  readonly currency: readonly string[]
  /** The currency's ISO 4217 number, as a currency column can have it. */
  readonly currencyNumber?: string
  /** Digits of a postal code in the client's country, if all have the same number. */
  readonly postalDigits?: number
}

/** The columns of a file and how they are used, or could be. */
export interface ReadColumns extends FileColumns, TakenColumns {
  /** True if a line above the headings could be a row: the user confirms which line has them. */
  readonly asksForHeadings?: boolean
  /** The first lines of the file: one of them can have the headings. */
  readonly lines: readonly { readonly rowNumber: number; readonly fields: readonly string[] }[]
  /** By column; undefined for one in the programme's currency and its own unit. */
  readonly amounts?: readonly (ColumnAmounts | undefined)[]
  /** The column with the currency of each row, which is compared with the programme's. */
  readonly currencyCell?: number
}

/**
 * A heading for comparison: letters and digits only, in lower case, without text in brackets and without a currency
 * sign ('Load Amount (S$) *' → 'loadamount'); '' if nothing is left.
 */
export function plainHeading(heading: string): string {
  const text = heading.normalize('NFKC').toLowerCase()
  const plain = text.replace(BRACKETS, ' ').replace(CURRENCY, ' ').replace(PUNCTUATION, '')
  return plain === '' ? text.replace(PUNCTUATION, '') : plain
}

const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g
const CURRENCY = /(?:\b[a-z]{1,2})?[$€£¥]/g
const PUNCTUATION = /[^\p{L}\p{N}]+/gu

/**
 * Whether a heading is a field's label or name, or another usual name for it; that of an amount also with its unit or
 * currency ('Load Amt in Cents').
 */
export function headingFit(field: RowField, heading: string): 'own' | 'alias' | undefined {
  const fit = plainFit(field, heading)
  return fit === undefined && field.value === 'money' ? plainFit(field, withoutNotes(heading)) : fit
}

function plainFit({ label, name, aliases = [] }: RowField, heading: string): 'own' | 'alias' | undefined {
  const plain = plainHeading(heading)
  if (plain === '') return undefined
  if (plain === plainHeading(label) || plain === plainHeading(name)) return 'own'
  return aliases.some((alias) => plain === plainHeading(alias)) ? 'alias' : undefined
}

/**
 * True if a heading probably means a field: a letter or two mistyped, or its words among others. Never used without
 * asking.
 */
export function isSimilarHeading({ label, name, aliases = [] }: RowField, heading: string): boolean {
  const plain = plainHeading(heading)
  return [label, name, ...aliases].map(plainHeading).some((known) => {
    if (Math.min(plain.length, known.length) < 4) return false
    return plain.includes(known) || distance(plain, known) <= (known.length < 6 ? 1 : 2)
  })
}

/** Levenshtein distance: the number of letters to change, insert or remove. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      row.push(Math.min(changed, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = row
  }
  return before[other.length] ?? 0
}

/** True for a heading line: one cell is exactly a field's label or name, or two are usual names. */
export const namesColumns = (fields: readonly RowField[], cells: readonly string[]): boolean =>
  cells.some((cell) => fields.some(({ name, label }) => isSame(cell, name) || isSame(cell, label))) ||
  cells.filter((cell) => fields.some((field) => headingFit(field, cell) !== undefined)).length > 1

/**
 * True for a line above headings that is part of the table's title: one cell, or a label and its value above a table
 * with at least twice as many columns.
 */
export const isTitle = (cells: readonly string[], headings: readonly string[]): boolean => {
  const [first = '', ...others] = cells.filter((cell) => cell !== '')
  if (others.length === 0) return /\p{L}/u.test(first) || first.length <= MAX_LONE_NUMBER
  const isLabel = /\p{L}/u.test(first) && !/\p{N}/u.test(first)
  return isLabel && others.length === 1 && headings.filter((cell) => cell !== '').length >= 4
}

/** A longer number alone in its line can be a damaged card number. */
const MAX_LONE_NUMBER = 10

/** True for the heading line of a table with several columns. */
export const headsTable = (fields: readonly RowField[], cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length > 1 && namesColumns(fields, cells)

const isSame = (cell: string, name: string): boolean => cell.trim().toLowerCase() === name.toLowerCase()

/** The fields with other usual names of their columns, by field name. */
export const withAliases = <Field extends RowField>(
  fields: readonly Field[],
  aliases: Readonly<Record<Field['name'], readonly string[]>>,
): readonly Field[] => fields.map((field) => ({ ...field, aliases: aliases[field.name as Field['name']] }))

/** The fields with the client's own words for their columns and currency. */
export const withWords = <Field extends RowField>(
  fields: readonly Field[],
  words: FileWords | undefined,
): readonly Field[] =>
  words === undefined
    ? fields
    : fields.map((field) => ({
        ...field,
        aliases: [...(field.aliases ?? []), ...(words.headings[field.name] ?? [])],
        ...(field.value === 'money' && { currency: words.currency, currencyNumber: words.currencyNumber }),
      }))
