// Finds amounts that the separator of a csv has divided, because their comma is not in quotation marks: '1,250.00' in the
// fields '1' and '250.00'. Such an amount becomes a text with both readings, and the user is asked.
import { textToCents, withSplitAmount } from '#domain/money.ts'
import { addFinding } from './findings.ts'
import type { CheckedRow, RowType } from './row-type.ts'

/** The columns of a file: those of amounts, all that have a meaning, and their number. */
export interface SplitColumns {
  readonly amounts: readonly number[]
  readonly used: ReadonlySet<number>
  readonly width: number
}

/** @param width the number of columns of the headings, if the file has any */
export function toSplitColumns(rowType: RowType, width: number | undefined, currencyColumn: number): SplitColumns {
  const { columns, fields, activeFields } = rowType
  const hasUnusedColumns = width !== undefined && width > activeFields.length
  const layout = columns || hasUnusedColumns ? fields : activeFields
  const columnOf = (index: number) => (columns ? (columns.map[index] ?? -1) : index)
  return {
    amounts: layout.flatMap((field, index) => (field.value === 'money' ? [columnOf(index)] : [])),
    used: new Set([...layout.map((_, index) => columnOf(index)), currencyColumn]),
    width: columns?.width ?? width ?? activeFields.length,
  }
}

const GROUP = /^[0-9]{3}(?:\.[0-9]{0,2})?$/

/**
 * The cells of a line with its divided amounts put together. If the line has more fields than the file has columns, the
 * amount was certainly divided; otherwise the next column may also be one of its own.
 * @param fieldCount the number of fields of the line, including empty ones
 */
export function joinSplitAmounts(
  cells: readonly string[],
  fieldCount: number,
  { amounts, used, width }: SplitColumns,
): readonly string[] {
  let joinedCells = cells
  let surplus = fieldCount - width
  for (const column of amounts) {
    const first = joinedCells[column] ?? ''
    let rest = joinedCells[column + 1] ?? ''
    if (!/[0-9]$/.test(first) || !/^[0-9.]/.test(rest)) continue
    let parts = 1
    while (parts < surplus) {
      const nextCell = joinedCells[column + parts + 1] ?? ''
      const canContinue = /[0-9]{3}$/.test(rest) && GROUP.test(nextCell)
      if (!canContinue) break
      rest += `,${nextCell}`
      parts += 1
    }
    const isCertain = surplus >= parts
    const looksLikeRest = /^[0-9]{3}\.[0-9]{2}$/.test(rest)
    const isPossible = isCertain || looksLikeRest || !used.has(column + 1)
    const amount = isPossible ? withSplitAmount({ first, rest, isCertain }) : undefined
    if (amount === undefined) continue
    const next = column + 1 + (isCertain ? parts : 0)
    joinedCells = [...joinedCells.slice(0, column), amount, ...joinedCells.slice(next)]
    if (isCertain) surplus -= parts
  }
  return joinedCells
}

/**
 * The last row of a file that ends without a line end, with a warning if its last field is an amount that is shorter than
 * all others: the file may have been cut within it.
 * @param lastCell the index of the line's last field
 */
export function markCutAmount<Row extends CheckedRow>(
  rowType: RowType,
  rows: readonly Row[],
  lastCell: number,
  { amounts }: SplitColumns,
): readonly Row[] {
  const last = rows.at(-1)
  const field = rowType.moneyFields.find(({ use }, index) => use !== 'unused' && amounts[index] === lastCell)
  const finding = field && rowType.knownFinding('amountCut', field.name)
  if (!last || !finding) return rows
  const lengthOf = ({ values }: CheckedRow) => amountLength(rowType.toDisplayedValues(values)[field.name] ?? '')
  const lastLength = lengthOf(last)
  const otherLengths = rows.slice(0, -1).flatMap((row) => lengthOf(row) ?? [])
  if (lastLength === undefined || otherLengths.length === 0) return rows
  const isShortest = otherLengths.every((length) => length > lastLength)
  if (!isShortest) return rows
  return [...rows.slice(0, -1), { ...last, findings: addFinding(last.findings, finding) }]
}

/** For comparing amounts: any amount with decimals is longer than one without. Undefined for a text that is no amount. */
function amountLength(text: string): number | undefined {
  if (typeof textToCents(text) !== 'number') return undefined
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.')
  if (whole === '') return undefined
  return decimals === '' ? whole.length : decimals.length * 100
}
