// QR codes as pictures: a single picture, or a zip with many codes as PNG and SVG.
import { m } from '#words/messages.js'
import { encode } from 'fast-png'
import { modulesToRuns, modulesToSvg, QR_MARGIN, type QrModules } from '#domain/qr-drawing.ts'
import { packZip, type Part } from '#sheets/pack-zip.ts'
import type { Bytes, NamedCode, PictureFormat } from '../exports-api.ts'
import { textToQrModules } from './qr-modules.ts'

export function writePicture(text: string, format: PictureFormat): Bytes {
  const modules = textToQrModules(text)
  return format === 'png' ? modulesToPng(modules) : new TextEncoder().encode(modulesToSvg(modules))
}

/** The bytes of the zip. Throws if two codes have the same name, since one of them would be lost. */
export function writePictures(codes: readonly NamedCode[]): Bytes {
  const names = new Set(codes.map(({ name }) => name))
  if (names.size < codes.length) throw new RangeError(m.merchants_twoPicturesHaveOneName())
  const parts: Part[] = []
  for (const { name, text } of codes) {
    for (const format of ['png', 'svg'] as const) {
      parts.push({ name: `${name}.${format}`, bytes: writePicture(text, format) })
    }
  }
  return packZip(parts)
}

/** The number of pixels per module. At 300 dots per inch, a code is then as wide as a hand. */
const PIXELS_PER_MODULE = 24

/**
 * A PNG of two colours, including the quiet zone. With one bit per pixel, a code as wide as a hand has only about 2 KB.
 */
function modulesToPng(modules: QrModules): Uint8Array<ArrayBuffer> {
  const side = (modules.size + 2 * QR_MARGIN) * PIXELS_PER_MODULE
  return new Uint8Array(encode({ width: side, height: side, channels: 1, depth: 1, data: toBits(modules, side) }))
}

/** The pixels row by row, one bit each. White is 1. */
function toBits(modules: QrModules, side: number): Uint8Array {
  // The positions below are whole bytes, because PIXELS_PER_MODULE is a multiple of 8.
  const bytesPerRow = side / 8
  const bits = new Uint8Array(side * bytesPerRow).fill(0xff)
  for (const run of modulesToRuns(modules)) {
    const left = (run.x + QR_MARGIN) * PIXELS_PER_MODULE
    const right = left + run.width * PIXELS_PER_MODULE
    const top = (run.y + QR_MARGIN) * PIXELS_PER_MODULE
    for (let row = top; row < top + PIXELS_PER_MODULE; row += 1)
      bits.fill(0, row * bytesPerRow + left / 8, row * bytesPerRow + right / 8)
  }
  return bits
}
