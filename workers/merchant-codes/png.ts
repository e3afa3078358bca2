// Writes a QR code as a PNG of two colours. With one bit per pixel, even a picture as large as a hand has only about 2
// KB.
import { encode } from 'fast-png'
import { modulesToRuns, QR_MARGIN, type QrModules } from '#domain/qr-drawing.ts'

/** Pixels per module: the width of a hand at 300 dots per inch. */
const PIXELS_PER_MODULE = 24

/** The bytes of the file, including the quiet zone. */
export function modulesToPng(modules: QrModules): Uint8Array<ArrayBuffer> {
  const side = (modules.size + 2 * QR_MARGIN) * PIXELS_PER_MODULE
  return new Uint8Array(encode({ width: side, height: side, channels: 1, depth: 1, data: toBits(modules, side) }))
}

/** Row by row; white bits are 1. */
function toBits(modules: QrModules, side: number): Uint8Array {
  const width = side / 8
  const bits = new Uint8Array(side * width).fill(0xff)
  for (const { x, y, width: length } of modulesToRuns(modules)) {
    const [left, top] = [x, y].map((coordinate) => (coordinate + QR_MARGIN) * PIXELS_PER_MODULE) as [number, number]
    for (let line = top; line < top + PIXELS_PER_MODULE; line += 1)
      bits.fill(0, line * width + left / 8, line * width + (left + length * PIXELS_PER_MODULE) / 8)
  }
  return bits
}
