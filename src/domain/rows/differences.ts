// Compares a corrected file with the open rows. Rows are matched by their keys (the card) or, if a key was corrected,
// by their row number. Unchanged rows keep their checks.
import { toComparisonKey } from './fields.ts'
import type { CheckedRow, RowKind, UncheckedRow } from './kind.ts'

/** An open row with its id. */
export interface OpenRow extends Pick<UncheckedRow, 'values' | 'rowNumber'> {
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
export function compareRows<Name extends string>(
  kind: RowKind<Name>,
  known: readonly OpenRow[],
  next: readonly CheckedRow<Name>[],
): Differences<Name> {
  const toKeys = ({ values }: AnyRow) =>
    fieldsOf(kind, kind.keys)
      .map((field) => toComparisonKey(field, values[field.name] ?? ''))
      .join('\n')
  const toAllValues = ({ values }: AnyRow) => kind.fields.map(({ name }) => values[name] ?? '').join('\n')
  const open = known.map((row) => ({ row, isMatched: false }))
  type Entry = (typeof open)[number]
  const createLookUp = (keyOf: (row: AnyRow) => string) => {
    const byKey = new Map<string, Entry[]>()
    for (const entry of open) {
      const key = keyOf(entry.row)
      const list = byKey.get(key)
      if (list) list.push(entry)
      else byKey.set(key, [entry])
    }
    return (row: CheckedRow<Name>): Entry | undefined => byKey.get(keyOf(row))?.find(({ isMatched }) => !isMatched)
  }
  // The most certain match comes first: an unchanged row must not count as the changed version of another row.
  const lookUps = [createLookUp(toAllValues), createLookUp(toKeys), createLookUp(({ rowNumber }) => String(rowNumber))]
  const matches = new Map<CheckedRow<Name>, OpenRow>()
  for (const lookUp of lookUps) {
    for (const row of next) {
      const entry = matches.has(row) ? undefined : lookUp(row)
      if (!entry) continue
      entry.isMatched = true
      matches.set(row, entry.row)
    }
  }
  const changed: { id: number; after: CheckedRow<Name> }[] = []
  let same = 0
  for (const row of next) {
    const before = matches.get(row)
    if (!before) continue
    if (toAllValues(before) === toAllValues(row)) same += 1
    else changed.push({ id: before.id, after: row })
  }
  return {
    changed,
    added: next.filter((row) => !matches.has(row)),
    removed: open.filter(({ row, isMatched }) => !isMatched && !row.isRemoved).map(({ row }) => row.id),
    same,
  }
}

type AnyRow = Pick<UncheckedRow, 'values' | 'rowNumber'>

const fieldsOf = (kind: RowKind, names: readonly string[]) => kind.fields.filter(({ name }) => names.includes(name))
