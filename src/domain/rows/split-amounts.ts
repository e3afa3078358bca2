// Finds amounts that the separator of a csv has divided, because their comma is not in quotation marks: '1,250.00' in the
// fields '1' and '250.00'. Such an amount becomes a text with both readings, and the user is asked.
import { textToCents, splitAmountToText } from '#domain/money.ts'
import type { RowField } from './fields.ts'
import { addFinding } from './findings.ts'
import { NO_COLUMN } from './headings.ts'
import type { CheckedRow, RowType } from './row-type.ts'

/** The columns of a file in which amounts can be divided. */
export interface SplitColumns {
  /** The columns with amounts, each with its field. */
  readonly amounts: ReadonlyMap<number, RowField>
  /** The columns of fields and of the currency. */
  readonly used: ReadonlySet<number>
  /** The number of columns. */
  readonly width: number
}

/** @param width the number of headings, if the file has any */
export function toSplitColumns(rowType: RowType, width: number | undefined, currencyColumn: number): SplitColumns {
  const { columns, fields, activeFields } = rowType
  const hasUnusedColumns = width !== undefined && width > activeFields.length
  // A file that is read by position can have columns for all fields, or only for those that the row type uses.
  const hasAllFields = columns !== undefined || hasUnusedColumns
  const fieldsInFile = hasAllFields ? fields : activeFields
  const fieldColumns = fieldsInFile.map((_, index) => (columns ? (columns.map[index] ?? NO_COLUMN) : index))
  const amounts = new Map<number, RowField>()
  for (const [index, field] of fieldsInFile.entries()) {
    const column = fieldColumns[index]
    if (column !== undefined && field.value === 'money') amounts.set(column, field)
  }
  return {
    amounts,
    used: new Set([...fieldColumns, currencyColumn]),
    width: columns?.width ?? width ?? activeFields.length,
  }
}

/** Three digits between two commas, or at the end of an amount. */
const DIGIT_GROUP = /^[0-9]{3}(?:\.[0-9]{0,2})?$/

/**
 * The cells of a line with its divided amounts joined. If the line has more fields than the file has columns, the amount
 * was certainly divided. Otherwise, the second part can also be the value of the next column.
 * @param fieldCount the number of fields of the line, including empty ones
 */
export function joinSplitAmounts(
  cells: readonly string[],
  fieldCount: number,
  { amounts, used, width }: SplitColumns,
): readonly string[] {
  let joinedCells = cells
  let surplusFields = fieldCount - width
  for (const column of amounts.keys()) {
    const first = joinedCells[column] ?? ''
    const { rest, cellCount } = joinRest(joinedCells.slice(column + 1), surplusFields)
    const canBeDivided = /[0-9]$/.test(first) && /^[0-9.]/.test(rest)
    if (!canBeDivided) continue
    const isCertain = surplusFields >= cellCount
    const looksLikeRest = /^[0-9]{3}\.[0-9]{2}$/.test(rest)
    const isNextUnused = !used.has(column + 1)
    const isPossible = isCertain || looksLikeRest || isNextUnused
    const amount = isPossible ? splitAmountToText({ first, rest, isCertain }) : undefined
    if (amount === undefined) continue
    // An uncertain amount keeps the next cell, since it can be a value of its own.
    const removedCount = isCertain ? cellCount : 0
    joinedCells = [...joinedCells.slice(0, column), amount, ...joinedCells.slice(column + 1 + removedCount)]
    surplusFields -= removedCount
  }
  return joinedCells
}

/** The rest of an amount: the next cell and, if the amount has several commas, further cells, up to `maxCells` cells. */
function joinRest([nextCell = '', ...furtherCells]: readonly string[], maxCells: number) {
  let rest = nextCell
  let cellCount = 1
  for (const cell of furtherCells) {
    const canContinue = cellCount < maxCells && /[0-9]{3}$/.test(rest) && DIGIT_GROUP.test(cell)
    if (!canContinue) break
    rest += `,${cell}`
    cellCount += 1
  }
  return { rest, cellCount }
}

/**
 * Adds a warning to the last row if its last field is an amount that is shorter than all other amounts. For a file that
 * ends without a line end, since such a file may have been cut.
 * @param lastCellIndex the index of the line's last field
 */
export function markCutAmount<Row extends CheckedRow>(
  rowType: RowType,
  rows: readonly Row[],
  lastCellIndex: number,
  { amounts }: SplitColumns,
): readonly Row[] {
  const last = rows.at(-1)
  const field = amounts.get(lastCellIndex)
  if (!last || !field || field.use === 'unused') return rows
  const finding = rowType.knownFinding('amountCut', field.name)
  if (!finding) return rows
  const lengthOf = ({ values }: CheckedRow) => amountLength(rowType.toDisplayedValues(values)[field.name] ?? '')
  const lastLength = lengthOf(last)
  const otherLengths = rows
    .slice(0, -1)
    .map(lengthOf)
    .filter((length) => length !== undefined)
  if (lastLength === undefined || otherLengths.length === 0) return rows
  const isShortest = otherLengths.every((length) => length > lastLength)
  if (!isShortest) return rows
  return [...rows.slice(0, -1), { ...last, findings: addFinding(last.findings, finding) }]
}

/** More than the number of digits that an amount can have. */
const DECIMAL_WEIGHT = 100

/**
 * A number that is lower if an amount was cut: the number of digits of a whole amount, otherwise the number of decimals.
 * Decimals count more, so '1.5' is longer than '1234'. Undefined for a text that is no amount.
 */
function amountLength(text: string): number | undefined {
  if (typeof textToCents(text) !== 'number') return undefined
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.')
  return decimals === '' ? whole.length : decimals.length * DECIMAL_WEIGHT
}
