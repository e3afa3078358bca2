// Splits rows into chunks, which the server checks one after another. The findings of a row depend on the balance that
// earlier rows leave on its card. Therefore all rows of connected cards stay in one chunk. Cards are connected if money
// moves between them. The chunks then have the same findings as all rows in one request.
import { toComparisonKey } from '#domain/rows/fields.ts'
import type { AnyRows } from './rows.ts'

/**
 * Splits ids into chunks of about `size`, each in the order of the file. A chunk is larger if its cards are connected.
 */
export function idsToChunks(rows: AnyRows, ids: readonly number[], size: number): number[][] {
  const chunks: number[][] = []
  let chunk: number[] = []
  for (const group of groupByCards(rows, ids)) {
    const isFull = chunk.length > 0 && chunk.length + group.length > size
    if (isFull) {
      chunks.push(chunk)
      chunk = []
    }
    chunk.push(...group)
  }
  if (chunk.length > 0) chunks.push(chunk)
  return chunks.map((chunkIds) => chunkIds.toSorted((a, b) => a - b))
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
  // Union-find: each card leads to another card of its group, and finally to the root, the card that stands for the group.
  const parents = new Map<string, string>()
  const findRoot = (card: string): string => {
    let root = card
    let parent = parents.get(root)
    while (parent !== undefined) {
      root = parent
      parent = parents.get(root)
    }
    // The next search for this card needs only one step.
    if (root !== card) parents.set(card, root)
    return root
  }
  const connect = (card: string, otherCard: string) => {
    const root = findRoot(card)
    const otherRoot = findRoot(otherCard)
    if (root !== otherRoot) parents.set(root, otherRoot)
  }
  const readCards = (id: number) => {
    const { values } = rows.row(id)
    return fields.map((field) => toComparisonKey(field, values[field.name] ?? '')).filter((card) => card !== '')
  }
  const firstCards = new Map<number, string>()
  for (const id of ids) {
    // A row without a card is a group of its own.
    const [firstCard = `row ${id}`, ...otherCards] = readCards(id)
    firstCards.set(id, firstCard)
    for (const card of otherCards) connect(card, firstCard)
  }
  const groups = new Map<string, number[]>()
  for (const id of ids) {
    const root = findRoot(firstCards.get(id) ?? '')
    const group = groups.get(root)
    if (group) group.push(id)
    else groups.set(root, [id])
  }
  return [...groups.values()]
}
