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
import type { RowField } from './fields.ts'
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
export const amountQuestions = (
  { fields }: Pick<RowType, 'fields'>,
  columns: Pick<ReadColumns, 'amounts'>,
  map: ColumnMap,
) =>
  usedMoneyFields(fields).flatMap(({ field, index }): AmountQuestion[] => {
    const column = map[index] ?? NO_COLUMN
    const amounts = columns.amounts?.[column]
    return amounts ? [{ field, column, ...amounts }] : []
  })

const usedMoneyFields = (fields: readonly RowField[]) =>
  fields.flatMap((field, index) => (field.value === 'money' && field.use !== 'unused' ? [{ field, index }] : []))

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
  /** By column, the foreign currency that its heading names. Undefined if a currency column names those of the rows. */
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
  const answers = rowType.columns
  const moneyColumns = moneyFields.map(({ field, index }) => {
    const column = map[index] ?? NO_COLUMN
    const currency = headingUnits[column]?.currency ?? titleUnits.currency
    const isNamedForeign = currencyColumn === NO_COLUMN && namesForeignCurrency(currency, field)
    /** The foreign currency that the heading names. */
    const named = isNamedForeign ? currency : undefined
    /** The currency of the amounts, unless the user has answered that it is the programme's. */
    const foreign = answers?.currencies?.[field.name] === 'own' ? undefined : named
    return { field, index, column, named, foreign, shift: answers?.shifts?.[field.name] ?? 0 }
  })
  const findMoneyColumn = (column: number) => moneyColumns.find((moneyColumn) => moneyColumn.column === column)
  const isUnchanged = moneyColumns.every(({ foreign, shift }) => foreign === undefined && shift === 0)
  return {
    units: headingUnits.map(({ unit }, column) => unit ?? (findMoneyColumn(column) && titleUnits.unit)),
    currencies: headingUnits.map((_, column) => findMoneyColumn(column)?.named),
    currencyColumn,
    read(values, cells) {
      if (isUnchanged && currencyColumn === NO_COLUMN) return values
      const convertedValues = [...values]
      for (const { field, index, foreign, shift } of moneyColumns) {
        const text = convertedValues[index] ?? ''
        if (text === '') continue
        const shifted = shiftAmount(text, shift)
        const currency = foreignCurrencyOfCell(cells[currencyColumn] ?? '', field) ?? foreign
        convertedValues[index] = currency ? `${currency} ${shifted}` : shifted
      }
      return convertedValues
    },
  }
}
