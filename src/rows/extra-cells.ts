// Finds the cells of a row in the extra columns, for rows of the file and for rows that were added later.
import { plainHeading } from '#domain/rows/headings.ts'
import type { ExtraCells } from '#domain/rows/row-type.ts'
import { createCellReader, type ExtraColumns } from '#domain/rows/extra-columns.ts'

export function createExtraCells(extra: ExtraColumns | undefined) {
  const readFileCells = createCellReader(extra)
  /** By id, the cells of the rows that were added later. */
  const addedCells = new Map<number, readonly string[]>()
  let headings: readonly string[] = extra?.headings ?? []
  /** The columns of the headings of each file whose rows were added. All rows of a file have the same array of headings. */
  const knownColumns = new Map<readonly string[], readonly number[]>()

  /** Matches headings to columns, equal headings from left to right. An unknown heading adds a column. */
  const toColumns = (names: readonly string[]): readonly number[] => {
    const columns: number[] = []
    for (const name of names) {
      const isMatch = (heading: string, index: number) =>
        plainHeading(heading) === plainHeading(name) && !columns.includes(index)
      if (!headings.some(isMatch)) headings = [...headings, name]
      columns.push(headings.findIndex(isMatch))
    }
    return columns
  }

  return {
    headings: () => headings,
    cellsOf: (id: number): readonly string[] => addedCells.get(id) ?? readFileCells(id),
    add(id: number, { headings: names, cells }: ExtraCells): void {
      const columns = knownColumns.get(names) ?? toColumns(names)
      knownColumns.set(names, columns)
      const row: string[] = headings.map(() => '')
      for (const [index, column] of columns.entries()) row[column] = cells[index] ?? ''
      addedCells.set(id, row)
    },
  }
}
