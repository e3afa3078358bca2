// Writing a zip: deflated for files that people get, merely stored for handing parts on.
import { crc32 } from './crc32.ts'
import { directory, localHeader, type ZipEntry } from './zip-records.ts'

export interface Part {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A zip without deflating: fast, and its sizes are known to be true. */
export const packStored = (parts: readonly Part[]): Uint8Array<ArrayBuffer> =>
  pack(parts.map((part) => ({ ...part, data: part.bytes, isDeflated: false })))

/** A zip with deflated parts. */
export async function packDeflated(parts: readonly Part[]): Promise<Uint8Array<ArrayBuffer>> {
  return pack(
    await Promise.all(parts.map(async (part) => ({ ...part, data: await deflate(part.bytes), isDeflated: true }))),
  )
}

interface Packed extends Part {
  readonly data: Uint8Array<ArrayBuffer>
  readonly isDeflated: boolean
}

function pack(parts: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const entries: ZipEntry[] = []
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const { name, bytes, data, isDeflated } of parts) {
    const entry = { name, isDeflated, crc: crc32(bytes), packedSize: data.length, size: bytes.length, at }
    const header = localHeader(entry)
    entries.push(entry)
    pieces.push(header, data)
    at += header.length + data.length
  }
  return concat([...pieces, ...directory(entries, at)])
}

function concat(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
