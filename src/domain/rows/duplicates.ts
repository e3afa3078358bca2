// Finds duplicates, for row types that report them: rows with the same normalised value in a field. Every row of a
// group is a duplicate, including the first.
import { compareKey } from './fields.ts'
import { addFinding, type Finding } from './findings.ts'
import type { CheckedRow, RowKind } from './kind.ts'

/** The finding of a duplicate, or undefined for types that report none. */
export const duplicateFinding = (kind: RowKind): Finding | undefined =>
  kind.copies && kind.finding(kind.copies.code, kind.copies.field)

/** The value that makes rows duplicates of each other; '' if the row cannot be a duplicate. */
export function duplicateKey(kind: RowKind, values: Readonly<Record<string, string>>): string {
  const field = kind.copies && kind.field(kind.copies.field)
  return field ? compareKey(field, values[field.name] ?? '') : ''
}

/** The positions of all keys that occur more than once. '' is never a duplicate. */
export function findDuplicates(keys: readonly string[]): Set<number> {
  const firstAt = new Map<string, number>()
  const copies = new Set<number>()
  keys.forEach((key, index) => {
    if (key === '') return
    const first = firstAt.get(key)
    if (first === undefined) firstAt.set(key, index)
    else copies.add(first).add(index)
  })
  return copies
}

/** The rows with all duplicates marked. Positions in `left` are removed rows, which do not count. */
export function markDuplicates<Name extends string>(
  kind: RowKind<Name>,
  rows: readonly CheckedRow<Name>[],
  left: ReadonlySet<number> = new Set(),
): CheckedRow<Name>[] {
  const finding = duplicateFinding(kind)
  if (!finding) return [...rows]
  const copies = findDuplicates(rows.map((row, index) => (left.has(index) ? '' : duplicateKey(kind, row.values))))
  return rows.map((row, index) => {
    if (!copies.has(index)) return row
    const { rowNumber, values, fieldCount, cents, findings } = row
    return { rowNumber, values, fieldCount, cents, findings: addFinding(findings, finding) }
  })
}
