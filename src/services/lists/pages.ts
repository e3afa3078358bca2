// Decides which chunk of a long list to load. A chunk has a few hundred rows, and is divided into the pages of the
// screen. The response to each chunk contains a cursor: where the next chunk starts.

/** The maximum number of rows in a chunk. A list that fits into one chunk is complete and can be sorted here. */
const CHUNK_ROWS = 500

/** The number of rows to request: as many whole pages as fit into a chunk, but at least one. */
export function chunkRows(pageSize: number): number {
  const pagesInChunk = Math.max(1, Math.floor(CHUNK_ROWS / pageSize))
  return pagesInChunk * pageSize
}

/** The known starts of the chunks, in order. The first chunk needs no cursor, so its start is undefined. */
export type Cursors = readonly (string | undefined)[]
export const START: Cursors = [undefined]

/**
 * The index of the chunk to load for a page. If the start of the page's chunk is not known yet, returns the last chunk
 * whose start is known.
 */
export function chunkOf(page: number, pageSize: number, cursors: Cursors): number {
  const firstRow = page * pageSize
  const chunkOfPage = Math.floor(firstRow / chunkRows(pageSize))
  return Math.min(chunkOfPage, cursors.length - 1)
}

/**
 * Updates the known starts with the response to a chunk. If the start of the next chunk has changed, all later starts
 * are dropped. Returns the same array if nothing has changed.
 *
 * @param next the start of the next chunk. Undefined if there is no next chunk.
 */
export function updateCursors(cursors: Cursors, chunk: number, next: string | undefined): Cursors {
  const isUnchanged = cursors[chunk + 1] === next
  if (isUnchanged) return cursors
  const startsUntilChunk = cursors.slice(0, chunk + 1)
  return next === undefined ? startsUntilChunk : [...startsUntilChunk, next]
}
