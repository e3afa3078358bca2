// Reading a zip as far as workbooks need it: the directory, and parts inflated piece by piece under a budget of bytes.
// Sizes that the file claims are believed by nobody (threats T29), and what was inflated must have the checksum that the file
// gives for it: a flipped bit may well leave sound XML with another amount.
import { crc32 } from './crc32.ts'

export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  readonly compressed: Uint8Array<ArrayBuffer>
  /** CRC-32 and size of the part once it is inflated, as the file has them. */
  readonly crc: number
  readonly size: number
}

/** Bytes that may still come out of one file, all its parts together. */
export interface Budget {
  left: number
}

/** More came out of the file than its budget allows. */
export class TooLargeError extends Error {}
/** What the file says about itself contradicts itself. */
export class BrokenFileError extends Error {}

const MAX_ENTRIES = 4096
const END_RECORD = 0x0605_4b50
const DIRECTORY_RECORD = 0x0201_4b50
const LOCAL_RECORD = 0x0403_4b50

/**
 * All parts by name: in small letters, since they differ by no case (ECMA-376 part 2, 6.2), and without a leading slash. Throws
 * BrokenFileError; encrypted and 64-bit archives count as broken.
 */
export function readZipDirectory(bytes: Uint8Array<ArrayBuffer>): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = findEnd(view)
    const count = view.getUint16(end + 10, true)
    if (count > MAX_ENTRIES) throw new BrokenFileError('too many parts')
    const entries = new Map<string, ZipEntry>()
    let at = view.getUint32(end + 16, true)
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== DIRECTORY_RECORD) throw new BrokenFileError('no directory record')
      const flags = view.getUint16(at + 8, true)
      const method = view.getUint16(at + 10, true)
      if (flags & 1 || (method !== 0 && method !== 8)) throw new BrokenFileError('a part cannot be unpacked')
      const nameLength = view.getUint16(at + 28, true)
      const name = partName(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)))
      const compressed = dataOf(bytes, view, view.getUint32(at + 42, true), view.getUint32(at + 20, true))
      const crc = view.getUint32(at + 16, true)
      const size = view.getUint32(at + 24, true)
      entries.set(name, { name, isDeflated: method === 8, compressed, crc, size })
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return entries
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenFileError('a record lies outside of the file')
    throw error
  }
}

/** A name as `readZipDirectory` has it. */
export const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

/**
 * The part's bytes in pieces, as they come out. Ending the loop early ends the inflation, unchecked; whoever reads to the end
 * has seen sound bytes, and a BrokenFileError otherwise.
 */
export async function* inflatePieces(entry: ZipEntry, budget: Budget): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (!entry.isDeflated) {
    spend(budget, entry.compressed.length)
    if (crc32(entry.compressed) !== entry.crc) throw new BrokenFileError('a part has another checksum')
    for (let at = 0; at < entry.compressed.length; at += PIECE) yield entry.compressed.subarray(at, at + PIECE)
    return
  }
  // As a gzip, whose end names checksum and size: so the engine checks them, at no cost.
  const { readable, writable } = new DecompressionStream('gzip')
  // What goes wrong in feeding comes out at the reader.
  feed(writable, entry).catch(() => undefined)
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = readable.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      spend(budget, value.length)
      yield value
    }
  } catch (error) {
    if (error instanceof TooLargeError) throw error
    throw new BrokenFileError('a part cannot be inflated')
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** The whole part; undefined where there is none. */
export async function inflateWhole(entry: ZipEntry, budget: Budget): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of inflatePieces(entry, budget)) {
    pieces.push(piece)
    length += piece.length
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** How much of a stored part comes at a time: readers look at what is unfinished again with every piece. */
const PIECE = 64 * 1024
// Small helpings: what is inflated beyond an early end is what one of them holds.
const HELPING = 16 * 1024

// RFC 1952 2.3: magic, deflated, no flags, no time, no program; then the data, then checksum and size.
const GZIP_HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)

async function feed(writable: WritableStream, { compressed, crc, size }: ZipEntry): Promise<void> {
  const writer = writable.getWriter()
  for (let at = 0; at < compressed.length; at += HELPING) {
    const data = compressed.subarray(at, at + HELPING)
    const isFirst = at === 0
    const isLast = at + HELPING >= compressed.length
    await writer.write(isFirst || isLast ? framed(data, isFirst, isLast, crc, size) : data)
  }
  await writer.close()
}

// In one piece with the data: each piece that is written costs a turn.
function framed(data: Uint8Array, isFirst: boolean, isLast: boolean, crc: number, size: number): Uint8Array {
  const head = isFirst ? GZIP_HEAD.length : 0
  const bytes = new Uint8Array(head + data.length + (isLast ? 8 : 0))
  if (isFirst) bytes.set(GZIP_HEAD)
  bytes.set(data, head)
  if (isLast) {
    const view = new DataView(bytes.buffer, head + data.length)
    view.setUint32(0, crc, true)
    view.setUint32(4, size, true)
  }
  return bytes
}

/** What may stand unfinished between two pieces, in UTF-16 units: more than the longest row or string that a sheet can hold. */
const MAX_UNFINISHED = 1024 * 1024

/** Gives back what waits for the next piece. Throws TooLargeError where it is more than any element can be. */
export function unfinished(xml: string): string {
  if (xml.length > MAX_UNFINISHED) throw new TooLargeError('an element does not end')
  return xml
}

function spend(budget: Budget, bytes: number): void {
  budget.left -= bytes
  if (budget.left < 0) throw new TooLargeError('too large once inflated')
}

// The end record stands before a comment of up to 65,535 bytes.
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= first; at--) if (view.getUint32(at, true) === END_RECORD) return at
  throw new BrokenFileError('no end record')
}

function dataOf(bytes: Uint8Array<ArrayBuffer>, view: DataView, local: number, size: number): Uint8Array<ArrayBuffer> {
  if (view.getUint32(local, true) !== LOCAL_RECORD) throw new BrokenFileError('no local record')
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + size > bytes.length) throw new BrokenFileError('a part is cut off')
  return bytes.subarray(start, start + size)
}
