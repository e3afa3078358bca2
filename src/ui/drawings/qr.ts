// Turns a text into the SVG path of its QR code.
import { create } from 'qrcode'
import { modulesToPath, QR_CORRECTION } from '#domain/qr-drawing.ts'

export interface QrDrawing {
  /** The number of modules (squares) per side, without the quiet zone. */
  readonly size: number
  /** SVG path data. A module is one unit wide, and the first module begins at 0. */
  readonly path: string
}

export function textToQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: QR_CORRECTION })
  return { size: modules.size, path: modulesToPath(modules) }
}
