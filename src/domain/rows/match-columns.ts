// Matches columns to fields by their headings, and guesses the columns of the remaining fields.
import { validateField, NO_VALUE, type RowField } from './fields.ts'
import { textToCents } from '#domain/money.ts'
import { looksLikeCard } from './plausible-values.ts'
import { type ColumnMap, type FileColumns, matchHeading, isSimilarHeading, NO_COLUMN } from './headings.ts'

/** The result of matching a file's headings. */
export interface ColumnMatch {
  /** The columns of the fields. Guessed if not `isCertain`. */
  readonly map: ColumnMap
  /** True if each column is in the position of the row type, so that the file is read by position. */
  readonly isInOrder: boolean
  /**
   * True if the user need not be asked. Either each heading was recognised, or the file has a column for each field, so
   * that unrecognised headings belong to extra columns.
   */
  readonly isCertain: boolean
}

/** The properties of a row type that the match depends on. */
interface FieldsToMatch {
  readonly fields: readonly RowField[]
  readonly asksAboutUnusedColumns?: boolean
}

/** Finds the column of each field by its heading, and guesses the column if the headings are not enough. */
export function matchColumns(
  { fields, asksAboutUnusedColumns = false }: FieldsToMatch,
  { headings, samples }: FileColumns,
): ColumnMatch {
  const { candidates, columnMap } = findCandidates(fields, headings, { skipsUnused: asksAboutUnusedColumns })
  const missingFields = fields.filter((field, index) => field.use !== 'unused' && columnMap[index] === NO_COLUMN)
  const lacksRequired = missingFields.some(({ use }) => use === 'required')
  const hasFieldWithSeveralColumns = candidates.some((columns) => columns.length > 1)
  const allCandidates = candidates.flat()
  const hasColumnOfSeveralFields = new Set(allCandidates).size < allCandidates.length
  const isAmbiguous = hasFieldWithSeveralColumns || hasColumnOfSeveralFields
  const unknownColumns = [...headings.keys()].filter((column) => !allCandidates.includes(column))
  const areAllKnown = unknownColumns.length === 0
  // If no field is missing, an unknown column cannot be the column of a field, so it can be ignored.
  const canIgnoreUnknown = missingFields.length === 0 && !asksAboutUnusedColumns
  const hasSecondTable = cardColumns(fields, { headings, samples }, unknownColumns).length > 0
  const isCertain = (areAllKnown || canIgnoreUnknown) && !lacksRequired && !isAmbiguous && !hasSecondTable
  // A file can omit fields at its end.
  const isOmitted = (column: number, fieldIndex: number) => column === NO_COLUMN && fieldIndex >= headings.length
  const isInPlace = (column: number, fieldIndex: number) => column === fieldIndex || isOmitted(column, fieldIndex)
  const isInOrder = isCertain && areAllKnown && columnMap.every(isInPlace)
  return {
    map: isCertain ? columnMap : guessColumns(fields, columnMap, unknownColumns, { headings, samples }),
    isInOrder,
    isCertain,
  }
}

/**
 * The card columns of a second table beside the first. `columns` probably belong to a second table if some of them
 * contain cards and others contain amounts. Returns no columns if none of them contains amounts.
 */
export const cardColumns = (
  fields: readonly RowField[],
  { samples }: FileColumns,
  columns: readonly number[],
): readonly number[] => {
  const identifier = fields.find(({ value, use }) => value === 'identifier' && use === 'required')
  const isCard = (text: string) => identifier !== undefined && validateField(identifier, text) === undefined
  const isAmount = (text: string) => typeof textToCents(text) === 'number'
  const hasAmounts = columns.some((column) => areAll(samples[column], isAmount))
  return hasAmounts ? columns.filter((column) => areAll(samples[column], isCard)) : []
}

/** True if a column has values, and all of them are of one type. */
export const areAll = (values: readonly string[] = [], isOfType: (text: string) => boolean): boolean =>
  values.length > 0 && values.every(isOfType)

/** The column of each field by its heading, without guesses. */
export const matchedColumns = (fields: readonly RowField[], headings: readonly string[]): ColumnMap =>
  findCandidates(fields, headings).columnMap

/**
 * The columns that each field could be read from, and the column that is assigned to it. Each column is assigned once.
 * @param skipsUnused assigns no column to fields that the row type does not use
 */
function findCandidates(fields: readonly RowField[], headings: readonly string[], { skipsUnused = false } = {}) {
  const matches = fields.map((field) => {
    const isSkipped = skipsUnused && field.use === 'unused'
    return isSkipped ? [] : headings.map((heading) => matchHeading(field, heading))
  })
  const candidates = matches.map((list) => [...indexesOf(list, 'label'), ...indexesOf(list, 'alias')])
  const columnMap: number[] = []
  for (const columns of candidates) {
    const firstFreeColumn = columns.find((column) => !columnMap.includes(column))
    columnMap.push(firstFreeColumn ?? NO_COLUMN)
  }
  return { candidates, columnMap }
}

const indexesOf = <Value>(list: readonly Value[], searched: Value): number[] =>
  [...list.keys()].filter((index) => list[index] === searched)

/**
 * Guesses the columns of fields that have none:
 * - the only column with a similar heading and fitting values
 * - for a card, the only column with cards
 * - for the last required field without a column, the last free column
 */
function guessColumns(
  fields: readonly RowField[],
  columnMap: readonly number[],
  unknownColumns: readonly number[],
  { headings, samples }: FileColumns,
): number[] {
  const map = [...columnMap]
  const freeColumns = () => unknownColumns.filter((column) => !map.includes(column))
  const openFields = () =>
    fields
      .map((field, index) => ({ field, index }))
      .filter(({ field, index }) => map[index] === NO_COLUMN && field.use !== 'unused')
  for (const { field, index } of openFields()) {
    const isSimilar = (column: number) => isSimilarHeading(field, headings[column] ?? '')
    const isPossible = (column: number) => findMisfit(field, samples[column] ?? []) === undefined
    const similarColumns = freeColumns().filter((column) => isSimilar(column) && isPossible(column))
    map[index] = onlyOf(similarColumns) ?? NO_COLUMN
  }
  for (const { field, index } of openFields()) {
    if (field.value !== 'identifier') continue
    const columnsWithCards = freeColumns().filter((column) => areAll(samples[column], looksLikeCard))
    map[index] = onlyOf(columnsWithCards) ?? NO_COLUMN
  }
  const lastFreeColumn = onlyOf(freeColumns())
  const lastOpen = onlyOf(openFields().filter(({ field }) => field.use === 'required'))
  // Any number can be an amount, so a column is never read as amounts only because it is the last free column.
  if (lastFreeColumn === undefined || !lastOpen || lastOpen.field.value === 'money') return map
  const isFitting = findMisfit(lastOpen.field, samples[lastFreeColumn] ?? []) === undefined
  if (isFitting) map[lastOpen.index] = lastFreeColumn
  return map
}

/** The element of a list with exactly one element. Undefined for any other list. */
const onlyOf = <Value>(list: readonly Value[]): Value | undefined => (list.length === 1 ? list[0] : undefined)

/** The first sample, if no sample can be a value of the field. Undefined if a sample can be, or if there is none. */
export function findMisfit(field: RowField, samples: readonly string[]): string | undefined {
  return areAll(samples, (text) => isOfOtherType(field, text)) ? samples[0] : undefined
}

/** True if a text is no amount, no date or no card number, although the field needs one. */
function isOfOtherType(field: RowField, text: string): boolean {
  const fault = validateField(field, text)
  return fault !== undefined && OTHER_TYPE_FAULTS.has(fault)
}

/**
 * True if the first line of a file is a row, although some of its cells look like headings. It is a row if it has a value
 * that only a row has (an amount, a card number, a day) for a field without a heading.
 * @param values the line's values in field order, as a row would have them
 */
export function hasRowValues(
  fields: readonly RowField[],
  cells: readonly string[],
  values: readonly string[],
): boolean {
  const columnMap = matchedColumns(fields, cells)
  return fields.some((field, index) => columnMap[index] === NO_COLUMN && isRowValue(field, values[index] ?? ''))
}

/** True if a text must be a value of the field, not a heading. */
function isRowValue(field: RowField, text: string): boolean {
  const isTextField = field.value === 'text' || field.value === 'list'
  const hasLetters = /\p{L}/u.test(text)
  if (!hasLetters) {
    const digitCount = text.replaceAll(/[^0-9]/g, '').length
    // A short number can be the heading of a text column: '1', '(2)'.
    const minDigits = isTextField ? 3 : 1
    return digitCount >= minDigits
  }
  if (isTextField) return false
  if (field.value === 'money') return text === NO_VALUE || AMOUNT_BESIDE_CURRENCY.test(text)
  return !isOfOtherType(field, text)
}

/** Matches 'USD 250' and '250.00 SGD', but not 'Q1'. */
const AMOUNT_BESIDE_CURRENCY = /^\D{0,4}[0-9][0-9.,' ]+\D{0,4}$/

const OTHER_TYPE_FAULTS: ReadonlySet<string> = new Set(['amountNotNumber', 'dateUnreadable', 'identifierNotDigits'])
