// Matches columns to fields by the headings, and guesses if the headings are not enough.
import { fieldFault, NO_VALUE, type RowField } from './fields.ts'
import { looksLikeCard } from './likeness.ts'
import { type ColumnMap, type FileColumns, headingFit, isSimilarHeading, NO_COLUMN } from './headings.ts'

/** The result of matching a file's headings. */
export interface ColumnMatch {
  /** The certain match, or the best guess. */
  readonly map: ColumnMap
  /** True if each column is in the position of the row type, so that the file is read by position. */
  readonly isAsExpected: boolean
  /**
   * True if each heading was recognised, or is an extra column in a file that has all others, so that the user need not
   * be asked.
   */
  readonly isSure: boolean
}

/** Finds the columns by their headings; each column is used once. */
export function matchColumns(
  { fields, refersToOtherCard = false }: { readonly fields: readonly RowField[]; readonly refersToOtherCard?: boolean },
  { headings, samples }: FileColumns,
): ColumnMatch {
  const { claims, found } = claimedColumns(fields, headings, refersToOtherCard)
  const isClaimed = (cell: number) => claims.some((cells) => cells.includes(cell))
  const unknown = headings.flatMap((_, cell) => (isClaimed(cell) ? [] : [cell]))
  const isMissing = (field: RowField, index: number) => field.use !== 'unwanted' && found[index] === NO_COLUMN
  const isSure =
    claims.every((cells) => cells.length < 2) &&
    new Set(claims.flat()).size === claims.flat().length &&
    !fields.some((field, index) => field.use === 'required' && isMissing(field, index)) &&
    (unknown.length === 0 || (!refersToOtherCard && !fields.some(isMissing)))
  const isAsExpected =
    isSure &&
    unknown.length === 0 &&
    // A file can omit fields at its end.
    found.every((cell, index) => cell === index || (cell === NO_COLUMN && index >= headings.length))
  return { map: isSure ? found : guessed(fields, found, unknown, { headings, samples }), isAsExpected, isSure }
}

/** The match by headings, without guesses. */
export const foundColumns = (fields: readonly RowField[], headings: readonly string[]): ColumnMap =>
  claimedColumns(fields, headings).found

/**
 * The cells that each field could be read from, and the assigned one. Each column is assigned once.
 * @param onlyRequired assigns no column to fields that the row type does not use
 */
function claimedColumns(fields: readonly RowField[], headings: readonly string[], onlyRequired = false) {
  const fits = fields.map((field) =>
    onlyRequired && field.use === 'unwanted' ? [] : headings.map((heading) => headingFit(field, heading)),
  )
  const claims = fits.map((of) => [...indexesOf(of, 'own'), ...indexesOf(of, 'alias')])
  const found: number[] = []
  for (const cells of claims) found.push(cells.find((cell) => !found.includes(cell)) ?? NO_COLUMN)
  return { claims, found }
}

const indexesOf = <Value>(list: readonly Value[], searched: Value): number[] =>
  list.flatMap((value, index) => (value === searched ? [index] : []))

/**
 * Guesses columns with similar headings, and values that fit, for fields without a column, and the only column with cards for a card. A required field
 * gets the only remaining column.
 */
function guessed(
  fields: readonly RowField[],
  found: readonly number[],
  unknown: readonly number[],
  { headings, samples }: FileColumns,
): number[] {
  const map = [...found]
  const left = () => unknown.filter((cell) => !map.includes(cell))
  fields.forEach((field, index) => {
    if (map[index] !== NO_COLUMN || field.use === 'unwanted') return
    const similar = left().filter(
      (cell) => isSimilarHeading(field, headings[cell] ?? '') && misfit(field, samples[cell] ?? []) === undefined,
    )
    if (similar.length === 1) map[index] = similar[0] ?? NO_COLUMN
  })
  fields.forEach((field, index) => {
    if (map[index] !== NO_COLUMN || field.value !== 'identifier' || field.use === 'unwanted') return
    const cards = left().filter((cell) => (samples[cell] ?? []).length > 0 && samples[cell]?.every(looksLikeCard))
    if (cards.length === 1) map[index] = cards[0] ?? NO_COLUMN
  })
  const open = fields.flatMap((field, index) => (field.use === 'required' && map[index] === NO_COLUMN ? [index] : []))
  const [last, ...others] = left()
  const [only, ...more] = open
  const field = only === undefined ? undefined : fields[only]
  // Any number can be an amount, so an amount's column is never guessed.
  if (only !== undefined && field && field.value !== 'money' && last !== undefined && more.length + others.length === 0)
    if (!misfit(field, samples[last] ?? [])) map[only] = last
  return map
}

/** A sample value, if no sample can be a value of the field. */
export function misfit(field: RowField, samples: readonly string[]): string | undefined {
  const isOther = (text: string) => OTHER_KIND.has(fieldFault(field, text) ?? '')
  return samples.length > 0 && samples.every(isOther) ? samples[0] : undefined
}

/**
 * True if a first line has a value that only a row has (an amount, a card's digits, a day, a number) in a field whose
 * column it does not name. Such a line is a row, whatever its other cells: as a heading it would be ignored.
 * @param values the line's values in field order, as a row would have them
 */
export function hasRowValues(
  fields: readonly RowField[],
  cells: readonly string[],
  values: readonly string[],
): boolean {
  const found = foundColumns(fields, cells)
  return fields.some((field, index) => found[index] === NO_COLUMN && isRowValue(field, values[index] ?? ''))
}

/** True if a text cannot be a heading, as far as its field can decide. */
function isRowValue(field: RowField, text: string): boolean {
  const isText = field.value === 'text' || field.value === 'list'
  if (!/\p{L}/u.test(text)) return (text.match(/[0-9]/g) ?? []).length >= (isText ? 3 : 1)
  if (isText) return false
  if (field.value === 'money') return text === NO_VALUE || AMOUNT_BESIDE_CURRENCY.test(text)
  return !OTHER_KIND.has(fieldFault(field, text) ?? '')
}

/** Matches 'USD 250' and '250.00 SGD', but not 'Q1'. */
const AMOUNT_BESIDE_CURRENCY = /^\D{0,4}[0-9][0-9.,' ]+\D{0,4}$/

const OTHER_KIND: ReadonlySet<string> = new Set(['amountNotNumber', 'dateUnreadable', 'identifierNotDigits'])
