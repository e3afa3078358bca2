// Reads the directory of a zip file, and inflates its entries in chunks within a budget of bytes. The sizes that the
// file states are not trusted. Inflated entries must match their checksum, because XML with a flipped bit can still be
// valid, but with another amount. No library that was tried compares checksums.

export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  readonly compressed: Uint8Array<ArrayBuffer>
  /** The checksum (CRC-32) of the inflated part, as the file states it. */
  readonly crc: number
  /** The size of the inflated part, as the file states it. */
  readonly size: number
}

/** How many more bytes may be inflated from one file, for all its parts together. */
export interface Budget {
  left: number
}

/** The file inflates to more than its budget allows. */
export class TooLargeError extends Error {}
/** The file contradicts itself. */
export class BrokenFileError extends Error {}

/** Runs a parser of bytes. An offset outside the file is damage. */
export function parseBytes<Result>(bytes: Uint8Array<ArrayBuffer>, parse: (view: DataView) => Result): Result {
  try {
    return parse(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenFileError('a record is outside the file')
    throw error
  }
}

/** Runs a reader of workbooks, and converts errors of the file to a result. */
export async function refuseOnError<Result>(
  read: () => Promise<Result>,
): Promise<Result | { readonly kind: 'tooLarge' | 'broken' }> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof TooLargeError) return { kind: 'tooLarge' }
    if (error instanceof BrokenFileError) return { kind: 'broken' }
    throw error
  }
}

const MAX_ENTRIES = 4096
const END_RECORD = 0x0605_4b50
const DIRECTORY_RECORD = 0x0201_4b50
const LOCAL_RECORD = 0x0403_4b50
// Methods of compression.
const STORED = 0
const DEFLATED = 8

/** The offsets of the fields in a record of the directory. */
const directoryRecord = {
  flags: 8,
  method: 10,
  crc: 16,
  compressedSize: 20,
  size: 24,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  localRecord: 42,
  name: 46,
} as const

/**
 * All parts by name. The names are in lower case, because case does not matter (ECMA-376 part 2, 6.2), and have no
 * leading slash. Throws BrokenFileError, also for encrypted and 64-bit archives.
 */
export const readZipDirectory = (bytes: Uint8Array<ArrayBuffer>): Map<string, ZipEntry> =>
  parseBytes(bytes, (view) => {
    const end = findEnd(view)
    const count = view.getUint16(end + 10, true)
    if (count > MAX_ENTRIES) throw new BrokenFileError('too many parts')
    const entries = new Map<string, ZipEntry>()
    let at = view.getUint32(end + 16, true)
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== DIRECTORY_RECORD) throw new BrokenFileError('no directory record')
      const recordAt = at
      const readShort = (offset: number) => view.getUint16(recordAt + offset, true)
      const readLong = (offset: number) => view.getUint32(recordAt + offset, true)
      const method = readShort(directoryRecord.method)
      const isEncrypted = (readShort(directoryRecord.flags) & 1) !== 0
      const isKnownMethod = method === STORED || method === DEFLATED
      if (isEncrypted || !isKnownMethod) throw new BrokenFileError('a part cannot be unpacked')
      const nameAt = recordAt + directoryRecord.name
      const nameEnd = nameAt + readShort(directoryRecord.nameLength)
      const name = partName(new TextDecoder().decode(bytes.subarray(nameAt, nameEnd)))
      const compressedSize = readLong(directoryRecord.compressedSize)
      const compressed = readData(bytes, view, readLong(directoryRecord.localRecord), compressedSize)
      const crc = readLong(directoryRecord.crc)
      const size = readLong(directoryRecord.size)
      entries.set(name, { name, isDeflated: method === DEFLATED, compressed, crc, size })
      at = nameEnd + readShort(directoryRecord.extraLength) + readShort(directoryRecord.commentLength)
    }
    return entries
  })

/** A name as `readZipDirectory` returns it. */
export const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

/**
 * The bytes of the part in chunks, as they are inflated. After the last chunk, throws BrokenFileError if the size or
 * the checksum differs from the directory. If the caller leaves the loop early, the inflating stops and nothing is
 * checked.
 */
export async function* inflatePieces(entry: ZipEntry, budget: Budget): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const pieces = toGzip(entry)
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      budget.left -= value.length
      if (budget.left < 0) throw new TooLargeError('too large once inflated')
      yield value
    }
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    throw new BrokenFileError('a part cannot be inflated')
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** The part as a gzip (RFC 1952), because the platform's decompressor compares the checksum and the size of a gzip. */
function* toGzip({ isDeflated, compressed, crc, size }: ZipEntry): Generator<Uint8Array<ArrayBuffer>, void> {
  // The header of a gzip without a name or a time.
  yield Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
  const step = isDeflated ? PIECE_SIZE : MAX_STORED
  // An empty part also has one piece.
  for (let at = 0; at === 0 || at < compressed.length; at += step) {
    const piece = compressed.subarray(at, at + step)
    if (!isDeflated) yield storedBlock(piece.length, { isLast: at + step >= compressed.length })
    yield piece
  }
  const end = new DataView(new ArrayBuffer(8))
  end.setUint32(0, crc, true)
  end.setUint32(4, size, true)
  yield new Uint8Array(end.buffer)
}

/** The header of an uncompressed block (RFC 1951, 3.2.4). */
function storedBlock(length: number, { isLast }: { readonly isLast: boolean }): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(5))
  head.setUint8(0, isLast ? 1 : 0)
  head.setUint16(1, length, true)
  head.setUint16(3, 0xffff - length, true)
  return new Uint8Array(head.buffer)
}

// A decompressor inflates a whole piece, to up to a thousand times its size, before the budget counts the first byte.
// The pieces are therefore small.
const PIECE_SIZE = 16 * 1024
/** The maximum length of an uncompressed block. */
const MAX_STORED = 0xffff

const END_RECORD_SIZE = 22
const MAX_COMMENT = 0xffff

// The end record is followed by a comment, so it is searched from the end of the file.
function findEnd(view: DataView): number {
  const lastPossible = view.byteLength - END_RECORD_SIZE
  const firstPossible = Math.max(0, lastPossible - MAX_COMMENT)
  for (let at = lastPossible; at >= firstPossible; at -= 1) {
    if (view.getUint32(at, true) === END_RECORD) return at
  }
  throw new BrokenFileError('no end record')
}

function readData(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  recordOffset: number,
  size: number,
): Uint8Array<ArrayBuffer> {
  if (view.getUint32(recordOffset, true) !== LOCAL_RECORD) throw new BrokenFileError('no local record')
  const nameLength = view.getUint16(recordOffset + 26, true)
  const extraLength = view.getUint16(recordOffset + 28, true)
  const start = recordOffset + 30 + nameLength + extraLength
  if (start + size > bytes.length) throw new BrokenFileError('a part is cut off')
  return bytes.subarray(start, start + size)
}
