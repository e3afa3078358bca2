// Finds columns that say which rows are not to be paid ('Pay? N', 'CR/DR', 'VOID'). The user is asked about them.
import { marks } from '#domain/files/words.ts'
import type { ColumnMap, FileColumns, MarkedRows } from './headings.ts'

/** The first column that marks rows as not to be paid. Undefined if there is none. */
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
    const patterns = toExcludingPatterns(heading, texts)
    const excluded = texts.filter((text) => patterns.some((pattern) => pattern.test(text)))
    if (excluded.length === 0) continue
    const values = [...counts].map(([text, count]) => ({ text, rows: count }))
    return { column, excluded, values: values.sort((left, right) => right.rows - left.rows) }
  }
  return undefined
}

/** The patterns of values that exclude a row from payment, in a column with this heading and these values. */
function toExcludingPatterns(heading: string, texts: readonly string[]): readonly RegExp[] {
  const patterns: RegExp[] = [marks.never]
  if (marks.stateHeading.test(heading)) patterns.push(marks.state)
  if (marks.payHeading.test(heading)) patterns.push(marks.no)
  if (marks.stopHeading.test(heading)) patterns.push(marks.yes)
  const isCreditOrDebit = texts.length > 0 && texts.every((text) => marks.side.test(text))
  if (isCreditOrDebit) patterns.push(marks.debit)
  return patterns
}
