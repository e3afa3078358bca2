// A QR code as a PNG of two colours (ISO/IEC 15948): one bit a dot, so that a picture as large as a hand has some 2 KB.
import { modulesToRuns, QR_MARGIN, type QrModules } from '#domain/qr-drawing.ts'

/** Dots for each module: a hand's breadth at 300 dots an inch. */
const DOTS = 24
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** One bit a dot, greyscale, deflated, no interlace. */
const FORM = [1, 0, 0, 0, 0]

/** The bytes of the file, with the quiet zone. */
export async function modulesToPng(modules: QrModules): Promise<Uint8Array<ArrayBuffer>> {
  const side = (modules.size + 2 * QR_MARGIN) * DOTS
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, side)
  view.setUint32(4, side)
  head.set(FORM, 8)
  const data = await deflate(toLines(modules, side))
  const chunks = [SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', new Uint8Array())]
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Each line begins with its filter, which is none; white bits are 1. */
function toLines(modules: QrModules, side: number): Uint8Array<ArrayBuffer> {
  const width = 1 + side / 8
  const lines = new Uint8Array(side * width).fill(0xff)
  for (let line = 0; line < side; line += 1) lines[line * width] = 0
  for (const { x, y, width: length } of modulesToRuns(modules)) {
    const [left, top] = [x, y].map((place) => (place + QR_MARGIN) * DOTS) as [number, number]
    for (let line = top; line < top + DOTS; line += 1) {
      const at = line * width + 1
      lines.fill(0, at + left / 8, at + (left + length * DOTS) / 8)
    }
  }
  return lines
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** The checksum of a chunk (ISO 3309), bit by bit: a picture has 2 KB. */
function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0)
  }
  return ~crc >>> 0
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
