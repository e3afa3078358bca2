// The cells of the maker's own columns beside the open rows: those of the file, and those of rows that were added later.
import { plainHeading } from '#domain/rows/headings.ts'
import type { OwnCells } from '#domain/rows/kind.ts'
import { createCellReader, type OwnColumns } from '#domain/rows/own-columns.ts'

export function createOwnCells(own: OwnColumns | undefined) {
  const inFile = createCellReader(own)
  const added = new Map<number, readonly string[]>()
  let headings: readonly string[] = own?.headings ?? []
  /** Where the columns of added rows are among all: the rows of one file share their headings. */
  const places = new Map<readonly string[], readonly number[]>()

  /** By heading, equal ones from the left; a heading unknown so far adds a column. */
  const placesOf = (names: readonly string[]): readonly number[] => {
    const taken = new Set<number>()
    return names.map((name) => {
      const known = headings.findIndex((each, at) => !taken.has(at) && plainHeading(each) === plainHeading(name))
      const at = known === -1 ? headings.length : known
      if (known === -1) headings = [...headings, name]
      taken.add(at)
      return at
    })
  }

  return {
    headings: () => headings,
    of: (id: number): readonly string[] => added.get(id) ?? inFile(id),
    add(id: number, { headings: names, cells }: OwnCells): void {
      const at = places.get(names) ?? placesOf(names)
      places.set(names, at)
      const row: string[] = headings.map(() => '')
      cells.forEach((cell, index) => (row[at[index] ?? 0] = cell))
      added.set(id, row)
    },
  }
}
