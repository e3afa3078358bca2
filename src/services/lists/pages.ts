// Decides which chunk of a long list to load. The server returns chunks of a few hundred rows, each starting at the end
// of the previous one. Here, each chunk is divided into the pages of the screen.

/** Maximum rows in a chunk. A list that fits into one chunk is complete and can be sorted here. */
const CHUNK_ROWS = 500

/** The number of rows in as many whole pages as fit into a chunk. */
export const chunkRows = (pageSize: number): number => Math.max(1, Math.floor(CHUNK_ROWS / pageSize)) * pageSize

/** The known starts of chunks; the first one is always known. */
export type Cursors = readonly (string | undefined)[]
export const START: Cursors = [undefined]

/**
 * The index of the chunk to load for a page: the chunk that contains the page, or the last one whose start is known.
 */
export const chunkOf = (page: number, pageSize: number, cursors: Cursors): number =>
  Math.min(Math.floor((page * pageSize) / chunkRows(pageSize)), cursors.length - 1)

/**
 * The known starts after the response to a chunk, which contains the start of the next one. If that start has changed,
 * the starts after it are dropped.
 */
export function withResponse(cursors: Cursors, chunk: number, next: string | undefined): Cursors {
  if (next === undefined) return cursors.length === chunk + 1 ? cursors : cursors.slice(0, chunk + 1)
  return cursors[chunk + 1] === next ? cursors : [...cursors.slice(0, chunk + 1), next]
}
