// Rows that have the same value in a field where that is worth saying: all copies are named, after normalising (threats T35).
import { compareKey } from './fields.ts'
import { addFinding, type Finding } from './findings.ts'
import type { CheckedRow, RowKind } from './kind.ts'

/** The finding of a copy, or undefined in kinds that look for none. */
export const copyFinding = (kind: RowKind): Finding | undefined =>
  kind.copies && kind.finding(kind.copies.code, kind.copies.field)

/** What a row is a copy by; '' where it can be none. */
export function copyKey(kind: RowKind, values: Readonly<Record<string, string>>): string {
  const field = kind.copies && kind.field(kind.copies.field)
  return field ? compareKey(field, values[field.name] ?? '') : ''
}

/** The positions of all keys that stand more than once; '' never does. */
export function findCopies(keys: readonly string[]): Set<number> {
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

/** The rows with all copies marked; those of `left` (positions) are out and are no copies. */
export function markCopies<Name extends string>(
  kind: RowKind<Name>,
  rows: readonly CheckedRow<Name>[],
  left: ReadonlySet<number> = new Set(),
): CheckedRow<Name>[] {
  const finding = copyFinding(kind)
  if (!finding) return [...rows]
  const copies = findCopies(rows.map((row, index) => (left.has(index) ? '' : copyKey(kind, row.values))))
  return rows.map((row, index) => {
    if (!copies.has(index)) return row
    const { rowNumber, values, fieldCount, cents, findings } = row
    return { rowNumber, values, fieldCount, cents, findings: addFinding(findings, finding) }
  })
}
