// Turns a text into the SVG path of its QR code.
import { create } from 'qrcode'
import { modulesToPath, QR_CORRECTION } from '#domain/qr-drawing.ts'

export interface QrDrawing {
  /** Modules per side, without the quiet zone. */
  readonly size: number
  /** SVG path data, one unit per module, from 0. */
  readonly path: string
}

export function textToQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: QR_CORRECTION })
  return { size: modules.size, path: modulesToPath(modules) }
}
