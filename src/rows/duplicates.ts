// Finds rows with the same value, for row types that report duplicates. Stays up to date when rows are added, changed
// or removed.

export interface DuplicateIndex {
  /** All rows with this key, in the file's order. */
  get(key: string): readonly number[]
  add(id: number, key: string): void
  remove(id: number, key: string): void
}

/**
 * `rows`: the initial ids with their keys, read only once and only when needed. `mark`: called when a row
 * becomes a duplicate or stops being a duplicate.
 */
export function createDuplicateIndex(
  rows: () => Iterable<readonly [id: number, key: string]>,
  mark: (id: number, isDuplicate: boolean) => void,
): DuplicateIndex {
  let index: Map<string, Set<number>> | undefined
  const getIndex = (): Map<string, Set<number>> => {
    if (index) return index
    index = new Map()
    for (const [id, key] of rows()) addToIndex(index, id, key)
    return index
  }
  return {
    get: (key) => [...(getIndex().get(key) ?? [])].sort((a, b) => a - b),
    add(id, key) {
      const ids = addToIndex(getIndex(), id, key)
      if (ids && ids.size > 1) for (const duplicate of ids) mark(duplicate, true)
    },
    remove(id, key) {
      const ids = getIndex().get(key)
      if (!ids?.delete(id)) return
      mark(id, false)
      if (ids.size === 1) for (const duplicate of ids) mark(duplicate, false)
    },
  }
}

function addToIndex(index: Map<string, Set<number>>, id: number, key: string): Set<number> | undefined {
  if (key === '') return undefined
  const idsWithKey = index.get(key)
  if (idsWithKey) return idsWithKey.add(id)
  const ids = new Set([id])
  index.set(key, ids)
  return ids
}
