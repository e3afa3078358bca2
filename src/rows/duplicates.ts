// Finds rows with the same value, for row types that report duplicates. Stays up to date when rows are added, changed
// or removed.

export interface DuplicateIndex {
  /** Reads the initial rows. Otherwise they are read when the index is first used. */
  build(): void
  /** All rows with this key, in the file's order. */
  get(key: string): readonly number[]
  add(id: number, key: string): void
  remove(id: number, key: string): void
}

interface IndexedRows {
  /** The initial ids with their keys, read only once and only when needed. */
  readonly rows: () => Iterable<readonly [id: number, key: string]>
  /** Called when a row becomes a duplicate. */
  readonly mark: (id: number) => void
  /** Called when a row stops being a duplicate. */
  readonly unmark: (id: number) => void
}

export function createDuplicateIndex({ rows, mark, unmark }: IndexedRows): DuplicateIndex {
  let index: Map<string, Set<number>> | undefined
  const buildOnce = (): Map<string, Set<number>> => {
    if (index) return index
    index = new Map()
    for (const [id, key] of rows()) addToIndex(index, id, key)
    return index
  }
  return {
    build: () => void buildOnce(),
    get: (key) => [...(buildOnce().get(key) ?? [])].sort((a, b) => a - b),
    add(id, key) {
      const ids = addToIndex(buildOnce(), id, key)
      if (!ids || ids.size < 2) return
      for (const duplicate of ids) mark(duplicate)
    },
    remove(id, key) {
      const ids = buildOnce().get(key)
      if (!ids?.delete(id)) return
      unmark(id)
      if (ids.size > 1) return
      // The last row with this key is no longer a duplicate either.
      for (const lastId of ids) unmark(lastId)
    },
  }
}

/** Adds a row and returns all rows with its key. Undefined for '', which is never a duplicate. */
function addToIndex(index: Map<string, Set<number>>, id: number, key: string): Set<number> | undefined {
  if (key === '') return undefined
  const ids = index.get(key) ?? new Set<number>()
  ids.add(id)
  index.set(key, ids)
  return ids
}
