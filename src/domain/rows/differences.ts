// Compares a corrected file with the open rows. Rows are matched by their keys (the card) or, if a key was corrected,
// by their row number. Unchanged rows keep their checks.
import { plainIdentifier, toComparisonKey } from './fields.ts'
import type { CheckedRow, RowType, UncheckedRow } from './row-type.ts'

/** A row that is open in the portal. */
export interface OpenRow extends Pick<UncheckedRow, 'values' | 'rowNumber'> {
  readonly id: number
  readonly isRemoved: boolean
}

export interface Differences<Name extends string = string> {
  readonly changed: readonly { readonly id: number; readonly after: CheckedRow<Name> }[]
  readonly added: readonly CheckedRow<Name>[]
  /** Ids of rows that the corrected file no longer has. */
  readonly removed: readonly number[]
  /** Number of open rows that have the same values in the corrected file. */
  readonly unchanged: number
}

/**
 * Compares open rows with those of a corrected file. A removed row that the file still contains unchanged stays
 * removed.
 */
export function compareRows<Name extends string>(
  rowType: RowType<Name>,
  openRows: readonly OpenRow[],
  correctedRows: readonly CheckedRow<Name>[],
): Differences<Name> {
  const keyFields = rowType.fields.filter(({ name }) => rowType.keys.includes(name))
  const joinKeyValues = ({ values }: AnyRow) =>
    keyFields.map((field) => toComparisonKey(field, values[field.name] ?? '')).join('\n')
  const joinAllValues = ({ values }: AnyRow) => rowType.fields.map(({ name }) => values[name] ?? '').join('\n')
  const matchedOpenRows = new Set<OpenRow>()
  /** The open row of each corrected row. */
  const matches = new Map<CheckedRow<Name>, OpenRow>()
  /** Matches rows that have no match yet and the same key. */
  const matchBy = (toKey: (row: AnyRow) => string) => {
    const openRowsByKey = new Map<string, OpenRow[]>()
    for (const openRow of openRows) {
      const key = toKey(openRow)
      const openRowsWithKey = openRowsByKey.get(key)
      if (openRowsWithKey) openRowsWithKey.push(openRow)
      else openRowsByKey.set(key, [openRow])
    }
    for (const row of correctedRows) {
      if (matches.has(row)) continue
      const openRow = openRowsByKey.get(toKey(row))?.find((candidate) => !matchedOpenRows.has(candidate))
      if (!openRow) continue
      matchedOpenRows.add(openRow)
      matches.set(row, openRow)
    }
  }
  // The most certain match comes first: an unchanged row must not count as the changed version of another row.
  matchBy(joinAllValues)
  matchBy(joinKeyValues)
  matchBy(({ rowNumber }) => String(rowNumber))
  const changed: { id: number; after: CheckedRow<Name> }[] = []
  let unchanged = 0
  for (const row of correctedRows) {
    const before = matches.get(row)
    if (!before) continue
    if (joinAllValues(before) === joinAllValues(row)) unchanged += 1
    else changed.push({ id: before.id, after: row })
  }
  return {
    changed,
    added: correctedRows.filter((row) => !matches.has(row)),
    removed: openRows.filter((row) => !matchedOpenRows.has(row) && !row.isRemoved).map(({ id }) => id),
    unchanged,
  }
}

/**
 * True if an identifier of the row has other digits than before. Separators do not count. The masked forms of both
 * identifiers can be equal, so they do not show the change.
 */
export const hasOtherDigits = (
  { fields }: Pick<RowType, 'fields'>,
  before: Pick<UncheckedRow, 'values'>,
  after: Pick<UncheckedRow, 'values'>,
): boolean =>
  fields.some(
    ({ name, value }) =>
      value === 'identifier' &&
      plainIdentifier(before.values[name] ?? '') !== plainIdentifier(after.values[name] ?? ''),
  )

type AnyRow = Pick<UncheckedRow, 'values' | 'rowNumber'>
