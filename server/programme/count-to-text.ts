/** '1 row', '5,000 rows'. Commands are in English, for the administrator of the server. */
export const countToText = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
