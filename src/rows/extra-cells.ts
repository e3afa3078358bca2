// The cells of extra columns, which the portal does not use: for rows of the file and for rows that were added later.
import { plainHeading } from '#domain/rows/headings.ts'
import type { ExtraCells } from '#domain/rows/kind.ts'
import { createCellReader, type ExtraColumns } from '#domain/rows/extra-columns.ts'

export function createExtraCells(extra: ExtraColumns | undefined) {
  const inFile = createCellReader(extra)
  const added = new Map<number, readonly string[]>()
  let headings: readonly string[] = extra?.headings ?? []
  /** The column of each heading, by the array of headings, which all added rows of one file share. */
  const knownColumns = new Map<readonly string[], readonly number[]>()

  /** Matches headings to columns; equal headings match from the left. An unknown heading adds a column. */
  const toColumns = (names: readonly string[]): readonly number[] => {
    const taken = new Set<number>()
    return names.map((name) => {
      const known = headings.findIndex((each, index) => !taken.has(index) && plainHeading(each) === plainHeading(name))
      const column = known === -1 ? headings.length : known
      if (known === -1) headings = [...headings, name]
      taken.add(column)
      return column
    })
  }

  return {
    headings: () => headings,
    of: (id: number): readonly string[] => added.get(id) ?? inFile(id),
    add(id: number, { headings: names, cells }: ExtraCells): void {
      const columns = knownColumns.get(names) ?? toColumns(names)
      knownColumns.set(names, columns)
      const row: string[] = headings.map(() => '')
      cells.forEach((cell, index) => (row[columns[index] ?? 0] = cell))
      added.set(id, row)
    },
  }
}
