// How this language writes counts.

/** '5,000'. */
export const number = (value: number): string => value.toLocaleString('en')

/** '1 row', '5,000 rows'. */
export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`

/** Up to ten digits behind the point. */
export const decimal = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 10 })

export const countedRows = (count: number): string => counted(count, 'row', 'rows')
export const countedCards = (count: number): string => counted(count, 'card', 'cards')
