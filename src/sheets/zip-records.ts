// The records of a zip (APPNOTE 6.3): before each part, behind one whose sizes were not known before it, and the directory at
// the end. Without the extension for 64 bits: nothing that we write comes near 4 GiB, and what did would be an error.

/** A part as the zip's records describe it; sizes in bytes, `at` is where its header begins. */
export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  /** True where checksum and sizes stand behind the part, since its header was written before they were known. */
  readonly isStreamed?: boolean
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly at: number
}

type Bytes = Uint8Array<ArrayBuffer>

/** Stands before the bytes of a part. */
export function localHeader(entry: ZipEntry): Bytes {
  const name = toBytes(entry.name)
  const { bytes, view } = record(30 + name.length, 0x0403_4b50)
  common(view, 4, entry.isStreamed ? { ...entry, crc: 0, packedSize: 0, size: 0 } : entry, name)
  bytes.set(name, 30)
  return bytes
}

/** Stands behind the bytes of a part that was streamed. */
export function dataDescriptor({ crc, packedSize, size }: ZipEntry): Bytes {
  const { bytes, view } = record(16, 0x0807_4b50)
  view.setUint32(4, crc, true)
  setSize(view, 8, packedSize)
  setSize(view, 12, size)
  return bytes
}

/** Stands at the end of the zip; `at` is where it begins. */
export function directory(entries: readonly ZipEntry[], at: number): Bytes[] {
  const heads = entries.map((entry) => {
    const name = toBytes(entry.name)
    const { bytes, view } = record(46 + name.length, 0x0201_4b50)
    view.setUint16(4, VERSION, true)
    common(view, 6, entry, name)
    setSize(view, 42, entry.at)
    bytes.set(name, 46)
    return bytes
  })
  const { bytes, view } = record(22, 0x0605_4b50)
  view.setUint16(8, entries.length, true)
  view.setUint16(10, entries.length, true)
  setSize(
    view,
    12,
    heads.reduce((sum, head) => sum + head.length, 0),
  )
  setSize(view, 16, at)
  return [...heads, bytes]
}

/** The fields that both headers of a part share, from `version needed` on. */
function common(view: DataView, at: number, entry: ZipEntry, name: Bytes): void {
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 2, NAME_IS_UTF8 | (entry.isStreamed ? SIZES_BEHIND : 0), true)
  view.setUint16(at + 4, entry.isDeflated ? 8 : 0, true)
  view.setUint32(at + 6, DOS_EPOCH, true)
  view.setUint32(at + 10, entry.crc, true)
  setSize(view, at + 14, entry.packedSize)
  setSize(view, at + 18, entry.size)
  view.setUint16(at + 22, name.length, true)
}

function record(size: number, signature: number): { bytes: Bytes; view: DataView } {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  return { bytes, view }
}

function setSize(view: DataView, at: number, size: number): void {
  if (size > 0xffff_ffff) throw new RangeError('a zip of more than 4 GiB')
  view.setUint32(at, size, true)
}

const toBytes = (text: string): Bytes => new TextEncoder().encode(text)

const VERSION = 20
const NAME_IS_UTF8 = 0x0800
const SIZES_BEHIND = 0x0008
// 1980-01-01, 00:00: the same rows always give the same bytes.
const DOS_EPOCH = 0x0021_0000
