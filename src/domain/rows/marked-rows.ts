// Finds columns that say which rows are not to be paid: 'Pay? N', 'Status: Cancelled', 'CR/DR', 'VOID'. The user is asked
// whether to take these rows.
import { marks } from '#domain/file-words.ts'
import type { ColumnMap, FileColumns, MarkedRows } from './headings.ts'

/** More different values than this are not marks. */
const MAX_VALUES = 12

/** The first column that marks rows as not to be paid; undefined if there is none. */
export function findMarkedRows(
  { headings }: Pick<FileColumns, 'headings'>,
  map: ColumnMap,
  rows: readonly (readonly string[])[],
): MarkedRows | undefined {
  for (const [column, heading] of headings.entries()) {
    if (map.includes(column)) continue
    const counts = new Map<string, number>()
    for (const cells of rows) counts.set(cells[column] ?? '', (counts.get(cells[column] ?? '') ?? 0) + 1)
    const texts = [...counts.keys()].filter((text) => text !== '')
    const isDebitColumn = texts.length > 0 && texts.every((text) => marks.side.test(text))
    const isExcluded = (text: string): boolean =>
      marks.never.test(text) ||
      (marks.stateHeading.test(heading) && marks.state.test(text)) ||
      (marks.payHeading.test(heading) && marks.no.test(text)) ||
      (marks.stopHeading.test(heading) && marks.yes.test(text)) ||
      (isDebitColumn && marks.debit.test(text))
    const excluded = texts.filter(isExcluded)
    if (excluded.length === 0) continue
    const values = [...counts].map(([text, count]) => ({ text, rows: count })).sort((a, b) => b.rows - a.rows)
    return { column, excluded, values: values.slice(0, MAX_VALUES) }
  }
  return undefined
}
