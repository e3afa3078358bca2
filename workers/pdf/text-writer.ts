// Writes texts of any script into a PDF: measures, cuts to a width, wraps lines. Uses Helvetica first, Noto Sans if a
// text needs it, and a picture drawn with the system's fonts if neither has the letters.
import type { jsPDF } from 'jspdf'
import type { FetchFont } from './files.ts'
import { faceOf } from './fonts.ts'

export interface TextWriter {
  width: (text: string, size: number, bold?: boolean) => number
  /** The text in lines of at most that width; a longer word is broken. */
  lines: (text: string, size: number, width: number) => string[]
  write: (text: string, x: number, y: number, style: TextStyle) => void
}

export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly align?: 'left' | 'right' | 'center'
  readonly grey?: boolean
}

/** Creates a text writer for these texts, and fetches the fonts that they need. */
export async function createTextWriter(pdf: jsPDF, texts: Iterable<string>, fetchFont: FetchFont): Promise<TextWriter> {
  const pictures = new Map<string, Picture>()
  let hasNoto = false
  for (const text of new Set(texts)) {
    const face = faceOf(text)
    if (face === 'noto' && !hasNoto) hasNoto = await addNoto(pdf, fetchFont)
    const picture = face === 'image' ? await drawText(text) : undefined
    if (picture) pictures.set(text, picture)
  }

  const choose = (text: string, size: number, bold: boolean) => {
    if (hasNoto && faceOf(text) === 'noto') pdf.setFont('noto', 'normal')
    else pdf.setFont('helvetica', bold ? 'bold' : 'normal')
    pdf.setFontSize(size)
  }
  const width: TextWriter['width'] = (text, size, bold = false) => {
    const picture = pictures.get(text)
    if (picture) return picture.widthOfSize1 * size
    choose(text, size, bold)
    // The library measures with kerning but writes without.
    return pdf.getStringUnitWidth(text, { doKerning: false }) * size
  }

  return {
    width,
    lines(text, size, limit) {
      // A text drawn as a picture cannot wrap.
      if (pictures.has(text) || width(text, size) <= limit) return [text]
      const lines: string[] = []
      let line = ''
      for (const word of text.split(' ')) {
        const longer = line === '' ? word : `${line} ${word}`
        if (width(longer, size) <= limit) {
          line = longer
          continue
        }
        if (line !== '') lines.push(line)
        line = ''
        for (const letter of word) {
          if (line !== '' && width(line + letter, size) > limit) {
            lines.push(line)
            line = ''
          }
          line += letter
        }
      }
      return [...lines, line]
    },
    write(text, x, y, { size, bold = false, align = 'left', grey = false }) {
      const picture = pictures.get(text)
      const at = align === 'left' ? x : x - width(text, size, bold) * (align === 'right' ? 1 : 0.5)
      if (picture) {
        pdf.addImage(picture.png, 'PNG', at, y - size, picture.widthOfSize1 * size, size * PICTURE_HEIGHT)
        return
      }
      choose(text, size, bold)
      pdf.setTextColor(grey ? 100 : 20)
      pdf.text(text, at, y)
    },
  }
}

/** Returns false if the font cannot be fetched. Helvetica then shows what it can. */
async function addNoto(pdf: jsPDF, fetchFont: FetchFont): Promise<boolean> {
  const file = await fetchFont()
  if (!file) return false
  // The library takes files as strings with one character per byte.
  pdf.addFileToVFS('noto.ttf', Array.from(file, (byte) => String.fromCharCode(byte)).join(''))
  pdf.addFont('noto.ttf', 'noto', 'normal')
  return true
}

interface Picture {
  readonly png: Uint8Array
  /** Width in points at a font size of one point. */
  readonly widthOfSize1: number
}

const PICTURE_SIZE = 48
const PICTURE_HEIGHT = 1.35

// Without a canvas (outside a browser) Helvetica shows what it can.
async function drawText(text: string): Promise<Picture | undefined> {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  const font = `${PICTURE_SIZE}px sans-serif`
  const measure = new OffscreenCanvas(1, 1).getContext('2d')
  if (!measure) return undefined
  measure.font = font
  const width = Math.max(1, Math.min(4000, Math.ceil(measure.measureText(text).width)))
  const canvas = new OffscreenCanvas(width, PICTURE_SIZE * PICTURE_HEIGHT)
  const writer = canvas.getContext('2d')
  if (!writer) return undefined
  writer.font = font
  writer.fillStyle = '#141414'
  writer.fillText(text, 0, PICTURE_SIZE)
  const png = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
  return { png, widthOfSize1: width / PICTURE_SIZE }
}
