// Units and currencies of a file's amount columns. If a heading names a unit or a currency, the user is shown the sum in
// each reading and asked which one is right. A foreign currency in a row is an error.
import { ABOUT_AMOUNTS } from '#domain/files/words.ts'
import {
  type AmountUnit,
  foreignCurrencyOfCell,
  headingToUnits,
  isCurrencyColumn,
  namesForeignCurrency,
  shiftAmount,
  unitPowers,
} from './amount-units.ts'
import type { MoneyField, RowField } from './fields.ts'
import {
  type ColumnAmounts,
  type ColumnMap,
  type FileColumns,
  NO_COLUMN,
  type ReadColumns,
  type MappedColumns,
} from './headings.ts'
import type { RowType } from './row-type.ts'

/** A question about the amounts of a column: their unit, their currency, or both. */
export interface AmountQuestion extends ColumnAmounts {
  readonly field: RowField
  readonly column: number
}

/**
 * A possible answer to a question: the power of ten that converts the numbers to amounts, and the resulting sum in
 * minor units.
 */
export interface AmountAnswer {
  readonly shift: number
  readonly sum: number
  /** True for the reading in the unit that the heading names or in which the sheet shows the numbers. */
  readonly isInUnit: boolean
}

/** The questions about the columns that amounts are read from. */
export function amountQuestions(
  { fields }: Pick<RowType, 'fields'>,
  columns: Pick<ReadColumns, 'amounts'>,
  map: ColumnMap,
): AmountQuestion[] {
  const questions: AmountQuestion[] = []
  for (const { field, index } of usedMoneyFields(fields)) {
    const column = map[index] ?? NO_COLUMN
    const amounts = columns.amounts?.[column]
    if (amounts) questions.push({ field, column, ...amounts })
  }
  return questions
}

/** The money fields that the row type uses, with their indexes among all fields. */
function usedMoneyFields(fields: readonly RowField[]) {
  const moneyFields: { field: MoneyField; index: number }[] = []
  for (const [index, field] of fields.entries()) {
    if (field.value === 'money' && field.use !== 'unused') moneyFields.push({ field, index })
  }
  return moneyFields
}

/** True if the user has answered every question about a column. */
export function isAnswered(
  { field, unit, currency }: AmountQuestion,
  { shifts, currencies }: Pick<MappedColumns, 'shifts' | 'currencies'>,
): boolean {
  const isUnitOpen = unit !== undefined && shifts?.[field.name] === undefined
  const isCurrencyOpen = currency !== undefined && currencies?.[field.name] === undefined
  return !isUnitOpen && !isCurrencyOpen
}

/** The possible answers. For a percentage, the only answer is that the numbers are amounts as written. */
export function amountAnswers({ unit, by, sum }: ColumnAmounts): readonly AmountAnswer[] {
  const power = unit && unitPowers[unit]
  const asWritten = { shift: 0, sum, isInUnit: false }
  if (power === undefined) return [asWritten]
  // A number format only shows the cells in the unit: the cells contain the full amounts.
  const shift = by === 'format' ? -power : power
  return [{ shift, sum: Math.round(sum * 10 ** shift), isInUnit: true }, asWritten]
}

/** Reads the amounts of a file's rows in the units and currencies that its headings name. */
export interface AmountReader {
  /** By column, the unit that its heading names. */
  readonly units: readonly (AmountUnit | undefined)[]
  /** By column, the foreign currency that its heading names. Undefined if the file has a currency column. */
  readonly currencies: readonly (string | undefined)[]
  /** `NO_COLUMN` if the file has none. */
  readonly currencyColumn: number
  /**
   * Converts a row's values: shifts amounts according to the user's answer, and prefixes foreign amounts with their
   * currency.
   */
  readonly read: (values: readonly string[], cells: readonly string[]) => readonly string[]
}

/** Reads amounts in the programme's currency, in its main unit. */
export const PLAIN_AMOUNTS: AmountReader = {
  units: [],
  currencies: [],
  currencyColumn: NO_COLUMN,
  read: (values) => values,
}

/** @param titles the lines above the headings */
export function createAmountReader(
  rowType: RowType,
  columns: FileColumns,
  map: ColumnMap,
  titles: readonly (readonly string[])[],
): AmountReader {
  const moneyFields = usedMoneyFields(rowType.fields)
  if (moneyFields.length === 0) return PLAIN_AMOUNTS
  const title = titles.flat().find((text) => ABOUT_AMOUNTS.test(text))
  const titleUnits = title === undefined ? {} : headingToUnits(title)
  const headingUnits = columns.headings.map((heading) => headingToUnits(heading))
  // -1 is also `NO_COLUMN`.
  const currencyColumn = columns.headings.findIndex(
    (heading, column) => !map.includes(column) && isCurrencyColumn(heading, columns.samples[column] ?? []),
  )
  const { currencies: currencyAnswers = {}, shifts = {} } = rowType.columns ?? {}
  const moneyColumns = moneyFields.map(({ field, index }) => {
    const column = map[index] ?? NO_COLUMN
    const namedCurrency = headingUnits[column]?.currency ?? titleUnits.currency
    const isForeign = currencyColumn === NO_COLUMN && namesForeignCurrency(namedCurrency, field)
    const foreignCurrency = isForeign ? namedCurrency : undefined
    const isOwnByAnswer = currencyAnswers[field.name] === 'own'
    const currencyPrefix = isOwnByAnswer ? undefined : foreignCurrency
    return { field, index, column, foreignCurrency, currencyPrefix, shift: shifts[field.name] ?? 0 }
  })
  const findMoneyColumn = (column: number) => moneyColumns.find((moneyColumn) => moneyColumn.column === column)
  const unitOf = (column: number): AmountUnit | undefined => {
    const isMoney = findMoneyColumn(column) !== undefined
    const unitOfTitle = isMoney ? titleUnits.unit : undefined
    return headingUnits[column]?.unit ?? unitOfTitle
  }
  const isUnchanged = moneyColumns.every(({ currencyPrefix, shift }) => currencyPrefix === undefined && shift === 0)
  return {
    units: headingUnits.map((_, column) => unitOf(column)),
    currencies: headingUnits.map((_, column) => findMoneyColumn(column)?.foreignCurrency),
    currencyColumn,
    read(values, cells) {
      if (isUnchanged && currencyColumn === NO_COLUMN) return values
      const convertedValues = [...values]
      for (const { field, index, currencyPrefix, shift } of moneyColumns) {
        const text = convertedValues[index] ?? ''
        if (text === '') continue
        const shifted = shiftAmount(text, shift)
        const currency = foreignCurrencyOfCell(cells[currencyColumn] ?? '', field) ?? currencyPrefix
        convertedValues[index] = currency === undefined ? shifted : `${currency} ${shifted}`
      }
      return convertedValues
    },
  }
}
