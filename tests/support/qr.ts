// Reads QR codes from pictures with an independent decoder (jsQR): PNG files with pngjs, SVG paths and PDF pages by
// drawing their rectangles.
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { pdfToPages } from './pdf.ts'

/** The text of the code in a PNG, or undefined if there is none. */
export function pngToText(png: Uint8Array): string | undefined {
  const { data, width, height } = PNG.sync.read(Buffer.from(png))
  return jsQR(new Uint8ClampedArray(data), width, height)?.data
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels for each unit of the drawing, and the width of the white border in units. */
const PIXELS_PER_UNIT = 4
const MARGIN = 8

/** The text of the code formed by black rectangles, which are given in units from the top left. */
function rectanglesToText(rectangles: readonly Rectangle[]): string | undefined {
  const side = (Math.max(...rectangles.map(({ x, width }) => x + width)) + 2 * MARGIN) * PIXELS_PER_UNIT
  // Each pixel has four bytes, of which the last one, the opacity, is always 255.
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const { x, y, width, height } of rectangles) {
    for (let row = (y + MARGIN) * PIXELS_PER_UNIT; row < (y + height + MARGIN) * PIXELS_PER_UNIT; row += 1) {
      for (let column = (x + MARGIN) * PIXELS_PER_UNIT; column < (x + width + MARGIN) * PIXELS_PER_UNIT; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
    }
  }
  return jsQR(pixels, side, side)?.data
}

/** The text of the code in an SVG that is one path of rectangles. */
export function svgToText(svg: string): string | undefined {
  const path = /<path d="([^"]*)" fill="#000"/.exec(svg)?.[1] ?? ''
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)].map(([, x, y, width, height]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }))
  return rectanglesToText(rectangles)
}

/**
 * The texts of the codes in a PDF, one for each page. A code consists of the rectangles that a page's operators fill in
 * black.
 */
export const pdfToCodes = (pdf: Uint8Array): (string | undefined)[] =>
  pdfToPages(Buffer.from(pdf).toString('latin1')).map(pageToCode)

function pageToCode(page: string): string | undefined {
  const [, body = ''] = /\n((?:[-\d. ]+ re\s+)+)f\s/.exec(page) ?? []
  const rectangles = [...body.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) -([\d.]+) re/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  )
  const [left, top] = [Math.min(...rectangles.map(([x = 0]) => x)), Math.max(...rectangles.map(([, y = 0]) => y))]
  // The height of the rectangles is one unit of the code, and positions are rounded to a hundredth of a point.
  return rectanglesToText(
    rectangles.map(([x = 0, y = 0, width = 0, unit = 1]) => ({
      x: Math.round((x - left) / unit),
      y: Math.round((top - y) / unit),
      width: Math.round(width / unit),
      height: 1,
    })),
  )
}
