// Lists that name only the first items.
import { m } from '#words/messages.js'
import { listAnd } from '#words/figures.ts'

/** '3', '3 and 7', '3, 5, 7 and 12 more'. */
export const rowList = (rows: readonly number[]): string => shortList(rows.slice(0, 6).map(String), rows.length)

/** The shown items, and how many more there are of all. */
export const shortList = (shown: readonly string[], total: number): string =>
  total > shown.length ? m.common_andMore({ shown: shown.join(', '), rest: total - shown.length }) : listAnd(shown)
