// A text as the drawing of its QR code, for the screen.
import { create } from 'qrcode'
import { modulesToPath, QR_CORRECTION } from '#domain/qr-drawing.ts'

export interface QrDrawing {
  /** Modules of one side, without the quiet zone. */
  readonly size: number
  /** SVG path data, one unit a module, from 0. */
  readonly path: string
}

export function textToQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: QR_CORRECTION })
  return { size: modules.size, path: modulesToPath(modules) }
}
