// A font file as the web carries it (WOFF 1.0: tables packed with zlib) as the TrueType file that a PDF holds.

/** The bytes of the TrueType file; throws where the file is no WOFF 1.0. */
export async function woffToTrueType(woff: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const view = new DataView(woff)
  if (view.getUint32(0) !== WOFF) throw new Error('the font is no WOFF 1.0 file')
  const count = view.getUint16(12)
  const tables = await Promise.all(Array.from({ length: count }, (_, index) => readTable(view, 44 + index * 20)))

  const size = tables.reduce((sum, { bytes }) => sum + padded(bytes.length), 12 + count * 16)
  const font = new Uint8Array(size)
  const out = new DataView(font.buffer)
  const power = Math.floor(Math.log2(count))
  out.setUint32(0, view.getUint32(4))
  out.setUint16(4, count)
  out.setUint16(6, 2 ** power * 16)
  out.setUint16(8, power)
  out.setUint16(10, count * 16 - 2 ** power * 16)
  let at = 12 + count * 16
  tables.forEach(({ tag, checksum, bytes }, index) => {
    const entry = 12 + index * 16
    out.setUint32(entry, tag)
    out.setUint32(entry + 4, checksum)
    out.setUint32(entry + 8, at)
    out.setUint32(entry + 12, bytes.length)
    font.set(bytes, at)
    at += padded(bytes.length)
  })
  return font
}

const WOFF = 0x774f4646
const padded = (length: number): number => Math.ceil(length / 4) * 4

async function readTable(view: DataView<ArrayBuffer>, entry: number) {
  const [offset, packedLength, length] = [4, 8, 12].map((place) => view.getUint32(entry + place)) as [
    number,
    number,
    number,
  ]
  const packed = new Uint8Array(view.buffer, offset, packedLength)
  const bytes = packedLength < length ? await inflate(packed) : packed
  return { tag: view.getUint32(entry), checksum: view.getUint32(entry + 16), bytes }
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
