// Finds duplicates, for row types that report them: rows with the same normalised value in a field. All rows with this
// value are duplicates, including the first.
import { toComparisonKey } from './fields.ts'
import { addFinding, type Finding } from './findings.ts'
import type { CheckedRow, RowType } from './row-type.ts'

/** The finding of a duplicate, or undefined for types that report none. */
export const duplicateFinding = (rowType: RowType): Finding | undefined =>
  rowType.duplicates && rowType.finding(rowType.duplicates.code, rowType.duplicates.field)

/** Rows with the same key are duplicates. '' if the row cannot be a duplicate. */
export function duplicateKey(rowType: RowType, values: Readonly<Record<string, string>>): string {
  const { duplicates } = rowType
  if (!duplicates) return ''
  const field = rowType.field(duplicates.field)
  const key = field ? toComparisonKey(field, values[field.name] ?? '') : ''
  if (key !== '') return key
  return duplicates.otherKey?.(values) ?? ''
}

/** Returns the indexes of all keys that occur more than once. '' is never a duplicate. */
export function findRepeatedRows(keys: readonly string[]): Set<number> {
  const firstIndexes = new Map<string, number>()
  const repeatedIndexes = new Set<number>()
  keys.forEach((key, index) => {
    if (key === '') return
    const firstIndex = firstIndexes.get(key)
    if (firstIndex === undefined) firstIndexes.set(key, index)
    else repeatedIndexes.add(firstIndex).add(index)
  })
  return repeatedIndexes
}

/** The rows with all duplicates marked. `removed` has the indexes of removed rows, which are not compared. */
export function markDuplicates<Name extends string>(
  rowType: RowType<Name>,
  rows: readonly CheckedRow<Name>[],
  removed: ReadonlySet<number> = new Set(),
): CheckedRow<Name>[] {
  const finding = duplicateFinding(rowType)
  if (!finding) return [...rows]
  const keys = rows.map((row, index) => (removed.has(index) ? '' : duplicateKey(rowType, row.values)))
  const repeatedRows = findRepeatedRows(keys)
  return rows.map((row, index) => {
    if (!repeatedRows.has(index)) return row
    const { rowNumber, values, fieldCount, cents, findings } = row
    return { rowNumber, values, fieldCount, cents, findings: addFinding(findings, finding) }
  })
}
