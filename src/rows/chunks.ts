// Splits rows into chunks to be checked. The findings of a row depend on the balance that earlier rows leave on its
// card. All rows of a card, and of cards between which money moves, therefore stay in one chunk, so that checking
// chunks gives the same findings as checking all rows at once.
import { toComparisonKey } from '#domain/rows/fields.ts'
import type { AnyRows } from './rows.ts'

/**
 * Splits ids into chunks of about `size`, each in the order of the file. A chunk is larger if its cards are connected.
 */
export function idsToChunks(rows: AnyRows, ids: readonly number[], size: number): number[][] {
  const chunks: number[][] = []
  let chunk: number[] = []
  for (const group of groupByCards(rows, ids)) {
    if (chunk.length > 0 && chunk.length + group.length > size) {
      chunks.push(chunk)
      chunk = []
    }
    chunk.push(...group)
  }
  if (chunk.length > 0) chunks.push(chunk)
  return chunks.map((ids) => ids.toSorted((a, b) => a - b))
}

/** The rows of `ids` that must be checked again after a change: the changed rows and all rows connected to them. */
export function withRelatedRows(rows: AnyRows, ids: readonly number[], changed: readonly number[]): number[] {
  const changedIds = new Set(changed)
  return groupByCards(rows, ids)
    .filter((group) => group.some((id) => changedIds.has(id)))
    .flat()
    .toSorted((a, b) => a - b)
}

/** Groups rows that are connected by their cards, in the order of their first rows. */
function groupByCards(rows: AnyRows, ids: readonly number[]): number[][] {
  const fields = rows.rowType().activeFields.filter(({ value }) => value === 'identifier')
  if (fields.length === 0) return ids.map((id) => [id])
  // Each card leads to another card of its group, and finally to the card that identifies the group (union-find).
  const parent = new Map<string, string>()
  const rootOf = (key: string): string => {
    let root = key
    let next = parent.get(root)
    while (next !== undefined) {
      root = next
      next = parent.get(root)
    }
    // A short cut for the next search.
    if (root !== key) parent.set(key, root)
    return root
  }
  const connect = (key: string, otherKey: string) => {
    const root = rootOf(key)
    const otherRoot = rootOf(otherKey)
    if (root !== otherRoot) parent.set(root, otherRoot)
  }
  const keysOf = (id: number) => {
    const { values } = rows.row(id)
    return fields.map((field) => toComparisonKey(field, values[field.name] ?? '')).filter((key) => key !== '')
  }
  const firstKeys = new Map<number, string>()
  for (const id of ids) {
    const [firstKey = `row ${id}`, ...otherKeys] = keysOf(id)
    firstKeys.set(id, firstKey)
    for (const key of otherKeys) connect(key, firstKey)
  }
  const groups = new Map<string, number[]>()
  for (const id of ids) {
    const root = rootOf(firstKeys.get(id) ?? '')
    const group = groups.get(root)
    if (group) group.push(id)
    else groups.set(root, [id])
  }
  return [...groups.values()]
}
