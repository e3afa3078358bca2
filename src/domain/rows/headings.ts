// The columns of a file, and how one is told by its heading: by the field's own words or by other usual names, whatever the case,
// the spaces and the punctuation.
import type { RowField } from './fields.ts'

/** For each field of a kind, in file order, the cell of a line that it is read from (from 0), or `NO_COLUMN`. */
export type ColumnMap = readonly number[]
export const NO_COLUMN = -1

/** The columns of a file from the left; both lists have one entry for each. */
export interface FileColumns {
  /** '' where a column has none. */
  readonly headings: readonly string[]
  /** A few values of each column from the top, without empty ones. */
  readonly samples: readonly (readonly string[])[]
}

/** How a file's columns are taken: plain data, so that it crosses to a worker and can be remembered. */
export interface TakenColumns {
  readonly map: ColumnMap
  /** Columns that the file has: a line with more cells has too many. */
  readonly width: number
  /** Whether the first line names the columns and is no row. */
  readonly hasHeadings: boolean
}

/** What a client's files have besides what is known everywhere: plain data, so that it crosses to a worker. */
export interface FileWords {
  /** Headings of columns in the client's languages, by the names of fields. */
  readonly headings: Readonly<Record<string, readonly string[]>>
  /** What stands before or behind an amount and means the programme's currency: 'S$', 'SGD'. */
  readonly currency: readonly string[]
  /** Digits of a postal code in the client's country, if all have as many. */
  readonly postalDigits?: number
}

/** The columns of a file and how they are taken, or might be. */
export interface ReadColumns extends FileColumns, TakenColumns {}

/**
 * A heading as it is compared: letters and digits alone, in lower case, without what stands in brackets and without a currency
 * sign ('Load Amount (S$) *' → 'loadamount'); '' where nothing is left.
 */
export function plainHeading(heading: string): string {
  const text = heading.normalize('NFKC').toLowerCase()
  const plain = text.replace(BRACKETS, ' ').replace(CURRENCY, ' ').replace(PUNCTUATION, '')
  return plain === '' ? text.replace(PUNCTUATION, '') : plain
}

const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g
const CURRENCY = /(?:\b[a-z]{1,2})?[$€£¥]/g
const PUNCTUATION = /[^\p{L}\p{N}]+/gu

/** Whether a heading is a field's label or name, or another usual name for it. */
export function headingFit({ label, name, aliases = [] }: RowField, heading: string): 'own' | 'alias' | undefined {
  const plain = plainHeading(heading)
  if (plain === '') return undefined
  if (plain === plainHeading(label) || plain === plainHeading(name)) return 'own'
  return aliases.some((alias) => plain === plainHeading(alias)) ? 'alias' : undefined
}

/** True where a heading is probably meant for a field: a letter or two mistyped, or its words among others. Never taken unasked. */
export function isSimilarHeading({ label, name, aliases = [] }: RowField, heading: string): boolean {
  const plain = plainHeading(heading)
  return [label, name, ...aliases].map(plainHeading).some((known) => {
    if (Math.min(plain.length, known.length) < 4) return false
    return plain.includes(known) || distance(plain, known) <= (known.length < 6 ? 1 : 2)
  })
}

/** Levenshtein's distance: how many letters have to be changed, put in or left out. */
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

/** True where a line names columns: one cell is exactly a field's label or name, or two are usual names. */
export const namesColumns = (fields: readonly RowField[], cells: readonly string[]): boolean =>
  cells.some((cell) => fields.some(({ name, label }) => isSame(cell, name) || isSame(cell, label))) ||
  cells.filter((cell) => fields.some((field) => headingFit(field, cell) !== undefined)).length > 1

/** True for a line of one cell with letters in it: above a table of several columns it is the table's title. */
export const mayBeTitle = (fields: readonly RowField[], cells: readonly string[]): boolean => {
  const [only = '', ...others] = cells.filter((cell) => cell !== '')
  return others.length === 0 && /\p{L}/u.test(only) && !namesColumns(fields, cells)
}

/** True where a line names the columns of a table that has several. */
export const headsTable = (fields: readonly RowField[], cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length > 1 && namesColumns(fields, cells)

const isSame = (cell: string, name: string): boolean => cell.trim().toLowerCase() === name.toLowerCase()

/** The fields with other usual names of their columns, by the fields' names. */
export const withAliases = <Field extends RowField>(
  fields: readonly Field[],
  aliases: Readonly<Record<Field['name'], readonly string[]>>,
): readonly Field[] => fields.map((field) => ({ ...field, aliases: aliases[field.name as Field['name']] }))

/** The fields with the client's own words for their columns and for its currency. */
export const withWords = <Field extends RowField>(
  fields: readonly Field[],
  words: FileWords | undefined,
): readonly Field[] =>
  words === undefined
    ? fields
    : fields.map((field) => ({
        ...field,
        aliases: [...(field.aliases ?? []), ...(words.headings[field.name] ?? [])],
        ...(field.value === 'money' && { currency: words.currency }),
      }))
