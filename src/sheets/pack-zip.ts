// Packs a small zip in memory, for batch workbooks and pictures.
import { zipSync } from 'fflate'

export interface Part {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Packs the parts. The same parts always give the same bytes. */
export const packZip = (parts: readonly Part[]): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(parts.map(({ name, bytes }) => [name, bytes])), { level: LEVEL, mtime: EPOCH })

/**
 * The level of compression. This level takes half the time of the default level 6, and the file is an eighth larger. The
 * time matters, because the server also packs files.
 */
const LEVEL = 3
/** 1980-01-01, the earliest date of a zip entry. */
const EPOCH = new Date(1980, 0, 1)
