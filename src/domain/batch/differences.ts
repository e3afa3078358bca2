// What a corrected file changes in the rows that are open: rows are found again by their card, and where the card itself was
// corrected, by their row number. What is the same keeps its checks.
import { type CheckedRow, normaliseIdentifier, type RowFields } from './rows.ts'

/** A row that is open; `id` is its name there. */
export interface KnownRow extends RowFields {
  readonly id: number
  readonly rowNumber: number
  readonly isRemoved: boolean
}

export interface Differences {
  readonly changed: readonly { readonly id: number; readonly after: CheckedRow }[]
  readonly added: readonly CheckedRow[]
  /** Ids of rows that the corrected file no longer has. */
  readonly removed: readonly number[]
  /** Rows that stand in both with the same values. */
  readonly same: number
}

/** Compares open rows with those of a corrected file. A removed row that the file still has as it was stays removed. */
export function rowsToDifferences(known: readonly KnownRow[], next: readonly CheckedRow[]): Differences {
  const open = known.map((row) => ({ row, isTaken: false }))
  type Entry = (typeof open)[number]
  const index = (keyOf: (row: RowFields & { rowNumber: number }) => string) => {
    const byKey = new Map<string, Entry[]>()
    for (const entry of open) {
      const key = keyOf(entry.row)
      const list = byKey.get(key)
      if (list) list.push(entry)
      else byKey.set(key, [entry])
    }
    return (row: CheckedRow): Entry | undefined => byKey.get(keyOf(row))?.find(({ isTaken }) => !isTaken)
  }
  // The surest likeness first: a row that is the same must not be taken for the change of another.
  const ways = [index(allOf), index(cardsOf), index(({ rowNumber }) => String(rowNumber))]
  const found = new Map<CheckedRow, KnownRow>()
  for (const way of ways) {
    for (const row of next) {
      const entry = found.has(row) ? undefined : way(row)
      if (!entry) continue
      entry.isTaken = true
      found.set(row, entry.row)
    }
  }
  const changed: { id: number; after: CheckedRow }[] = []
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

const cardsOf = ({ identifier, identifierTo }: RowFields): string =>
  `${normaliseIdentifier(identifier)},${normaliseIdentifier(identifierTo)}`

const allOf = ({ identifier, identifierTo, amountText }: RowFields): string =>
  `${identifier},${identifierTo},${amountText}`
