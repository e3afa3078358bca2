// Writing a zip: deflated for files that people get, merely stored for handing parts on.
import { crc32 } from './crc32.ts'

export interface Part {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A zip without deflating: fast, and its sizes are known to be true. */
export const packStored = (parts: readonly Part[]): Uint8Array<ArrayBuffer> =>
  pack(parts.map((part) => ({ ...part, data: part.bytes, isDeflated: false })))

/** A zip with deflated parts. */
export async function packDeflated(parts: readonly Part[]): Promise<Uint8Array<ArrayBuffer>> {
  return pack(await Promise.all(parts.map(async (part) => ({ ...part, data: await deflate(part.bytes), isDeflated: true })))) // prettier-ignore
}

interface Packed extends Part {
  readonly data: Uint8Array<ArrayBuffer>
  readonly isDeflated: boolean
}

function pack(parts: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const names = parts.map((part) => new TextEncoder().encode(part.name))
  const size = parts.reduce((sum, part, i) => sum + 76 + 2 * (names[i]?.length ?? 0) + part.data.length, 22)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const locals: number[] = []
  let at = 0
  // Both records share these fields from `version needed` on.
  const common = (part: Packed, name: Uint8Array, flagsAt: number) => {
    view.setUint16(flagsAt, 20, true)
    view.setUint16(flagsAt + 2, 0x0800, true)
    view.setUint16(flagsAt + 4, part.isDeflated ? 8 : 0, true)
    view.setUint32(flagsAt + 6, DOS_EPOCH, true)
    view.setUint32(flagsAt + 10, crc32(part.bytes), true)
    view.setUint32(flagsAt + 14, part.data.length, true)
    view.setUint32(flagsAt + 18, part.bytes.length, true)
    view.setUint16(flagsAt + 22, name.length, true)
  }
  parts.forEach((part, i) => {
    const name = names[i] ?? new Uint8Array()
    locals.push(at)
    view.setUint32(at, 0x0403_4b50, true)
    common(part, name, at + 4)
    bytes.set(name, at + 30)
    bytes.set(part.data, at + 30 + name.length)
    at += 30 + name.length + part.data.length
  })
  const directory = at
  parts.forEach((part, i) => {
    const name = names[i] ?? new Uint8Array()
    view.setUint32(at, 0x0201_4b50, true)
    view.setUint16(at + 4, 20, true)
    common(part, name, at + 6)
    view.setUint32(at + 42, locals[i] ?? 0, true)
    bytes.set(name, at + 46)
    at += 46 + name.length
  })
  view.setUint32(at, 0x0605_4b50, true)
  view.setUint16(at + 8, parts.length, true)
  view.setUint16(at + 10, parts.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

// 1980-01-01, 00:00: the same rows always give the same bytes.
const DOS_EPOCH = 0x0021_0000
