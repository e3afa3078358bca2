// Lists that name only the first items.
import { m } from '#words/messages.js'
import { keepReadingOrder, isolated, listAnd } from '#words/figures.ts'
import { languageNeutralForm } from '#words/runtime.js'

/** 'Ada Lim, 26 Nov 2026': a list without 'and'. Leaves out undefined and empty parts. */
export function commas(parts: readonly (string | undefined)[]): string {
  const items = parts.filter((part): part is string => part !== undefined && part !== '')
  if (items.length < 2) return items.join('')
  return languageNeutralForm('commas', ...items) ?? keepReadingOrder(items.map(isolated).join(m.common_comma()))
}

const MAX_LISTED_ROWS = 6

/** '3', '3 and 7', '3, 5, 7, 8, 9, 11 and 12 more'. */
export function rowList(rows: readonly number[]): string {
  const listedRows = rows.slice(0, MAX_LISTED_ROWS)
  return shortList(listedRows.map(String), rows.length)
}

/** A list of the shown items. If `total` is larger, also says how many items are not shown. */
export function shortList(shown: readonly string[], total: number): string {
  const rest = total - shown.length
  return rest > 0 ? m.common_andMore({ shown: commas(shown), rest }) : listAnd(shown)
}
