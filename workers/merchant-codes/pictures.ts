// QR codes as pictures: a single one, or many as PNG and SVG in a zip.
import { m } from '#words/messages.js'
import { modulesToSvg } from '#domain/qr-drawing.ts'
import { packZip, type Part } from '#sheets/pack-zip.ts'
import type { Bytes, NamedCode, PictureFormat } from '../exports-api.ts'
import { textToQrModules } from './qr-modules.ts'
import { modulesToPng } from './png.ts'

export function writePicture(text: string, format: PictureFormat): Bytes {
  const modules = textToQrModules(text)
  return format === 'png' ? modulesToPng(modules) : new TextEncoder().encode(modulesToSvg(modules))
}

/** The bytes of the zip. Throws if two codes have the same name, since one of them would be lost. */
export function writePictures(codes: readonly NamedCode[]): Bytes {
  if (new Set(codes.map(({ name }) => name)).size < codes.length)
    throw new RangeError(m.merchants_twoPicturesHaveOneName())
  const parts: Part[] = []
  for (const { name, text } of codes) {
    for (const format of ['png', 'svg'] as const) {
      parts.push({ name: `${name}.${format}`, bytes: writePicture(text, format) })
    }
  }
  return packZip(parts)
}
