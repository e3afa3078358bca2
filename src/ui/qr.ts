// The modules of a QR code as a drawing: one path of squares, for the screen, an SVG file and a bitmap alike.
import { create } from 'qrcode'

/** Modules of quiet zone that the standard asks for on each side. */
export const QR_MARGIN = 4

export interface QrDrawing {
  /** Modules of one side, without the quiet zone. */
  readonly size: number
  /** SVG path data, one unit a module, from 0. */
  readonly path: string
}

/** Mended by a reader where up to 15 % of it cannot be seen. */
export function textToQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const path: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (modules.get(row, column)) path.push(`M${column} ${row}h1v1h-1z`)
    }
  }
  return { size, path: path.join('') }
}
