// Compares a corrected file with the open rows. Rows are matched by their keys (the card) or, if a key was corrected,
// by their row number. Unchanged rows keep their checks.
import { compareKey } from './fields.ts'
import type { CheckedRow, RowKind, UncheckedRow } from './kind.ts'

/** An open row with its id. */
export interface KnownRow extends Pick<UncheckedRow, 'values' | 'rowNumber'> {
  readonly id: number
  readonly isRemoved: boolean
}

export interface Differences<Name extends string = string> {
  readonly changed: readonly { readonly id: number; readonly after: CheckedRow<Name> }[]
  readonly added: readonly CheckedRow<Name>[]
  /** Ids of rows that the corrected file no longer has. */
  readonly removed: readonly number[]
  /** Number of rows in both with equal values. */
  readonly same: number
}

/**
 * Compares open rows with those of a corrected file. A removed row that the file still contains unchanged stays
 * removed.
 */
export function rowsToDifferences<Name extends string>(
  kind: RowKind<Name>,
  known: readonly KnownRow[],
  next: readonly CheckedRow<Name>[],
): Differences<Name> {
  const keysOf = ({ values }: AnyRow) =>
    fieldsOf(kind, kind.keys)
      .map((field) => compareKey(field, values[field.name] ?? ''))
      .join('\n')
  const allOf = ({ values }: AnyRow) => kind.fields.map(({ name }) => values[name] ?? '').join('\n')
  const open = known.map((row) => ({ row, isTaken: false }))
  type Entry = (typeof open)[number]
  const index = (keyOf: (row: AnyRow) => string) => {
    const byKey = new Map<string, Entry[]>()
    for (const entry of open) {
      const key = keyOf(entry.row)
      const list = byKey.get(key)
      if (list) list.push(entry)
      else byKey.set(key, [entry])
    }
    return (row: CheckedRow<Name>): Entry | undefined => byKey.get(keyOf(row))?.find(({ isTaken }) => !isTaken)
  }
  // The most certain match first: an unchanged row must not count as the changed version of another.
  const ways = [index(allOf), index(keysOf), index(({ rowNumber }) => String(rowNumber))]
  const found = new Map<CheckedRow<Name>, KnownRow>()
  for (const way of ways) {
    for (const row of next) {
      const entry = found.has(row) ? undefined : way(row)
      if (!entry) continue
      entry.isTaken = true
      found.set(row, entry.row)
    }
  }
  const changed: { id: number; after: CheckedRow<Name> }[] = []
  let same = 0
  for (const row of next) {
    const before = found.get(row)
    if (!before) continue
    if (allOf(before) === allOf(row)) same += 1
    else changed.push({ id: before.id, after: row })
  }
  return {
    changed,
    added: next.filter((row) => !found.has(row)),
    removed: open.filter(({ row, isTaken }) => !isTaken && !row.isRemoved).map(({ row }) => row.id),
    same,
  }
}

type AnyRow = Pick<UncheckedRow, 'values' | 'rowNumber'>

const fieldsOf = (kind: RowKind, names: readonly string[]) => kind.fields.filter(({ name }) => names.includes(name))
