// Which part of a long list is asked for: the host gives it in parts of some hundred rows, each beginning where the one before
// ended, and a part is cut into the pages of the screen here.

/** Rows of a part; a list with no more is whole, and can be sorted here. */
const PART_ROWS = 500

/** As many whole pages as a part may have. */
export const partRows = (pageSize: number): number => Math.max(1, Math.floor(PART_ROWS / pageSize)) * pageSize

/** Where the parts begin, as far as they are known: the first one anywhere. */
export type Cursors = readonly (string | undefined)[]
export const START: Cursors = [undefined]

/** The part that has to be asked for to show that page: its own, or the last one known on the way there. */
export const partOf = (page: number, pageSize: number, cursors: Cursors): number =>
  Math.min(Math.floor((page * pageSize) / partRows(pageSize)), cursors.length - 1)

/** What is known after the answer about a part. What followed another end than this one is forgotten. */
export function withAnswer(cursors: Cursors, part: number, next: string | undefined): Cursors {
  if (next === undefined) return cursors.length === part + 1 ? cursors : cursors.slice(0, part + 1)
  return cursors[part + 1] === next ? cursors : [...cursors.slice(0, part + 1), next]
}
