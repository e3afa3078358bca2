// How this language writes counts and lists.

/** '5,000'. */
export const number = (value: number): string => value.toLocaleString('en')

/** '1 row', '5,000 rows'. */
export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`

/** Up to ten digits behind the point. */
export const decimal = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 10 })

export const countedRows = (count: number): string => counted(count, 'row', 'rows')
export const countedCards = (count: number): string => counted(count, 'card', 'cards')

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** 'name', 'name and surname', 'name, surname and address'. */
export const listAnd = (words: readonly string[]): string => and.format(words)

/** 'csv', 'csv or xls', 'csv, xlsx or xls'. */
export const listOr = (words: readonly string[]): string => or.format(words)

/** '3', '3 and 7', '3, 5, 7 and 12 more'. */
export const rowList = (rows: readonly number[]): string => {
  const shown = rows.slice(0, 6).map(String)
  return rows.length > 6 ? `${shown.join(', ')} and ${number(rows.length - 6)} more` : listAnd(shown)
}
