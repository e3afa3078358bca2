// Finds columns that say which rows are not to be paid ('Pay? N', 'CR/DR', 'VOID'). The user is asked about them.
import { marks } from '#domain/files/words.ts'
import type { ColumnMap, FileColumns, MarkedRows } from './headings.ts'

/** The first column that marks rows as not to be paid; undefined if there is none. */
export function findMarkedRows(
  { headings }: Pick<FileColumns, 'headings'>,
  map: ColumnMap,
  rows: readonly (readonly string[])[],
): MarkedRows | undefined {
  for (const [column, heading] of headings.entries()) {
    if (map.includes(column)) continue
    const counts = new Map<string, number>()
    for (const cells of rows) {
      const text = cells[column] ?? ''
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const texts = [...counts.keys()].filter((text) => text !== '')
    const isDebitColumn = texts.length > 0 && texts.every((text) => marks.side.test(text))
    /** The words that exclude a row from payment, which depend on the heading. */
    const patterns = [
      marks.never,
      ...(marks.stateHeading.test(heading) ? [marks.state] : []),
      ...(marks.payHeading.test(heading) ? [marks.no] : []),
      ...(marks.stopHeading.test(heading) ? [marks.yes] : []),
      ...(isDebitColumn ? [marks.debit] : []),
    ]
    const excluded = texts.filter((text) => patterns.some((pattern) => pattern.test(text)))
    if (excluded.length === 0) continue
    const values = [...counts].map(([text, count]) => ({ text, rows: count }))
    return { column, excluded, values: values.sort((left, right) => right.rows - left.rows) }
  }
  return undefined
}
