// Which chunk of a long list to load: the server returns chunks of some hundred rows, each starting where the previous
// one ended, and each is cut into the pages of the screen here.

/** Rows of a chunk; a list with no more is complete and can be sorted here. */
const CHUNK_ROWS = 500

/** As many whole pages as fit a chunk. */
export const partRows = (pageSize: number): number => Math.max(1, Math.floor(CHUNK_ROWS / pageSize)) * pageSize

/** The known starts of chunks; the first always is. */
export type Cursors = readonly (string | undefined)[]
export const START: Cursors = [undefined]

/** The chunk to load for that page: its own, or the last one known on the way there. */
export const partOf = (page: number, pageSize: number, cursors: Cursors): number =>
  Math.min(Math.floor((page * pageSize) / partRows(pageSize)), cursors.length - 1)

/** The starts known after an answer. Starts that followed another end than this one are forgotten. */
export function withAnswer(cursors: Cursors, part: number, next: string | undefined): Cursors {
  if (next === undefined) return cursors.length === part + 1 ? cursors : cursors.slice(0, part + 1)
  return cursors[part + 1] === next ? cursors : [...cursors.slice(0, part + 1), next]
}
