// Lists that name only the first items.
import { m } from '#words/messages.js'
import { keepReadingOrder, isolated, listAnd } from '#words/figures.ts'
import { languageNeutralForm } from '#words/runtime.js'

/** 'Ada Lim, 26 Nov 2026': a list without 'and'. Leaves out undefined and empty parts. */
export function commas(parts: readonly (string | undefined)[]): string {
  const items = parts.filter((part) => part !== undefined).filter(Boolean)
  if (items.length < 2) return items.join('')
  return languageNeutralForm('commas', ...items) ?? keepReadingOrder(items.map(isolated).join(m.common_comma()))
}

/** '3', '3 and 7', '3, 5, 7, 8, 9, 11 and 12 more': names at most six rows. */
export const rowList = (rows: readonly number[]): string => shortList(rows.slice(0, 6).map(String), rows.length)

/** The shown items, and the number of items that are not shown. */
export const shortList = (shown: readonly string[], total: number): string =>
  total > shown.length ? m.common_andMore({ shown: commas(shown), rest: total - shown.length }) : listAnd(shown)
